//! Plays the moves of one game after another: replay, faults, and the resulting steps.

use crate::dialect::vgn::nags;
use crate::dialect::{self, GameSetup};
use crate::error::{Code, Fault};
use crate::event::{Bytes, Event};
use crate::notation::language::{ENGLISH, Letters};
use crate::notation::{MoveError, MoveNotation, ParsedMove, SpellingNotes, Validation, san};
use crate::position::fen;
use crate::read::faults::{Faults, Site, Wording, plain_wording};
use crate::read::record::{Ply, Record};
use crate::read::replay::{GameReplay, Played};
use crate::read::settings::Settings;
use crate::read::unplayed_text::{code_of, wording_of};
use crate::rules::{Color, Position, Undo};
use crate::step::{CommentForm, Dialect, Sink, Spelling, Step};
use crate::text::{self, Encoding, shown};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The state of the game that is being played.
pub struct Player<'a> {
    block: &'a [u8],
    pub(super) letters: &'static Letters,
    pub(super) replay: GameReplay,
    pub(super) faults: Faults<'a>,
    /// The block as text, if all of it is UTF-8, and the encoding of this game.
    utf8: Option<&'a str>,
    encoding: Encoding,
    keep_plies: bool,
    keep_comments: bool,
    /// Whether faults have a ply, because every move is played.
    plies: bool,
    start: Position,
    /// The last move played, for a mark that turns out to be wrong later.
    pub(super) last: LastMove,
    /// The last moves of the lines around the innermost variation, the mainline's first.
    interrupted: Vec<LastMove>,
    /// The notation of the moves of this game; `None` for SAN in `letters`.
    pub(super) notation: Option<&'static dyn MoveNotation>,
    pub(super) dialect: Dialect,
    usual_validation: Validation,
    /// The required checks of moves, whether the rules allow passing, and whether the game is over before its first
    /// move.
    pub(super) validation: Validation,
    pub(super) passing: bool,
    pub(super) over: bool,
    /// Whether composite NAGs were announced.
    composite: bool,
}

/// The place of the last move in the block.
#[derive(Clone, Copy, Default)]
pub(super) struct LastMove {
    pub(super) byte: usize,
    length: usize,
}

/// A move as written in the block.
#[derive(Clone, Copy, Debug)]
pub struct WrittenMove<'w> {
    /// Where it starts.
    pub start: usize,
    /// Its text in the notation of the game.
    pub word: &'w [u8],
}

