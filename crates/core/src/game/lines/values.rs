//! Games as rows of named values: tags, the moves as one value, `FEN` for where a game starts and `Result` for how it ends.
//! The format decides how a row is laid out.

use super::BoardRow;
use super::headings::{CellTag, ColumnHeading, MOVES, listed};
use super::moves::MoveWriter;
use crate::dialect::{needs_variant, variant_tag};
use crate::error::Code;
use crate::event::{Bytes, Escapes, Tag};
use crate::game::format::OptionSpec;
use crate::game::text_output::TextOutput;
use crate::loss::LossKind;
use crate::notation::{self, MoveNotation, ParsedMove};
use crate::position::epd::{TAG, operations};
use crate::position::fen;
use crate::rules::Position;
use crate::step::{Head, Spelling, Step, Termination};
use crate::write::{GameWriter, Lacks, Page, says_more};
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// The option that sets what is written.
pub(in crate::game) const FIELDS: OptionSpec = OptionSpec {
    id: "fields",
    values: &["TEXT"],
    default: USUAL,
    doc: "the columns in order: tags, operations of EPD and `moves`, or `NAME=TAG` for a column with a different name",
    reads: false,
};

/// The values that are written unless others are named.
const USUAL: &str = "Event,Site,Date,Round,White,Black,Result,WhiteElo,BlackElo,ECO,Variant,FEN,moves";

/// The steps that such formats lack, unless a value holds a tag; and what they cannot always express.
pub(in crate::game) const LACKS: Lacks = Lacks::ANNOTATION.and(Lacks::TAGS);
pub(in crate::game) const LOSSES: &[LossKind] = &[
    LossKind::ResultSentence,
    LossKind::TagText,
    LossKind::Start,
    LossKind::OddStart,
    LossKind::Result,
    LossKind::Character,
    LossKind::Variant,
];

/// The tag that announces a FEN.
const SET_UP: &[u8] = b"SetUp";

/// The values to be written.
#[derive(Clone)]
pub(in crate::game) struct Columns {
    /// Their names.
    pub(in crate::game) names: Vec<String>,
    /// What they hold.
    holds: Vec<String>,
}

impl Columns {
    /// The columns that an option lists, `TAG` or `NAME=TAG`. The moves come last unless it gives their place.
    pub(in crate::game) fn of(option: &str) -> Columns {
        let mut pairs: Vec<_> = listed(option).collect();
        if !pairs.iter().any(|(_, holds)| *holds == MOVES) {
            pairs.push((MOVES, MOVES));
        }
        let (names, holds) = pairs.into_iter().map(|(name, holds)| (name.into(), holds.into())).unzip();
        Columns { names, holds }
    }

    fn position(&self, holds: &str) -> Option<usize> {
        self.holds.iter().position(|held| held == holds)
    }
}

/// How many columns are written unless others are named. The moves are the last of them.
pub(super) fn usual_columns() -> usize {
    listed(USUAL).count()
}

impl<'a> BoardRow<'a> {
    /// Adds the value of a column, whose text is here in the block.
    pub(in crate::game) fn value(&mut self, at: Range<usize>, heading: &ColumnHeading<'a>, value: Bytes<'a>) {
        if heading.is_moves() {
            return self.moves(at, value);
        }
        if value.is_empty() || *heading.name == *SET_UP && self.has(SET_UP) {
            return;
        }
        if value.len() as u64 > self.limits.tag {
            return self.fault(at.start, Code::LimitTag, b"");
        }
        let CellTag { name, value, marker } = heading.tag(value);
        if *name == *b"FEN" && !self.has(SET_UP) {
            self.tag(at.start, Tag::plain(SET_UP, b"1"));
        }
        self.marker = marker.or(self.marker);
        self.tag(at.start, Tag { name, raw: value, escapes: Escapes::None });
    }

