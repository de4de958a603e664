//! Games to VGN, in any of its move formats.

mod copy;
mod moves;
mod tags;

use super::options::{VgnOptions, written_format};
use crate::dialect::convert::{GameEnd, How};
use crate::dialect::vgn::codes::{self, MoveFormat};
use crate::dialect::vgn::{is_composite, nags};
use crate::game::format::WriteOptions;
use crate::game::infinite::is_infinite;
use crate::game::number::MoveNumber;
use crate::game::pgc::recorder::PgcRecorder;
use crate::loss::LossKind;
use crate::notation::{self, Claim, Last, MoveNotation, NoText, ParsedMove, ShortText, bccf, fcn, san, san_mark};
use crate::position::{PositionNotation, bcfen, fen, sfen};
use crate::rules::{Color, Position};
use crate::step::{AsItStood, CommentForm, Dialect, Head, Spelling, Step, Termination};
use crate::swar;
use crate::text::push_number;
use crate::write::{Closing, GameWriter, Lacks, Page};
use alloc::string::ToString;
use alloc::vec::Vec;
use moves::MovesText;
use tags::VgnTagSection;

/// Writes games as VGN, in UTF-8 and in bytes.
pub struct VgnWriter {
    /// The requested format.
    wanted: Option<&'static MoveFormat>,
    /// Whether NAGs are composite, if that was requested.
    composite: Option<bool>,
    /// Whether a start position is FEN in any case.
    fen: bool,
    /// Whether facts that the board shows about a move become NAGs.
    flag_nags: bool,
    /// Whether PGC holds comments, in records made for something else.
    pgc_comments: bool,
    export: bool,
    sort_tags: bool,
    page: Page,
    tags: VgnTagSection,
    moves: MovesText,
    records: PgcRecorder,
    /// This game's format, what writes its moves, and whether its NAGs may be composite.
    format: &'static MoveFormat,
    words: MoveWords,
    has_composite: bool,
    /// Whether anything of this game was written, and how it ended: comments may follow that.
    begun: bool,
    termination: Termination,
    /// Whether the last board of a drawn game is stalemate.
    stalemate: bool,
    /// How many variations are open.
    depth: u32,
    /// Who has just moved, if only NAGs have followed.
    just_moved: Option<Color>,
    /// Moves of the mainline that were written.
    played: u64,
    /// The number of the move being played.
    playing: MoveNumber,
    /// Added NAGs that the last move has, the first of them in the lowest bit.
    flags: u8,
    /// NAGs due for the move being played, in the same bits.
    due_flags: u8,
    /// Whether the move being played is written with its spelling in the source.
    spelled: bool,
    /// How many of the last bytes only separate the game from one after it.
    gap: usize,
}