impl<'a> Player<'a> {
    pub(super) fn new(block: &'a [u8], settings: &Settings) -> Player<'a> {
        Player {
            block,
            letters: settings.letters.unwrap_or(&ENGLISH),
            replay: GameReplay::new(),
            faults: Faults::new(block, settings),
            utf8: None,
            encoding: Encoding::Utf8,
            keep_plies: settings.keep_plies,
            keep_comments: settings.keep_comments,
            plies: settings.depth == super::Depth::Positions,
            start: Position::start(),
            last: LastMove::default(),
            interrupted: Vec::new(),
            notation: None,
            dialect: Dialect::Pgn,
            usual_validation: settings.validation,
            validation: settings.validation,
            passing: false,
            over: false,
            composite: false,
        }
    }

    /// The next game starts.
    #[inline]
    pub(super) fn start_game(&mut self, utf8: Option<&'a str>, encoding: Encoding) {
        self.utf8 = utf8;
        self.encoding = encoding;
        self.interrupted.clear();
    }

    /// Returns to the mainline from any open variations.
    pub(super) fn close_all(&mut self) {
        self.replay.close_all();
        self.last = self.interrupted.drain(..).next().unwrap_or(self.last);
    }

    /// Applies what the tags determine about the moves: the game starts at `start` unless they give another start. The record
    /// determines whether its moves are played.
    pub(super) fn set_up(&mut self, start: &Position, setup: Option<Box<GameSetup<'a, '_>>>, record: &mut Record<'a>) {
        self.validation = self.usual_validation;
        (self.passing, self.over, self.composite) = (false, false, false);
        match setup {
            None => self.start.clone_from(start),
            Some(setup) => self.take_over(*setup, record),
        }
        self.replay.start(&self.start, record.played);
    }

    #[cold]
    fn take_over(&mut self, setup: GameSetup<'a, '_>, record: &mut Record<'a>) {
        let GameSetup { start, faults, refused, validation, passing, over, composite } = setup;
        self.start.clone_from(&start);
        (self.validation, self.passing, self.over, self.composite) = (validation, passing, over, composite);
        record.played &= refused.is_none();
        for fault in faults.into_iter().chain(refused) {
            self.add(&fault);
        }
    }

    #[cold]
    fn add(&mut self, fault: &dialect::TagFault<'a>) {
        match &fault.message {
            None => self.fault(fault.byte, fault.code, &fault.text),
            Some(message) => {
                let site = Site { code: fault.code, byte: fault.byte, text: &fault.text, ply: Some(0), number: None };
                self.faults.add(site, || Wording { message: message.clone(), fen: None });
            }
        }
    }

    /// The encoding of this game.
    pub(super) fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The position that the game starts from.
    pub(super) fn start(&self) -> &Position {
        &self.start
    }

    /// The current position.
    #[inline]
    pub fn position(&self) -> &Position {
        self.replay.position()
    }

    /// The last move that was played; meaningless before the first one.
    #[inline]
    pub(crate) fn last_move(&self) -> &Undo {
        self.replay.last()
    }

    /// Whether moves are still played here.
    #[inline]
    pub(crate) fn is_running(&self) -> bool {
        self.replay.is_running()
    }

    /// Whether the first move of the mainline is still to come.
    #[inline]
    pub(super) fn is_before_first_move(&self) -> bool {
        self.replay.is_before_first_move()
    }

    /// Finds the move of a word in strict SAN. If there is none, the state does not change.
    #[inline(always)]
    pub(crate) fn resolve_strict(&self, word: san::Short) -> san::Proper {
        self.replay.resolve_strict(word, self.letters)
    }

    /// Whether the game is over before its first move, which has not been reported yet.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The notation of the moves; `None` for SAN.
    #[inline]
    pub fn notation(&self) -> Option<&'static dyn MoveNotation> {
        self.notation
    }

    /// Plays a move that was found in the position.
    #[inline(always)]
    pub fn play<S: Sink>(
        &mut self,
        written: WrittenMove<'_>,
        named: ParsedMove,
        record: &mut Record<'a>,
        sink: &mut S,
    ) {
        self.play_written::<true, S>(written, named, record, sink);
    }

    /// Plays a move that was found in the position, and that has no text in the source.
    pub(crate) fn play_unwritten<S: Sink>(
        &mut self,
        start: usize,
        named: ParsedMove,
        record: &mut Record<'a>,
        sink: &mut S,
    ) {
        self.play_written::<false, S>(WrittenMove { start, word: b"" }, named, record, sink);
    }

    #[inline(always)]
    fn play_written<const SPELLED: bool, S: Sink>(
        &mut self,
        written: WrittenMove<'_>,
        named: ParsedMove,
        record: &mut Record<'a>,
        sink: &mut S,
    ) {
        let WrittenMove { start, word } = written;
        let ParsedMove { notes, illegal, .. } = named;
        if sink.is_listening() {
            // A move read as SAN without a note has the text that would be written.
            let proper_san = self.notation.is_none() && notes.is_empty() && !illegal;
            let spelled = Spelling { bytes: word, encoding: self.encoding, proper_san };
            let spelled = SPELLED.then_some(spelled);
            sink.take(Step::Move { before: self.replay.position(), named: &named, spelled });
        }
        if illegal && self.replay.depth() == 0 && record.legal_plies.is_none() {
            record.legal_plies = Some(self.replay.ply());
            record.end.clone_from(self.replay.position());
            if self.keep_plies {
                record.first_illegal = Some(self.illegal(WrittenMove { start, word }));
            }
        }
        let played = self.replay.play(named);
        if played.disproved_mate {
            self.wrong_mark(self.last, self.replay.ply() - 1);
        }
        self.last = LastMove { byte: start, length: word.len() };
        if !notes.is_empty() || played.oddities != 0 || illegal {
            self.note_move(word, (notes, illegal), played.oddities);
        }
        if self.keep_plies && self.replay.depth() == 0 && record.legal_plies.is_none() {
            record.plies.push(Ply::played(self.replay.last(), self.replay.position()));
        }
        sink.take(Step::Played(self.replay.position()));
    }