    /// Finds the moves in a cell.
    fn moves(&mut self, at: Range<usize>, value: Bytes<'a>) {
        if is_text_of_pgn(&value) {
            return self.embed(at, &value);
        }
        if let Some(entries) = list_of(&value) {
            self.words.read_in(notation_of(entries));
            return self.words.read_list(at);
        }
        self.words.read_in(notation_of(&value));
        self.quoted = value.len() < at.len();
        // No move starts with a quote: it is there so that no spreadsheet takes the moves for a formula.
        let quoted = usize::from(value.first() == Some(&b'\''));
        self.words.read(at.start + quoted..at.end);
    }
}

/// What follows the first quote of moves that are the text of a list: `['e4', 'e5']`, or the same with other quotes.
fn list_of(moves: &[u8]) -> Option<&[u8]> {
    match moves.trim_ascii() {
        [b'[', b'\'' | b'"', entries @ .., b']'] => Some(entries),
        _ => None,
    }
}

/// Whether moves are a whole text of PGN, with tags.
fn is_text_of_pgn(moves: &[u8]) -> bool {
    matches!(moves.trim_ascii_start(), [b'[', b'A'..=b'Z' | b'a'..=b'z', ..])
}

/// The notation of the moves, determined by the first one that only one notation has: not castling, nor a capture
/// with its origin, which SAN may need too. If this is uncertain, it is SAN, because SAN is read leniently.
pub(super) fn notation_of(moves: &[u8]) -> &'static dyn MoveNotation {
    let is_numeral = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    let told = moves.split(u8::is_ascii_whitespace).find_map(|word| {
        let word = &word[word.iter().take_while(|byte| is_numeral(byte)).count()..];
        let found: Option<&'static dyn MoveNotation> = match word {
            [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8', ..] => Some(&notation::uci::Uci),
            [b'a'..=b'h', b'1'..=b'8', b'-', ..] | [_, b'a'..=b'h', b'1'..=b'8', b'-', ..] => Some(&notation::lan::Lan),
            [b'a'..=b'h', b'1'..=b'8', b'x', ..] | [_, b'a'..=b'h', b'1'..=b'8', b'x', ..] => None,
            [] | [b'O' | b'o' | b'-', ..] => None,
            _ => Some(notation::ALL[0]),
        };
        found
    });
    told.unwrap_or(notation::ALL[0])
}

/// The operands of an operation of EPD, if no tag has the name.
fn operation(head: &Head<'_>, name: &str) -> String {
    let said = head.tag(TAG).unwrap_or_default();
    operations(said).find(|(opcode, _)| *opcode == name).map(|(_, operands)| operands).unwrap_or_default()
}

/// Writes games, a row each. `L` appends a row of values; how many of them it had to change is counted.
pub(in crate::game) struct RowWriter<L> {
    layout: L,
    columns: Columns,
    moves: MoveWriter,
    /// The values of this game, and where it starts in what is written.
    values: Vec<String>,
    start: usize,
    text: TextOutput,
    /// Whether the marker follows the moves if no column has it.
    marker: bool,
}

impl<L: Fn(&mut [String], &mut Vec<u8>) -> u64> RowWriter<L> {
    /// Writes these columns, the moves among them in this notation.
    pub(in crate::game) fn new(layout: L, columns: Columns, notation: &'static dyn MoveNotation) -> RowWriter<L> {
        RowWriter {
            layout,
            columns,
            moves: MoveWriter::new(notation, LACKS),
            values: Vec::new(),
            start: 0,
            text: TextOutput::default(),
            marker: true,
        }
    }

    /// The same, with or without a marker after the moves of games whose result no column has.
    pub(in crate::game) fn with_marker(self, marker: bool) -> RowWriter<L> {
        RowWriter { marker, ..self }
    }

    /// The same, with text in this encoding.
    pub(in crate::game) fn encoded(self, text: TextOutput) -> RowWriter<L> {
        RowWriter { text, ..self }
    }

