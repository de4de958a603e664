//! The first pass over the games of a block: moves are coded, and everything else is put in order for its stream.

use crate::bytes::push_text;
use crate::coder::Encoder;
use crate::comments::{BlockWriter, CommentsModel};
use crate::games::{GameHead, Games, Item};
use crate::group::Names;
use crate::heads::{Body, HeadCode, StartCode};
use crate::items::Token;
use crate::moves::MoveModel;
use crate::walk::Walk;
use scoresheet_core::position::fen;
use scoresheet_core::rules::{Move, Position};
use std::ops::Range;

/// How many games a segment has: the part of a block whose moves are coded together.
pub(crate) const SEGMENT: usize = 16;

/// A block before its streams are written.
#[derive(Default)]
pub(crate) struct Draft {
    pub(crate) heads: Vec<HeadCode>,
    pub(crate) segments: Vec<DraftSegment>,
    /// The streams of comments: numbers, and texts.
    pub(crate) comments: (Vec<u8>, Vec<u8>),
    pub(crate) plies: u64,
}

/// A part of a block that is read on its own.
#[derive(Default)]
pub(crate) struct DraftSegment {
    /// The tokens of games with [`Body::Items`].
    pub(crate) tokens: Vec<Token>,
    pub(crate) moves: Vec<u8>,
    /// The texts that are neither comments nor tags.
    pub(crate) others: Vec<u8>,
}

/// What the first pass needs to know of a group.
pub(crate) struct Drafting<'g> {
    pub(crate) games: &'g Games,
    pub(crate) names: &'g Names,
    pub(crate) model: &'g MoveModel,
    pub(crate) comments: &'g CommentsModel,
}

/// The first pass over a range of games.
pub(crate) fn draft(group: &Drafting<'_>, range: Range<usize>) -> Draft {
    let mut draft = Draft::default();
    let mut walk = Walk::new(&Position::start(), false);
    let mut comments = BlockWriter::new(group.comments, group.model);
    let mut start = range.start;
    while start < range.end {
        let end = range.end.min(start + SEGMENT);
        let mut writer = SegmentWriter {
            group,
            walk: &mut walk,
            comments: &mut comments,
            encoder: Encoder::new(),
            segment: DraftSegment::default(),
            plies: 0,
        };
        draft.heads.extend((start..end).map(|game| writer.game(game)));
        let SegmentWriter { encoder, mut segment, plies, .. } = writer;
        segment.moves = encoder.finish();
        draft.segments.push(segment);
        draft.plies += plies;
        start = end;
    }
    draft.comments = comments.finish();
    draft
}

struct SegmentWriter<'w, 'g> {
    group: &'g Drafting<'g>,
    walk: &'w mut Walk,
    comments: &'w mut BlockWriter<'g>,
    encoder: Encoder,
    segment: DraftSegment,
    plies: u64,
}

impl SegmentWriter<'_, '_> {
    fn game(&mut self, game: usize) -> HeadCode {
        let head = &self.group.games.heads[game];
        let items = self.group.games.items(game);
        let notation = place_of(&self.group.names.notations, head.notation.id);
        let start = self.start(game, head);
        let (dialect, termination) = (head.dialect, head.termination);
        if let Some(unplayed) = &head.unplayed {
            let others = &mut self.segment.others;
            others.push(unplayed.encoding as u8 | u8::from(unplayed.alone) << 7);
            push_text(&unplayed.text, others);
            return HeadCode { dialect, notation, start, termination, body: Body::Text };
        }
        self.comments.start_game();
        let varies = items.contains(&Item::Open);
        self.walk.restart(head.start.as_deref().unwrap_or(&Position::start()), varies);
        let first = self.segment.tokens.len();
        for item in items {
            let token = self.item(*item);
            self.segment.tokens.push(token);
        }
        let tokens = &self.segment.tokens[first..];
        let body = match plain_plies(tokens, head) {
            Some(plies) => {
                self.segment.tokens.truncate(first);
                if self.walk.now().has_legal_move() { Body::Plain(plies) } else { Body::Dead }
            }
            None => {
                self.segment.tokens.push(Token::End);
                Body::Items
            }
        };
        HeadCode { dialect, notation, start, termination, body }
    }

    /// Stores where a game starts, and its board if the FEN tag does not give it.
    fn start(&mut self, game: usize, head: &GameHead) -> StartCode {
        let Some(start) = &head.start else { return StartCode::Standard };
        let rules = place_of(&self.group.names.rules, start.rules());
        let is_same = |text: &str| fen::read_any(text.as_bytes(), start.rules()).is_ok_and(|read| same(&read, start));
        if self.group.games.tags.tag(game, "FEN").is_some_and(is_same) {
            return StartCode::OfTag(rules);
        }
        let style = fen::Style { castling: fen::Castling::Shredder, ..fen::Style::EXACT };
        push_text(fen::write(start, style).as_bytes(), &mut self.segment.others);
        StartCode::OfText(rules)
    }

    fn item(&mut self, item: Item) -> Token {
        match item {
            Item::Move(mv) => self.legal(mv),
            Item::Odd { mv, illegal } => self.odd(mv, illegal),
            Item::Nag(value) => Token::Nag(value),
            Item::Comment(form, text) => {
                self.comments.comment(self.group.games.texts.get(text), &self.walk.place());
                Token::Comment(form)
            }
            Item::Open => {
                self.walk.open();
                Token::Open
            }
            Item::Close => {
                self.walk.close();
                Token::Close
            }
            Item::Inner(marker) => Token::Inner(marker),
            Item::Termination(_) => Token::Termination,
            Item::Text(kind, text) => {
                push_text(self.group.games.texts.get(text).as_bytes(), &mut self.segment.others);
                Token::Text(kind)
            }
        }
    }

    fn legal(&mut self, mv: Move) -> Token {
        let (model, encoder) = (self.group.model, &mut self.encoder);
        if self.walk.line().is_some_and(|line| line.encode(model, mv, encoder)) {
            self.walk.advance(mv);
            self.plies += 1;
            return Token::Move;
        }
        self.odd(mv, false)
    }

    fn odd(&mut self, mv: Move, illegal: bool) -> Token {
        self.walk.advance_odd(mv);
        self.plies += 1;
        Token::Odd(mv, illegal)
    }
}

/// Two boards with everything that a FEN states of them.
fn same(read: &Position, start: &Position) -> bool {
    read == start && read.passed() == start.passed()
}

fn place_of<T: PartialEq>(list: &[T], name: T) -> usize {
    list.iter().position(|known| *known == name).unwrap_or(0)
}

/// The number of moves of a game that has only moves and the marker that its head gives.
fn plain_plies(tokens: &[Token], head: &GameHead) -> Option<u32> {
    let moves = match tokens.split_last() {
        Some((Token::Termination, moves)) if head.termination.is_some() => moves,
        _ if head.termination.is_none() => tokens,
        _ => return None,
    };
    let plain = moves.iter().all(|token| *token == Token::Move);
    u32::try_from(moves.len()).ok().filter(|_| plain)
}