    /// Takes a comment that follows the last move.
    #[inline]
    pub fn comment<S: Sink>(&mut self, text: Bytes<'a>, form: CommentForm, record: &mut Record<'a>, sink: &mut S) {
        if sink.is_listening() {
            sink.take(Step::Comment { text: &text_of(self.utf8, self.encoding, &text), form });
        }
        // Text after a move that could not be played does not belong to the last one that could.
        if self.keep_comments && self.replay.depth() == 0 && self.replay.is_running() {
            record.comments.push((self.replay.ply(), text));
        }
    }

    /// Takes words without a meaning, which were reported. They are kept as a comment.
    #[cold]
    pub(super) fn stray<S: Sink>(&mut self, text: Bytes<'a>, record: &mut Record<'a>, sink: &mut S) {
        self.comment(text, CommentForm::Braces, record, sink);
    }

    /// The NAG of a sign. Some are about the side that moved: the even number is White's.
    fn nag_of_side(&self, nag: u8) -> u8 {
        let names_side = matches!(nag, 22 | 32 | 36 | 40 | 132 | 138);
        if names_side && self.replay.has_begun() && self.position().turn() == Color::White { nag + 1 } else { nag }
    }

    /// Takes a word that could not be played, or follows one.
    #[cold]
    pub(super) fn unplayed<S: Sink>(&mut self, start: usize, word: &[u8], sink: &mut S) {
        if self.replay.loses_variation() {
            self.fault(start, Code::VariationUnplayed, word);
        }
        if !sink.is_listening() {
            return;
        }
        if self.notation.is_some_and(|notation| notation.spec().binary) {
            // Shown as hex, because raw bytes cannot be part of a text.
            sink.take(Step::Unplayed(&text::hex(word)));
        } else {
            sink.take(Step::Unplayed(&text_of(self.utf8, self.encoding, word)));
        }
    }

    /// Handles everything except moves.
    #[inline(never)]
    pub(super) fn other<S: Sink>(&mut self, start: usize, event: Event<'a>, record: &mut Record<'a>, sink: &mut S) {
        match event {
            Event::Open => {
                if !self.replay.open() {
                    self.fault(start, Code::VariationEmpty, b"(");
                }
                self.interrupted.push(self.last);
                sink.take(Step::Open);
            }
            Event::Close => {
                self.end_variation();
                self.replay.close();
                self.last = self.interrupted.pop().unwrap_or(self.last);
                sink.take(Step::Close);
            }
            Event::Comment { text, form } => self.comment(text, form, record, sink),
            Event::Number { value, half, dots } => self.number(start, value, half, dots),
            Event::Nag { value, spelled } => {
                let value = match value {
                    // Documents give numbers, not signs.
                    Some(nag) if !spelled.is_empty() && !spelled.starts_with(b"$") => Some(self.nag_of_side(nag)),
                    None => match self.clock(&spelled) {
                        Some(clock) => {
                            return self.comment(clock.into_bytes().into(), CommentForm::Braces, record, sink);
                        }
                        None => {
                            self.odd_nag(start, &spelled);
                            None
                        }
                    },
                    value => value,
                };
                if sink.is_listening() {
                    sink.take(Step::Nag { value, spelled: &text::decode(&spelled, self.encoding) });
                }
            }
            Event::Escape(text) => {
                if sink.is_listening() {
                    sink.take(Step::Escape(&text::decode(&text, self.encoding)));
                }
            }
            Event::Annotation(text) => {
                if sink.is_listening() {
                    sink.take(Step::Annotation(&text_of(self.utf8, self.encoding, &text)));
                }
            }
            Event::Field(text) => {
                if sink.is_listening() {
                    sink.take(Step::Field(&text_of(self.utf8, self.encoding, &text)));
                }
            }
            Event::Skipped(text) => {
                if sink.is_listening() {
                    sink.take(Step::Skipped(&text_of(self.utf8, self.encoding, &text)));
                }
            }
            Event::Verbatim(part, text) => {
                if sink.is_listening() {
                    sink.take(Step::Verbatim(part, &text_of(self.utf8, self.encoding, &text)));
                }
            }
            Event::Stray(text) => self.stray(text, record, sink),
            Event::Inner(termination) => sink.take(Step::Inner(termination)),
            Event::Termination(termination) => {
                record.termination = Some(termination);
                sink.take(Step::Termination(termination));
            }
            // Tags precede the moves, and moves are played elsewhere.
            Event::Tag(_) | Event::Begin | Event::Move(_) | Event::Unplayed(_) => {}
        }
    }