    fn head(&mut self, head: &Head<'_>) {
        let chess960 = head.start.rules().free_castling();
        // Without the Variant, files for castling rights show which rules these are.
        let named = self.columns.position("Variant").is_some();
        let is_other = !head.start.rules().is_chess();
        let castling = if chess960 && !named { fen::Castling::Shredder } else { fen::Castling::XFen };
        let tag = |name: &str| head.tag(name).unwrap_or_default();
        let value = |name: &String| match name.as_str() {
            "FEN" if head.standard_start => String::new(),
            "FEN" => fen::write(head.start, fen::Style { castling, ..fen::Style::default() }),
            "Variant" if is_other && tag("Variant").is_empty() => variant_tag(head.start).into_owned(),
            "Variant" if chess960 && tag("Variant").is_empty() => "Chess960".into(),
            name => head.tag(name).map_or_else(|| operation(head, name), Into::into),
        };
        self.values = self.columns.holds.iter().map(value).collect();
        self.start = self.page().out.len();
        if !head.standard_start && self.columns.position("FEN").is_none() {
            self.page().lose(LossKind::Start, 1);
        }
        if is_other && !named && (self.columns.position("FEN").is_none() || needs_variant(head.start)) {
            self.page().lose(LossKind::Variant, 1);
        }
        let repeated = self.repeated(head);
        self.page().lose(LossKind::Tag, repeated);
    }

    /// How many tags have a column that holds an earlier tag of the same name.
    fn repeated(&self, head: &Head<'_>) -> u64 {
        let is_earlier = |at: usize, name: &str| head.tags[..at].iter().any(|(earlier, _)| earlier == name);
        let kept = head.tags.iter().enumerate().filter(|(_, (name, _))| self.columns.position(name).is_some());
        kept.filter(|(at, (name, value))| says_more(name, value) && is_earlier(*at, name)).count() as u64
    }

    /// The marker follows the moves only if no value can express it.
    fn termination(&mut self, step: &Step<'_>, termination: Termination) {
        match self.columns.position("Result") {
            Some(at) if !says_more("Result", &self.values[at]) || self.values[at].is_empty() => {
                self.values[at] = termination.as_str().into();
            }
            _ if self.marker => self.moves.write(step),
            _ => self.page().lose(LossKind::Result, u64::from(termination != Termination::Unknown)),
        }
    }

    fn end(&mut self) {
        let start = self.start;
        let moves = self.page().out.split_off(start);
        if let Some(value) = self.columns.position(MOVES).and_then(|at| self.values.get_mut(at)) {
            *value = String::from_utf8_lossy(&moves).trim_end().into();
        }
        let changed = (self.layout)(&mut self.values, &mut self.moves.page().out);
        self.page().lose(LossKind::TagText, changed);
        self.text.encode(start, self.moves.page());
    }
}

impl<L: Fn(&mut [String], &mut Vec<u8>) -> u64> GameWriter for RowWriter<L> {
    #[inline]
    fn write(&mut self, step: &Step<'_>) {
        match *step {
            Step::Head(head) => self.head(head),
            Step::Termination(termination) => self.termination(step, termination),
            Step::End(_) => self.end(),
            _ => self.moves.write(step),
        }
    }

    #[inline]
    fn moving(&mut self, before: &Position, named: &ParsedMove, spelled: Option<Spelling<'_>>) {
        self.moves.moving(before, named, spelled);
    }

    #[inline]
    fn played(&mut self, after: &Position) {
        self.moves.played(after);
    }

    fn notation(&self) -> &'static notation::NotationSpec {
        self.moves.notation()
    }

    fn lacks(&self) -> Lacks {
        LACKS
    }

    fn keeps_tag(&self, _head: &Head<'_>, name: &str) -> bool {
        self.columns.position(name).is_some()
    }

    fn page(&mut self) -> &mut Page {
        self.moves.page()
    }
}
