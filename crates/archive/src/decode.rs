//! The games of a block as steps.

use crate::block::{SegmentBytes, Streams};
use crate::bytes::Cursor;
use crate::coder::Decoder;
use crate::comments::BlockReader;
use crate::damage::Damage;
use crate::draft::SEGMENT;
use crate::games::TextKind;
use crate::group::GroupHeader;
use crate::heads::{Body, HeadCode, StartCode};
use crate::items::{ItemModel, Token};
use crate::limits::Limits;
use crate::moves::MoveModel;
use crate::tags::TagStore;
use crate::walk::Walk;
use scoresheet_core::error::Fault;
use scoresheet_core::location::Location;
use scoresheet_core::notation::ParsedMove;
use scoresheet_core::position::fen;
use scoresheet_core::read::{Ending, refused, refused_variation};
use scoresheet_core::rules::{Color, Move, Position, Rules};
use scoresheet_core::step::{AsItStood, CommentForm, GamePart, Head, Sink, Step, Termination};
use scoresheet_core::text::Encoding;
use std::borrow::Cow;

const ENCODINGS: [Encoding; 4] = [Encoding::Utf8, Encoding::Cp1252, Encoding::Latin1, Encoding::Each];

/// How many bytes of comments a part of a game counts as: no text spells one in fewer.
pub(crate) const TOKEN: usize = 2;

/// How many errors a game may have.
const MOST_REFUSED: usize = 1000;

/// What is known of a game whose steps were emitted.
#[derive(Clone, Debug, Default)]
pub struct DecodedGame<'b> {
    /// The number of plies of the mainline.
    pub plies: u32,
    /// How the mainline ends on the board.
    pub ending: Ending,
    /// The marker after the moves.
    pub termination: Option<Termination>,
    /// The rules that it is played by; `None` if it could not be played.
    pub rules: Option<Rules>,
    /// The text of a game that could not be played.
    pub unplayed: Option<AsItStood<'b>>,
    /// Why its lines could not be continued where their text is kept, at places counted from the game's own start: at
    /// most a thousand errors.
    pub refused: Vec<Fault>,
}

/// Reads the games of a block in order.
pub(crate) struct StepEmitter<'b> {
    group: &'b GroupHeader,
    pub(crate) streams: &'b Streams<'b>,
    tags: &'b TagStore,
    texts: &'b [u8],
    limits: Limits,
    model: &'b MoveModel,
    next: usize,
    segment: Option<OpenSegment<'b>>,
    walk: Walk,
    /// The comments, once one was needed: few games of most collections have any.
    comments: Option<BlockReader<'b>>,
    /// The errors of the game that is read.
    refused: Vec<Fault>,
    /// How many variations are open around the line of which text is kept instead of moves.
    kept: Option<usize>,
    /// How many plies may still come.
    plies: u64,
    /// How many bytes of comments may still come; see [`Limits::content`].
    content: usize,
}

/// A segment that is being read.
struct OpenSegment<'b> {
    items: Decoder<'b>,
    model: ItemModel,
    moves: Decoder<'b>,
    others: Cursor<'b>,
}