    /// A move number with this many dots; `half` in VGN: `12.5`.
    fn number(&mut self, start: usize, value: u32, half: bool, dots: u8) {
        if !self.replay.is_running() {
            return;
        }
        let position = self.replay.position();
        // PGN may have any number of dots after a number, and VGN those that name the side.
        let is_sides = self.dialect == Dialect::Pgn && !half || half == (position.turn() == Color::Black) && dots <= 1;
        if value != position.fullmove() || !is_sides {
            self.wrong_number(start, value, false);
        }
    }

    /// The command with the meaning of a composite NAG: the time that is left to the side that has just moved.
    #[cold]
    fn clock(&self, spelled: &[u8]) -> Option<String> {
        let args = nags::Args::read(spelled).filter(|_| self.composite && self.replay.has_begun())?;
        args.clock(self.replay.position().turn().other())
    }

    /// A NAG that is not a number up to 255. Composite NAGs are valid if a tag announces them.
    #[cold]
    fn odd_nag(&mut self, start: usize, spelled: &[u8]) {
        let composite = spelled.contains(&b'.');
        if !(composite && self.composite) {
            self.fault(start, if composite { Code::NagComposite } else { Code::NagRange }, spelled);
        }
    }

    /// Reports what only the end of a variation or of the mainline shows.
    pub(super) fn end_variation(&mut self) {
        if self.replay.wrong_last_mark() {
            self.wrong_mark(self.last, self.replay.ply());
        }
    }

    /// A fault of the text, at the next ply if plies are known.
    #[cold]
    pub(super) fn fault(&mut self, byte: usize, code: Code, text: &[u8]) {
        let ply = self.plies.then(|| self.replay.ply());
        self.faults.add(Site { code, byte, text, ply, number: None }, || plain_wording(code, text));
    }

    /// A fault of the game as a whole.
    #[cold]
    pub(super) fn fault_without_ply(&mut self, byte: usize, code: Code) {
        self.faults.add(Site { code, byte, text: b"", ply: None, number: None }, || plain_wording(code, b""));
    }
}

/// The text of some bytes of a game. `utf8` is a text that may contain them and is known to be UTF-8, so they need not
/// be checked again.
#[inline]
pub(super) fn text_of<'t>(utf8: Option<&'t str>, encoding: Encoding, bytes: &'t [u8]) -> Cow<'t, str> {
    match utf8.and_then(|whole| text::part_of(whole, bytes)) {
        Some(text) if encoding != Encoding::Latin1 => Cow::Borrowed(text),
        _ => text::decode(bytes, encoding),
    }
}

impl<'a> Player<'a> {
    /// A word that is not a move here.
    #[cold]
    pub(super) fn bad_move(&mut self, byte: usize, word: &[u8], error: MoveError) {
        let binary = self.is_binary();
        let code = if binary { error.code() } else { code_of(word, error) };
        let text = shown_word(word, binary);
        let site = Site { code, byte, text: &text, ply: Some(self.replay.ply() + 1), number: Some(self.move_number()) };
        let (position, letters) = (self.replay.position(), self.letters);
        self.faults.add(site, || wording_of(position, (&text, code), error, letters));
    }