/// What writes the moves of a game.
#[derive(Clone, Copy)]
enum MoveWords {
    San,
    /// FCN, and whether it has a third mark.
    Fcn(bool),
    /// Words without marks.
    Plain(&'static dyn MoveNotation),
    Fen,
    /// SFEN, and whether it has a third mark.
    Sfen(&'static sfen::Sfen, bool),
    Bccf,
    Bcfen,
    Pgc,
}

/// The first of the NAGs for such facts: the only legal move, a turn ended in check, an illegal move.
const FIRST_FLAG: u8 = 230;

impl MoveWords {
    fn of(format: &MoveFormat) -> MoveWords {
        match format.code {
            "SAN" => MoveWords::San,
            "FCN" => MoveWords::Fcn(true),
            "FCN2" => MoveWords::Fcn(false),
            "SFEN" => MoveWords::Sfen(&sfen::SFEN, true),
            "SFEN2" => MoveWords::Sfen(&sfen::SFEN_1_0, false),
            "FEN" => MoveWords::Fen,
            "BCCF" => MoveWords::Bccf,
            "BCFEN" => MoveWords::Bcfen,
            "PGC" => MoveWords::Pgc,
            _ => MoveWords::Plain(format.notation()),
        }
    }

    /// Whether each move is a row of the text.
    fn are_rows(self) -> bool {
        matches!(self, MoveWords::Fen | MoveWords::Sfen(..))
    }

    /// Whether the last move shows how the game ended.
    fn say_end(self) -> bool {
        matches!(self, MoveWords::Fcn(true) | MoveWords::Sfen(_, true))
    }
}

impl VgnWriter {
    /// A writer with these options.
    pub fn new(options: &WriteOptions) -> VgnWriter {
        let own: VgnOptions = options.own.get();
        let mut moves = MovesText::new();
        moves.paired = own.paired;
        moves.anchored = own.anchored;
        moves.keeps_lines = options.keep_spelling;
        let usual = &codes::MOVE_FORMATS[0];
        VgnWriter {
            wanted: own.moves,
            composite: own.composite,
            fen: own.fen,
            flag_nags: own.flag_nags,
            pgc_comments: own.pgc_comments,
            export: options.export,
            sort_tags: options.sort_tags,
            page: Page::default(),
            tags: VgnTagSection::new(How { format: usual, composite: false, fen: false, sorted: false }),
            moves,
            records: PgcRecorder::default(),
            format: usual,
            words: MoveWords::of(usual),
            has_composite: false,
            begun: false,
            termination: Termination::Unknown,
            stalemate: false,
            depth: 0,
            just_moved: None,
            played: 0,
            playing: MoveNumber::FIRST,
            flags: 0,
            due_flags: 0,
            spelled: false,
            gap: 0,
        }
    }

    /// What the board shows about the move that is about to be played, as far as it can be seen before that.
    #[cold]
    fn flags_before(&self, before: &Position, named: &ParsedMove) -> u8 {
        let mut count = 0;
        before.each_legal(|_| {
            count += 1;
            count < 2
        });
        u8::from(count == 1 && !named.illegal) | u8::from(named.illegal) << 2
    }

    /// Counts what a board leaves out of a hand.
    fn lose_hand(&mut self, notation: &dyn PositionNotation, after: &Position) {
        if let Some(kind) = notation.loss_of_hand(after) {
            self.page.lose(kind, 1);
        }
    }

    /// Adds the NAGs for what the board shows about the last move.
    #[cold]
    fn write_flags(&mut self, after: &Position) {
        let ended_in_check = after.king_attacked(after.turn().other());
        let due = self.due_flags | u8::from(ended_in_check) << 1;
        for bit in (0..3).filter(|bit| due >> bit & 1 == 1) {
            self.nag(Some(FIRST_FLAG + bit), "");
        }
        self.flags = due;
    }

    /// A NAG in a text.
    fn text_nag(&mut self, value: Option<u8>, spelled: &str) {
        let number = match value {
            Some(value) => Some(u32::from(value)),
            None => simple(spelled),
        };
        if self.has_composite {
            // Those of the source stay as they are unless composite ones were requested.
            if self.composite == Some(true) || value.is_none() {
                let token = nags::as_composite(value, spelled);
                return self.moves.nag(token.as_bytes(), &mut self.page.out);
            }
        }
        match number.or_else(|| nags::as_simple(value, spelled.as_bytes()).map(u32::from)) {
            Some(number) => {
                let to = self.moves.word(&mut self.page.out);
                to.extend_from_slice(b" $");
                push_number(number, to);
            }
            None => self.page.lose(LossKind::NagComposite, 1),
        }
    }

    /// Notes who has moved, and whether the board shows how a drawn game ended.
    #[inline]
    fn see_board(&mut self, after: &Position) {
        self.just_moved = Some(after.turn().other());
        if self.depth == 0 && self.tags.asks_board() {
            self.stalemate = Claim::of_board(after, Last::No) == Claim::Stalemate;
        }
    }

    /// Ends the game's moves.
    fn end_moves(&mut self, termination: Termination) {
        if !self.begun {
            return;
        }
        self.begun = false;
        let out = &mut self.page.out;
        match self.words {
            MoveWords::Bccf => match out.last_mut() {
                Some(last) if self.played > 0 => *last |= 1,
                _ => out.extend_from_slice(&bccf::NO_MOVES),
            },
            MoveWords::Bcfen => out.push(bcfen::END),
            MoveWords::Pgc => {
                self.records.end(out);
                self.records.set_result(termination.as_str(), out);
            }
            words => {
                let marker = match termination {
                    // VGN knows no such marker.
                    Termination::BothLose => {
                        self.page.losses.add(LossKind::ResultSentence, 1, self.page.place);
                        Termination::Unknown
                    }
                    other => other,
                };
                self.moves.end(marker, words.say_end(), out);
            }
        }
        let binary = self.format.binary;
        self.tags.end(GameEnd { marker: termination, stalemate: self.stalemate }, &mut self.page);
        self.end_text(binary);
    }

    /// Separates the game from what follows.
    fn end_text(&mut self, binary: bool) {
        self.gap = if binary { 2 } else { 1 };
        self.page.out.extend(core::iter::repeat_n(b'\n', self.gap));
    }
}

/// Appends the end marks of FCN for this board.
#[inline]
fn push_claim(after: &Position, out: &mut Vec<u8>) -> Claim {
    let claim = Claim::of_board(after, Last::No);
    if claim != Claim::Open {
        out.extend_from_slice(claim.marks());
    }
    claim
}

/// A NAG without parts, however large its number.
fn simple(spelled: &str) -> Option<u32> {
    spelled.strip_prefix('$')?.parse().ok()
}

impl VgnWriter {
    fn head(&mut self, head: &Head<'_>) {
        self.gap = 0;
        let own = Some(head.dialect).filter(|dialect| *dialect == Dialect::Vgn);
        let own_moves = own.map(|_| head.last_tag("MoveFormat").unwrap_or("SAN"));
        let own_nags = own.and_then(|_| head.last_tag("NAGFormat")).is_some_and(is_composite);
        let usual = || codes::move_format("FCN").unwrap_or(&codes::MOVE_FORMATS[0]);
        self.format = self.wanted.or_else(|| own_moves.and_then(written_format)).unwrap_or_else(usual);
        self.words = MoveWords::of(self.format);
        self.has_composite = self.composite.unwrap_or(own_nags) && !self.format.binary;
        self.begun = true;
        self.termination = Termination::Unknown;
        (self.stalemate, self.depth, self.just_moved) = (false, 0, None);
        self.played = 0;
        self.flags = 0;
        let how = How { format: self.format, composite: self.has_composite, fen: self.fen, sorted: self.sort_tags };
        self.tags.write(head, how, self.export, &mut self.page.out);
        match self.words {
            MoveWords::Bccf | MoveWords::Bcfen => {}
            MoveWords::Pgc => self.records.begin_with_result(self.tags.expected().as_str(), &mut self.page.out),
            words => {
                self.moves.rows = words.are_rows();
                self.moves.start();
            }
        }
    }

    #[inline]
    fn write_move(&mut self, before: &Position, named: &ParsedMove, spelled: Option<&[u8]>) {
        self.playing = MoveNumber::next_in(before);
        self.flags = 0;
        if self.flag_nags {
            self.due_flags = self.flags_before(before, named);
        }
        self.spelled = false;
        if let Some(spelled) = spelled
            && !self.format.binary
            && !spelled.contains(&b'\n')
        {
            self.spelled = true;
            return self.moves.start_word(self.playing, &mut self.page).extend_from_slice(spelled);
        }
        // The filter drops moves that the notation cannot express.
        let _: Result<(), NoText> = match self.words {
            MoveWords::San => {
                san::write_body(before, named.mv, self.moves.start_word(self.playing, &mut self.page));
                Ok(())
            }
            MoveWords::Fcn(_) => fcn::write_body(before, named.mv, self.moves.start_word(self.playing, &mut self.page)),
            MoveWords::Plain(notation) => {
                let to = self.moves.start_word(self.playing, &mut self.page);
                notation.write(before, named.mv, Last::No, to)
            }
            MoveWords::Bccf => bccf::BCCF.write(before, named.mv, Last::No, &mut self.page.out),
            MoveWords::Pgc => self.records.play_in(before, named.mv, &mut self.page.out),
            MoveWords::Fen | MoveWords::Sfen(..) | MoveWords::Bcfen => Ok(()),
        };
    }

    #[inline]
    fn moved(&mut self, after: &Position) {
        self.played += 1;
        self.see_board(after);
        let mut claim = Claim::Any;
        match self.words {
            _ if self.spelled => {}
            MoveWords::San => self.moves.word(&mut self.page.out).extend_from_slice(san_mark(after)),
            MoveWords::Fcn(_) => claim = push_claim(after, self.moves.word(&mut self.page.out)),
            MoveWords::Sfen(notation, _) => {
                claim = Claim::of_board(after, Last::No);
                notation.write(after, claim, self.moves.start_word(self.playing, &mut self.page));
                if after.rules().free_castling()
                    && let Some(kind) = notation.loss(after)
                {
                    self.page.lose(kind, 1);
                }
                self.lose_hand(notation, after);
            }
            MoveWords::Fen => {
                // A bracket would be the start of a tag.
                let reserve =
                    if after.rules().has_drops() { fen::ReserveForm::Lichess } else { fen::ReserveForm::Usual };
                let style = fen::Style { en_passant: fen::EnPassant::Always, reserve, ..fen::Style::default() };
                fen::append(after, style, self.moves.start_word(self.playing, &mut self.page));
            }
            MoveWords::Bcfen => {
                bcfen::BCFEN.write(after, Claim::Any, &mut self.page.out);
                self.lose_hand(&bcfen::BCFEN, after);
            }
            MoveWords::Bccf => return,
            MoveWords::Plain(_) | MoveWords::Pgc => {}
        }
        self.moves.end_word(claim, &self.page.out);
        if self.flag_nags && !matches!(self.words, MoveWords::Bccf | MoveWords::Bcfen) {
            self.write_flags(after);
        }
    }

    fn nag(&mut self, value: Option<u8>, spelled: &str) {
        if let Some(bit) = value.and_then(|value| value.checked_sub(FIRST_FLAG))
            && bit < 3
            && self.flags >> bit & 1 == 1
        {
            return;
        }
        match self.words {
            MoveWords::Pgc => match nags::as_simple(value, spelled.as_bytes()) {
                Some(value) => self.records.nag(value, &mut self.page.out),
                None => self.page.lose(LossKind::NagComposite, 1),
            },
            _ => self.text_nag(value, spelled),
        }
    }

    fn comment(&mut self, text: &str, form: CommentForm) {
        let mover = self.just_moved.take().filter(|_| self.has_composite && form == CommentForm::Braces);
        if let Some(clock) = mover.and_then(|side| nags::Args::of_clock(text, side)) {
            return self.moves.nag(clock.to_string().as_bytes(), &mut self.page.out);
        }
        match self.words {
            MoveWords::Pgc => {
                if !self.records.comment(text, &mut self.page) {
                    self.page.lose_comment(text);
                }
            }
            _ => self.moves.comment(text, form, &mut self.page),
        }
    }

    fn escape(&mut self, text: &str) {
        if !self.records.escape(text, &mut self.page) {
            self.page.lose(LossKind::EscapedLine, 1);
        }
    }

    fn open(&mut self) {
        self.depth += 1;
        self.just_moved = None;
        match self.words {
            MoveWords::Pgc => {
                self.records.open(&mut self.page.out);
            }
            _ => self.moves.open(self.page.place),
        }
    }

    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.just_moved = None;
        let written = match self.words {
            MoveWords::Pgc => self.records.close(&mut self.page.out),
            _ => self.moves.close(&mut self.page.out),
        };
        // VGN has no empty variation, nor has PGC.
        if !written {
            self.page.lose(LossKind::Variation, 1);
        }
    }
}

impl GameWriter for VgnWriter {
    #[inline]
    fn write(&mut self, step: &Step<'_>) {
        match *step {
            Step::Head(head) => self.head(head),
            Step::Nag { value, spelled } => self.nag(value, spelled),
            Step::Comment { text, form } => self.comment(text, form),
            Step::Escape(text) => self.escape(text),
            Step::Open => self.open(),
            Step::Close => self.close(),
            Step::Inner(termination) => self.moves.inner(termination, &mut self.page.out),
            Step::Termination(termination) => self.termination = termination,
            Step::End(_) => self.end_moves(self.termination),
            Step::Move { .. }
            | Step::Played(_)
            | Step::Place(_)
            | Step::Unplayed(_)
            | Step::Annotation(_)
            | Step::Field(_)
            | Step::Skipped(_)
            | Step::Verbatim(..) => {}
        }
    }