impl<'b> StepEmitter<'b> {
    /// Reads the games from this one on. Those before it in its segment are read, and nothing is done with them.
    pub(crate) fn new(
        group: &'b GroupHeader,
        streams: &'b Streams<'b>,
        tags: &'b TagStore,
        texts: &'b [u8],
        limits: Limits,
    ) -> Result<StepEmitter<'b>, Damage> {
        let (model, plies) = (group.model()?, streams.plies);
        let walk = Walk::new(&Position::start(), false);
        let content = limits.content;
        Ok(StepEmitter {
            group,
            streams,
            tags,
            texts,
            limits,
            model,
            next: 0,
            segment: None,
            walk,
            comments: None,
            refused: Vec::new(),
            kept: None,
            plies,
            content,
        })
    }

    /// Continues with this game.
    pub(crate) fn go_to(&mut self, game: usize) -> Result<(), Damage> {
        if self.next > game {
            (self.next, self.segment) = (0, None);
            self.comments = None;
            (self.plies, self.content) = (self.streams.plies, self.limits.content);
        }
        // Comments are coded one after another in the whole block, moves in each segment. Plain games have no comments, so
        // those after the last other one of a segment need not be read.
        while self.next < game {
            let end = (self.next - self.next % SEGMENT + SEGMENT).min(self.streams.heads.len());
            let others = self.streams.heads.get(self.next..end).unwrap_or_default();
            let has_others = others.iter().any(|head| head.body == Body::Items);
            if end <= game && !has_others {
                (self.next, self.segment) = (end, None);
            } else {
                self.emit(Location::default(), &mut ())?;
            }
        }
        Ok(())
    }

    /// Whether the next game is stored as text.
    pub(crate) fn next_is_text(&self) -> bool {
        self.streams.heads.get(self.next).is_some_and(|head| head.body == Body::Text)
    }

    /// The tags of the game that was emitted last.
    pub(crate) fn last_tags(&self) -> impl Iterator<Item = (&'b str, &'b str)> {
        self.tags.game(self.next.saturating_sub(1))
    }

    /// Emits the steps of the next game.
    pub(crate) fn emit<S: Sink>(&mut self, place: Location, sink: &mut S) -> Result<DecodedGame<'b>, Damage> {
        let game = self.next;
        let head = *self.streams.heads.get(game).ok_or(Damage::Content)?;
        if game.is_multiple_of(SEGMENT) || self.segment.is_none() {
            let bytes = self.streams.segments.get(game / SEGMENT).ok_or(Damage::Content)?;
            self.segment = Some(OpenSegment::new(bytes, self.texts, &self.group.items)?);
        }
        self.next += 1;
        let start = self.start(game, &head)?;
        self.head(game, &head, &start, place, sink)?;
        let varies = head.body == Body::Items;
        if head.body != Body::Text {
            self.comments.iter_mut().for_each(BlockReader::start_game);
        }
        self.walk.restart(&start, varies);
        let given = match head.body {
            Body::Plain(plies) => self.plain(Some(plies), &head, place, sink)?,
            Body::Dead => self.plain(None, &head, place, sink)?,
            Body::Items => self.items(&head, place, sink)?,
            Body::Text => return self.text(sink),
        };
        Ok(DecodedGame { rules: Some(start.rules()), ..given })
    }

    fn head<S: Sink>(
        &self,
        game: usize,
        head: &HeadCode,
        start: &Position,
        place: Location,
        sink: &mut S,
    ) -> Result<(), Damage> {
        if sink.wants_head() {
            let tags: Vec<_> = self.tags.game(game).map(|(name, value)| (Cow::from(name), Cow::from(value))).collect();
            sink.take(Step::Head(&Head {
                place,
                dialect: head.dialect,
                notation: self.group.names.notation(head.notation)?,
                tags: &tags,
                section: None,
                odd_tags: &[],
                start,
                standard_start: head.start == StartCode::Standard,
            }));
        }
        Ok(())
    }

    fn start(&mut self, game: usize, head: &HeadCode) -> Result<Cow<'static, Position>, Damage> {
        let (rules, text) = match head.start {
            StartCode::Standard => return Ok(Cow::Owned(Position::start())),
            StartCode::OfTag(rules) => (rules, self.tags.tag(game, "FEN").ok_or(Damage::Content)?),
            StartCode::OfText(rules) => (rules, self.segment()?.others.string()?),
        };
        let rules = self.group.names.rules(rules)?;
        fen::read_any(text.as_bytes(), rules).map(Cow::Owned).map_err(|_| Damage::Content)
    }

    fn segment(&mut self) -> Result<&mut OpenSegment<'b>, Damage> {
        self.segment.as_mut().ok_or(Damage::Content)
    }

    /// A game of legal moves: this many, or all up to a position without any.
    fn plain<S: Sink>(
        &mut self,
        plies: Option<u32>,
        head: &HeadCode,
        place: Location,
        sink: &mut S,
    ) -> Result<DecodedGame<'b>, Damage> {
        let mut ply = 0;
        while plies.is_none_or(|plies| ply < plies) {
            if plies.is_none() && !self.walk.line().is_some_and(|line| line.has_moves()) {
                break;
            }
            self.legal(place, sink)?;
            ply += 1;
        }
        head.termination.into_iter().for_each(|marker| sink.take(Step::Termination(marker)));
        sink.take(Step::End(None));
        let ending = Ending::of(self.walk.now());
        Ok(DecodedGame { plies: ply, ending, termination: head.termination, ..DecodedGame::default() })
    }

    fn legal<S: Sink>(&mut self, place: Location, sink: &mut S) -> Result<(), Damage> {
        let model = self.model;
        let Some(segment) = &mut self.segment else { return Err(Damage::Content) };
        let line = self.walk.line().ok_or(Damage::Content)?;
        let mv = line.decode(model, &mut segment.moves).ok_or(Damage::Content)?;
        if self.plies.is_multiple_of(64) && segment.moves.is_exhausted() {
            return Err(Damage::Short);
        }
        self.played(ParsedMove::plainly(mv), place, sink, Walk::advance)
    }

    /// Plays a move and emits the steps about it.
    fn played<S: Sink>(
        &mut self,
        named: ParsedMove,
        place: Location,
        sink: &mut S,
        advance: fn(&mut Walk, Move),
    ) -> Result<(), Damage> {
        self.plies = self.plies.checked_sub(1).ok_or(Damage::Size)?;
        advance(&mut self.walk, named.mv);
        if sink.is_listening() {
            let (before, now) = (self.walk.before(), self.walk.now());
            let number = Some((before.fullmove(), before.turn() == Color::Black));
            sink.take(Step::Place(Location { ply: Some(self.walk.ply()), number, ..place }));
            sink.take(Step::Move { before, named: &named, spelled: None });
            sink.take(Step::Played(now));
        }
        Ok(())
    }

    /// Counts bytes of comments, or what counts as such.
    fn spend(&mut self, bytes: usize) -> Result<(), Damage> {
        self.content = self.content.checked_sub(bytes).ok_or(Damage::Size)?;
        Ok(())
    }

    /// A game with more than moves.
    fn items<S: Sink>(&mut self, head: &HeadCode, place: Location, sink: &mut S) -> Result<DecodedGame<'b>, Damage> {
        self.segment()?.model.start();
        self.refused.clear();
        self.kept = None;
        loop {
            let Some(segment) = &mut self.segment else { return Err(Damage::Content) };
            let token = segment.model.code(&mut segment.items, Token::End)?;
            if segment.items.is_exhausted() {
                return Err(Damage::Short);
            }
            self.spend(TOKEN)?;
            match token {
                Token::End => break,
                Token::Move => self.legal(place, sink)?,
                Token::Odd(mv, illegal) => {
                    let named = ParsedMove { illegal, ..ParsedMove::plainly(mv) };
                    self.played(named, place, sink, Walk::advance_odd)?;
                }
                Token::Nag(value) => sink.take(Step::Nag { value: Some(value), spelled: "" }),
                Token::Comment(form) => self.comment(form, sink)?,
                Token::Open if self.walk.depth() >= self.limits.nesting => return Err(Damage::Size),
                Token::Open => {
                    self.walk.open();
                    sink.take(Step::Open);
                }
                Token::Close => {
                    self.kept = self.kept.filter(|&depth| depth < self.walk.depth());
                    self.walk.close();
                    sink.take(Step::Close);
                }
                Token::Inner(marker) => sink.take(Step::Inner(marker)),
                Token::Termination => {
                    self.kept = None;
                    sink.take(Step::Termination(head.termination.ok_or(Damage::Content)?));
                }
                Token::Text(kind) => self.other(kind, sink)?,
            }
        }
        sink.take(Step::End(None));
        let mainline = self.walk.mainline();
        Ok(DecodedGame {
            plies: mainline.1,
            ending: Ending::of(mainline.0),
            termination: head.termination,
            refused: std::mem::take(&mut self.refused),
            ..DecodedGame::default()
        })
    }

    fn comment<S: Sink>(&mut self, form: CommentForm, sink: &mut S) -> Result<(), Damage> {
        let comments = match &mut self.comments {
            Some(comments) => comments,
            // What has read nothing is as if it were at the start of a game.
            none => none.insert(BlockReader::new(self.group.comments.model()?, self.model, self.streams.comments)),
        };
        let text = comments.comment(&self.walk.place(), self.content)?;
        self.content = self.content.saturating_sub(text.len());
        sink.take(Step::Comment { text, form });
        Ok(())
    }

    fn other<S: Sink>(&mut self, kind: TextKind, sink: &mut S) -> Result<(), Damage> {
        let text = self.segment()?.others.string()?;
        if kind == TextKind::Unplayed {
            self.refuse(text);
        }
        sink.take(match kind {
            TextKind::Nag => Step::Nag { value: None, spelled: text },
            TextKind::Unplayed => Step::Unplayed(text),
            TextKind::Escape => Step::Escape(text),
            TextKind::Annotation => Step::Annotation(text),
            TextKind::Field => Step::Field(text),
            TextKind::Skipped => Step::Skipped(text),
            TextKind::Prologue => Step::Verbatim(GamePart::Prologue, text),
            TextKind::Rest => Step::Verbatim(GamePart::Rest, text),
            TextKind::Tail => Step::Verbatim(GamePart::Tail, text),
        });
        Ok(())
    }

    /// Keeps the error of the first text in a line that is not a move.
    #[cold]
    fn refuse(&mut self, text: &str) {
        if self.kept.is_some() || self.refused.len() >= MOST_REFUSED {
            return;
        }
        self.kept = Some(self.walk.depth());
        let position = self.walk.now();
        let number = Some((position.fullmove(), position.turn() == Color::Black));
        let at = Location { game: 1, ply: Some(self.walk.ply() + 1), number, ..Location::default() };
        let replaces_nothing = self.walk.replaces_nothing();
        self.refused.push(if replaces_nothing { refused_variation(text, at) } else { refused(position, text, at) });
    }

    /// A game whose moves could not be played.
    fn text<S: Sink>(&mut self, sink: &mut S) -> Result<DecodedGame<'b>, Damage> {
        let others = &mut self.segment()?.others;
        let kind = others.byte()?;
        let encoding = *ENCODINGS.get(usize::from(kind & 0x7F)).ok_or(Damage::Content)?;
        let text = others.text()?;
        let game = AsItStood { text, encoding, alone: kind & 0x80 != 0 };
        sink.take(Step::End(Some(game)));
        Ok(DecodedGame { unplayed: Some(game), ..DecodedGame::default() })
    }
}

impl<'b> OpenSegment<'b> {
    fn new(bytes: &SegmentBytes<'b>, texts: &'b [u8], model: &ItemModel) -> Result<OpenSegment<'b>, Damage> {
        let part = |range: &std::ops::Range<usize>| texts.get(range.clone()).map(Cursor::new).ok_or(Damage::Short);
        Ok(OpenSegment {
            items: Decoder::new(bytes.items),
            model: model.clone(),
            moves: Decoder::new(bytes.moves),
            others: part(&bytes.others)?,
        })
    }
}