    /// Reports notes about the move that was just played.
    #[cold]
    pub(super) fn note_move(&mut self, word: &[u8], (mut notes, illegal): (SpellingNotes, bool), oddities: u8) {
        notes.add_if(oddities & Played::WRONG_MARK != 0, Code::CheckSign);
        let illegal = illegal.then_some(Code::IllegalMove);
        let late = (oddities & Played::LATE != 0 && self.replay.depth() == 0).then_some(Code::MovesAfterEnd);
        let text = shown_word(word, self.is_binary());
        for code in notes.iter().chain(illegal).chain(late) {
            let site = Site { code, byte: self.last.byte, text: &text, ply: Some(self.replay.ply()), number: None };
            self.faults.add(site, || plain_wording(code, &text));
        }
    }

    /// Reports an illegal move that is about to be played.
    #[cold]
    pub(super) fn illegal(&mut self, written: WrittenMove<'_>) -> Fault {
        let text = shown_word(written.word, self.is_binary());
        let ply = Some(self.replay.ply() + 1);
        let number = Some(self.move_number());
        let site = Site { code: Code::IllegalMove, byte: written.start, text: &text, ply, number };
        let message = format!("the move `{}` is not legal", shown(&text));
        let fen = Some(fen::write(self.replay.position(), fen::Style::default()));
        self.faults.fault(site, Wording { message, fen })
    }

    /// Reports that the mark of an earlier move is wrong.
    #[cold]
    pub(super) fn wrong_mark(&mut self, last: LastMove, ply: u32) {
        let word = self.word(last);
        let site = Site { code: Code::CheckSign, byte: last.byte, text: word, ply: Some(ply), number: None };
        self.faults.add(site, || plain_wording(Code::CheckSign, word));
    }

    /// Reports a move number that differs from that of the next move, or follows another number.
    #[cold]
    pub(super) fn wrong_number(&mut self, byte: usize, value: u32, doubled: bool) {
        let (number, black) = self.move_number();
        let text = format!("{value}");
        let site = Site {
            code: Code::MoveNumber,
            byte,
            text: text.as_bytes(),
            ply: Some(self.replay.ply() + 1),
            number: Some((number, black)),
        };
        let dots = if black { "..." } else { "." };
        self.faults.add(site, || Wording {
            message: if doubled {
                format!("the number `{value}` follows another number")
            } else {
                format!("the number `{value}` precedes move {number}{dots}")
            },
            fen: None,
        });
    }

    /// Reports that the move just played is illegal, though it is not marked so in its document.
    #[cold]
    pub(crate) fn unmarked_illegal(&mut self, byte: usize, word: &[u8]) {
        let site = Site { code: Code::FieldMissing, byte, text: word, ply: Some(self.replay.ply()), number: None };
        self.faults.add(site, || Wording {
            message: format!("`{}` is not legal, but has no field `illegal`", shown(word)),
            fen: None,
        });
    }

    /// Reports a field of the move just played, its key and its value, that contradicts the board. `board` is the value
    /// on the board; empty if the move cannot have the field.
    #[cold]
    pub(crate) fn field_differs(&mut self, byte: usize, (key, said): (&str, &[u8]), board: &str) {
        let code = Code::FieldDiffers;
        let site = Site { code, byte, text: said, ply: Some(self.replay.ply()), number: None };
        self.faults.add(site, || {
            let said = shown(said);
            let message = match board {
                "" => format!("the field `{key}` is `{said}`, but this move cannot have it"),
                board => format!("the field `{key}` is `{said}`, but the board gives `{board}`"),
            };
            Wording { message, fen: None }
        });
    }

    /// The bytes of a move that was played.
    pub(super) fn word(&self, last: LastMove) -> &'a [u8] {
        if self.faults.in_bits {
            // Only moves with a stored spelling can be shown, and these may start at any bit.
            return b"";
        }
        self.block.get(last.byte..last.byte + last.length).unwrap_or_default()
    }

    /// The number of the move to come, for messages.
    fn move_number(&self) -> (u32, bool) {
        let position = self.replay.position();
        (position.fullmove(), position.turn() == Color::Black)
    }

    fn is_binary(&self) -> bool {
        self.notation.is_some_and(|notation| notation.spec().binary)
    }
}

/// The text of a move as shown in messages: bytes in hex.
fn shown_word(word: &[u8], binary: bool) -> Cow<'_, [u8]> {
    if binary { Cow::Owned(text::hex(word).into_bytes()) } else { Cow::Borrowed(word) }
}