    #[inline]
    fn moving(&mut self, before: &Position, named: &ParsedMove, spelled: Option<Spelling<'_>>) {
        match spelled {
            Some(spelled) => self.write_move(before, named, Some(spelled.text().as_bytes())),
            None => self.write_move(before, named, None),
        }
    }

    #[inline]
    fn played(&mut self, after: &Position) {
        self.moved(after);
    }

    fn takes_short_text(&self) -> Option<&'static dyn MoveNotation> {
        // What precedes a move is not known if it is written at once.
        let at_once = matches!(self.words, MoveWords::San | MoveWords::Fcn(_) | MoveWords::Plain(_) | MoveWords::Bccf);
        (at_once && !self.flag_nags).then_some(self.format.notation())
    }

    fn write_unmarked(&mut self, text: ShortText, after: &Position) {
        self.played += 1;
        self.see_board(after);
        if self.format.binary {
            return swar::push(&mut self.page.out, text.bytes(), text.length());
        }
        let to = self.moves.start_word(MoveNumber::last_before(after), &mut self.page);
        swar::push(to, text.bytes(), text.length());
        let claim = match self.words {
            MoveWords::San => {
                to.extend_from_slice(san_mark(after));
                Claim::Any
            }
            MoveWords::Fcn(_) => push_claim(after, to),
            _ => Claim::Any,
        };
        self.moves.end_word(claim, &self.page.out);
    }

    fn notation(&self) -> &'static notation::NotationSpec {
        self.format.notation().spec()
    }

    fn lacks(&self) -> Lacks {
        self.format.lacks(self.pgc_comments)
    }

    fn copy(&mut self, dialect: Dialect, game: &AsItStood<'_>) -> bool {
        if is_infinite(game.text) {
            return false;
        }
        let binary = copy::append(dialect, game, &mut self.page.out);
        self.end_text(binary);
        true
    }

    fn trailing(&mut self, comments: &[&str]) {
        self.moves.start();
        for text in comments {
            self.moves.comment(text, CommentForm::Braces, &mut self.page);
        }
        self.moves.end_comments(&mut self.page.out);
    }

    fn takes_vgn(&self) -> bool {
        true
    }

    fn starts_anywhere(&self) -> bool {
        true
    }

    fn page(&mut self) -> &mut Page {
        &mut self.page
    }

    fn closing(&self) -> Closing {
        Closing::gap(self.gap)
    }
}
