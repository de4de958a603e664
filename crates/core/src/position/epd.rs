//! EPD: the first four fields of a FEN, then operations. `… w - - bm Qd1+; id "BK.01";`.
//!
//! The clocks are two of the operations, `hmvc` and `fmvn`. Unknown operations are kept as they were written.

use super::error::error;
use super::from_fields::{self, Unsaid};
use super::reserve::{self, Located};
use super::{BoardNote, PositionError, PositionFields, PositionNotation, Read, fen};
use crate::error::Code;
use crate::loss::LossKind;
use crate::notation::{Claim, NotationSpec, Validation, WordUse, language, san};
use crate::position::fields::FirstWords;
use crate::rules::{Move, Position, Rules};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The notation. [`Epd`] is a position with its operations; here they are read and left out.
pub struct EpdBoard;

/// The notation, for the list of notations.
pub static EPD: EpdBoard = EpdBoard;

/// The tag that keeps the operations of a board that was read as a game.
pub const TAG: &str = "EPD";

static SPEC: NotationSpec = NotationSpec {
    id: "epd",
    title: "Extended Position Description",
    source: "PGN standard (1994), section 16.2; X-FEN for castling",
    example: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; id \"start\";",
    version: "1994",
    pattern: r#"(?:(?:[KQRBNPkqrbnp]~?|[1-8]){1,8}/){7}(?:[KQRBNPkqrbnp]~?|[1-8]){1,8}(?:\[[QRBNPqrbnp]*\])? [wb] (?:-|[A-HKQ]{1,2}[a-hkq]{0,2}|[a-hkq]{1,2}) (?:-|[a-h][1-8])(?: [0-3]\+[0-3])?(?: [A-Za-z][A-Za-z0-9_]{0,14}(?: (?:"[^"\n\r]*"|[^ \t\n\x0b\x0c\r";]+))*;)*"#,
    binary: false,
    words: WordUse::NOWHERE,
    losses: &[LossKind::Result],
    limits: Some(
        "a position alone keeps only the clock operations: `hmvc` and `fmvn`; the en passant square is written only if an en passant capture is legal",
    ),
};

impl PositionNotation for EpdBoard {
    fn spec(&self) -> &'static NotationSpec {
        &SPEC
    }

    fn usual_validation(&self) -> Validation {
        Validation::Full
    }

    fn write(&self, position: &Position, _claim: Claim, out: &mut Vec<u8>) {
        write(position, &[], out);
    }

    fn read<'t>(
        &self,
        text: &'t [u8],
        rules: Option<Rules>,
        validation: Validation,
    ) -> Result<Read<'t>, PositionError> {
        from_fields::position(self.fields(text)?, Unsaid::Forgotten, rules, validation)
    }

    fn fields<'t>(&self, text: &'t [u8]) -> Result<PositionFields<'t>, PositionError> {
        Ok(split(text)?.0)
    }
}

/// A position with operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The position, with the clocks of `hmvc` and `fmvn`.
    pub position: Position,
    /// The operations in their order, those of the clocks included.
    pub operations: Vec<Operation>,
}

/// An opcode and its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The opcode as it was written: `bm`, `id`, `c0` …
    pub opcode: Vec<u8>,
    /// What follows it.
    pub operands: Vec<Operand>,
}

/// One operand, interpreted according to its opcode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A number.
    Number(i64),
    /// A legal move: of `pv` in the position after the moves before it, of others in the EPD's own.
    Move(Move),
    /// A text in quotes, without them.
    Quoted(Vec<u8>),
    /// Any other word: all operands of unknown opcodes, and operands that do not fit their opcode.
    Word(Vec<u8>),
}

/// What an opcode's operands are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OperandKind {
    /// None.
    Nothing,
    /// One number.
    Number,
    /// One number that a clock can show.
    Counter,
    /// A text.
    Text,
    /// Any number of moves that could be played now.
    Moves,
    /// One such move.
    Move,
    /// Moves one after another.
    Variation,
    /// Anything.
    Any,
}

/// The opcodes of section 16.2.5. `c0` to `c9` and `v0` to `v9` are texts too.
#[rustfmt::skip]
const OPCODES: &[(&str, OperandKind)] = &[
    ("acd", OperandKind::Number),
    ("acn", OperandKind::Number),
    ("acs", OperandKind::Number),
    ("am", OperandKind::Moves),
    ("bm", OperandKind::Moves),
    ("ce", OperandKind::Number),
    ("dm", OperandKind::Number),
    ("draw_accept", OperandKind::Nothing),
    ("draw_claim", OperandKind::Nothing),
    ("draw_offer", OperandKind::Nothing),
    ("draw_reject", OperandKind::Nothing),
    ("eco", OperandKind::Text),
    ("fmvn", OperandKind::Counter),
    ("hmvc", OperandKind::Counter),
    ("id", OperandKind::Text),
    ("nic", OperandKind::Text),
    ("noop", OperandKind::Any),
    ("pm", OperandKind::Move),
    ("pv", OperandKind::Variation),
    ("rc", OperandKind::Number),
    ("resign", OperandKind::Nothing),
    ("sm", OperandKind::Move),
    ("tcgs", OperandKind::Number),
    ("tcri", OperandKind::Text),
    ("tcsi", OperandKind::Text),
];

fn kind_of(opcode: &[u8]) -> OperandKind {
    match opcode {
        [b'c' | b'v', b'0'..=b'9'] => OperandKind::Text,
        _ => OPCODES.iter().find(|(name, _)| name.as_bytes() == opcode).map_or(OperandKind::Any, |(_, kind)| *kind),
    }
}

impl Epd {
    /// Reads a position with its operations, and returns the leniencies taken, one of each kind. Otherwise as
    /// [`PositionNotation::read`].
    ///
    /// # Errors
    /// If the four fields are not a position, or `validation` rejects it. No operation is an error.
    pub fn read(
        text: &[u8],
        rules: Option<Rules>,
        validation: Validation,
    ) -> Result<(Epd, Vec<BoardNote>), PositionError> {
        let (fields, words) = split(text)?;
        let Read { position, notes, .. } = from_fields::position(fields, Unsaid::Forgotten, rules, validation)?;
        let mut notes: Vec<BoardNote> = notes.into_iter().map(|code| BoardNote { code, word: None }).collect();
        let mut note = |code, (at, word): Located<'_>| {
            if !notes.iter().any(|note| note.code == code) {
                notes.push(BoardNote { code, word: Some((at, word.to_vec())) });
            }
        };
        let operations = words.into_iter().map(|((at, opcode), words)| {
            if !is_opcode(opcode) {
                note(Code::EpdOperand, (at, opcode));
            }
            let mut opcode = opcode.to_vec();
            if opcode.starts_with(b"\"") && (opcode.len() == 1 || !opcode.ends_with(b"\"")) {
                opcode.push(b'"');
            }
            Operation { operands: operands(&position, kind_of(&opcode), words, &mut note), opcode }
        });
        let mut operations: Vec<Operation> = operations.collect();
        for (opcode, value, usual) in clocks(&position) {
            let mut stands = false;
            for operation in operations.iter_mut().filter(|operation| operation.opcode == opcode.as_bytes()) {
                if let [Operand::Number(said)] = &mut operation.operands[..] {
                    (*said, stands) = (value.into(), true);
                }
            }
            if !stands && value != usual {
                operations
                    .push(Operation { opcode: opcode.into(), operands: alloc::vec![Operand::Number(value.into())] });
            }
        }
        Ok((Epd { position, operations }, notes))
    }

    /// A position and the meaning of these operations for it, which were read with it before.
    ///
    /// # Errors
    /// If the operations do not fit after its fields.
    pub fn of(position: &Position, operations: &str) -> Result<Epd, PositionError> {
        let mut line = Vec::with_capacity(80 + operations.len());
        fen::append_four(position, fen::Style::default(), &mut line);
        line.push(b' ');
        line.extend_from_slice(operations.as_bytes());
        let (said, _) = Epd::read(&line, Some(position.rules()), Validation::Off)?;
        Ok(Epd { position: position.clone(), ..said })
    }

    /// Appends the text.
    pub fn write(&self, out: &mut Vec<u8>) {
        write(&self.position, &self.operations, out);
    }

    /// The operands of one of the operations as texts: moves in SAN, no quotes.
    pub fn texts(&self, operation: &Operation) -> Vec<Vec<u8>> {
        let mut here = self.position.clone();
        let text = |operand: &Operand| {
            let mut out = Vec::new();
            write_operand(&mut here, operation, operand, &mut out);
            out
        };
        operation.operands.iter().map(text).collect()
    }

    /// The operands of this opcode.
    pub fn get(&self, opcode: &str) -> Option<&[Operand]> {
        let found = self.operations.iter().find(|operation| operation.opcode == opcode.as_bytes());
        found.map(|operation| operation.operands.as_slice())
    }
}

/// The operations of an EPD, without its board: each opcode with its operands as they were written, texts without their
/// quotes.
///
/// ```
/// use scoresheet_core::position::epd::operations;
/// let found: Vec<_> = operations("bm c4 e4; id \"club 1\"; draw_offer;").collect();
/// assert_eq!(found, [("bm", "c4 e4".into()), ("id", "club 1".into()), ("draw_offer", "".into())]);
/// ```
pub fn operations(text: &str) -> impl Iterator<Item = (&str, String)> {
    let (found, _) = Scanner { text: text.as_bytes(), at: 0 }.operations();
    // Words end before ASCII, so they are whole characters.
    let part = move |(at, word): Located<'_>| text.get(at..at + word.len()).unwrap_or_default();
    found.into_iter().map(move |(opcode, operands)| {
        let unquoted = |operand| {
            let word = part(operand);
            word.strip_prefix('"').map_or(word, |text| text.strip_suffix('"').unwrap_or(text))
        };
        (part(opcode), operands.into_iter().map(unquoted).collect::<Vec<_>>().join(" "))
    })
}

/// An opcode and the words after it, quotes included.
type OpcodeText<'t> = (Located<'t>, Vec<Located<'t>>);

/// Takes the fields and the operations apart.
fn split(text: &[u8]) -> Result<(PositionFields<'_>, Vec<OpcodeText<'_>>), PositionError> {
    let words = FirstWords::of(text);
    let mut four = [(0, &b""[..]); 4];
    let count = words.len().min(4);
    four[..count].copy_from_slice(&words[..count]);
    let mut end = four[count.saturating_sub(1)].0 + four[count.saturating_sub(1)].1.len();
    let mut is_glued = false;
    if let Some((_, word)) = four.get_mut(3).filter(|_| count == 4) {
        // `-;` results from ending the fields like an operation.
        while let [fields @ .., b';'] = word {
            (*word, is_glued, end) = (fields, true, end - 1);
        }
    }
    if count < 4 {
        let missing = ["the board", "the side to move", "the castling rights", "the en passant square"][count];
        return Err(error(Code::EpdSyntax, text.len(), format!("{missing} is missing")));
    }
    let mut fields = fen::read_four(&four, text.len(), Code::EpdSyntax)?;
    let mut rest = Scanner { text, at: end };
    // Counters that are there twice are not an operation: after the fields, it would read as counters.
    loop {
        let has_counters = fields.notes.contains(&Code::EpdCounters);
        if rest.checks(has_counters, &mut fields)? {
            continue;
        }
        let Some((halfmove, fullmove)) = rest.counters() else { break };
        if !has_counters {
            fields.notes.push(Code::EpdCounters);
        }
        (fields.halfmove, fields.fullmove) = (halfmove, fullmove);
    }
    let (operations, is_ended) = rest.operations();
    for ((_, word), operands) in &operations {
        let counter = |operands: &[Located<'_>]| match operands {
            [(_, only)] => {
                number(only).and_then(|value| u32::try_from(value).ok()).filter(|value| *value <= fen::MOST_MOVES)
            }
            _ => None,
        };
        match *word {
            b"hmvc" => fields.halfmove = counter(operands).or(fields.halfmove),
            b"fmvn" => fields.fullmove = counter(operands).or(fields.fullmove),
            _ => {}
        }
    }
    if is_glued || !is_ended {
        fields.notes.push(Code::EpdEnd);
    }
    Ok((fields, operations))
}

/// What is left of a text to be read.
struct Scanner<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Scanner<'t> {
    /// The next word: `;`, a text in quotes, or all up to a blank or `;`.
    fn word(&mut self) -> Option<Located<'t>> {
        let rest = self.text.get(self.at..)?;
        let blanks = rest.iter().take_while(|byte| **byte <= b' ').count();
        let rest = &rest[blanks..];
        let length = match *rest.first()? {
            b';' => 1,
            b'"' => rest[1..].iter().position(|byte| *byte == b'"').map_or(rest.len(), |closing| closing + 2),
            _ => rest.iter().position(|byte| *byte <= b' ' || *byte == b';').unwrap_or(rest.len()),
        };
        let at = self.at + blanks;
        self.at = at + length;
        Some((at, &rest[..length]))
    }

    /// All operations that are left, and whether each of them is ended as it should be.
    fn operations(&mut self) -> (Vec<OpcodeText<'t>>, bool) {
        let (mut operations, mut is_ended) = (Vec::new(), true);
        while let Some((at, word)) = self.word() {
            if word == b";" {
                is_ended = false;
                continue;
            }
            let mut operands = Vec::new();
            loop {
                match self.word() {
                    Some((_, b";")) => break,
                    Some(operand) => operands.push(operand),
                    None => {
                        is_ended = false;
                        break;
                    }
                }
            }
            operations.push(((at, word), operands));
        }
        (operations, is_ended)
    }

    /// Reads counts of checks, after the counters or not; returns whether there are any.
    fn checks(&mut self, behind: bool, fields: &mut PositionFields<'_>) -> Result<bool, PositionError> {
        let start = self.at;
        let found = match self.word() {
            Some(word) => fen::read_checks(word, behind, fields)?,
            None => false,
        };
        if !found {
            self.at = start;
        }
        Ok(found)
    }

    /// The two counters of a FEN, if they were written; `?` is an unknown one.
    fn counters(&mut self) -> Option<(Option<u32>, Option<u32>)> {
        let start = self.at;
        let mut first = self.word();
        while first.is_some_and(|(_, word)| word == b";") {
            first = self.word();
        }
        let found =
            first.and_then(|(_, first)| Some((counter_or_unknown(first)?, counter_or_unknown(self.word()?.1)?)));
        if found.is_none() {
            self.at = start;
        }
        found
    }
}

/// Whether a word after the four fields of an EPD belongs to them: counts of checks.
pub(crate) fn is_field(word: &[u8]) -> bool {
    !matches!(reserve::checks((0, word)), Ok(None))
}

/// A letter, then letters, digits and underscores, fifteen at most in all.
fn is_opcode(word: &[u8]) -> bool {
    word.len() <= 15
        && word.first().is_some_and(u8::is_ascii_alphabetic)
        && word.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

/// A counter of a FEN: a number, or `?` if it is unknown.
fn counter_or_unknown(word: &[u8]) -> Option<Option<u32>> {
    if word == b"?" { Some(None) } else { counter(word).map(Some) }
}

/// A clock or a move's number.
fn counter(word: &[u8]) -> Option<u32> {
    u32::try_from(number(word)?).ok().filter(|value| *value <= fen::MOST_MOVES)
}

fn number(word: &[u8]) -> Option<i64> {
    let text = core::str::from_utf8(word).ok()?;
    text.parse().ok()
}

/// Parses the words after an opcode.
fn operands<'t>(
    position: &Position,
    kind: OperandKind,
    words: Vec<Located<'t>>,
    note: &mut impl FnMut(Code, Located<'t>),
) -> Vec<Operand> {
    let most = match kind {
        OperandKind::Nothing => 0,
        OperandKind::Number | OperandKind::Counter | OperandKind::Move => 1,
        // `tcri` and `tcsi` have two.
        OperandKind::Text => 2,
        OperandKind::Moves | OperandKind::Variation | OperandKind::Any => usize::MAX,
    };
    if let Some(needless) = words.get(most) {
        note(Code::EpdOperand, *needless);
    }
    let mut here = Some(position.clone());
    let operand = |found: Located<'t>| {
        let word = found.1;
        if let [b'"', text @ ..] = word {
            let closed = text.strip_suffix(b"\"");
            if closed.is_none() || !matches!(kind, OperandKind::Text | OperandKind::Any) {
                note(Code::EpdOperand, found);
            }
            return Operand::Quoted(closed.unwrap_or(text).to_vec());
        }
        let understood = match kind {
            OperandKind::Any => return Operand::Word(word.to_vec()),
            OperandKind::Number => number(word).map(Operand::Number),
            OperandKind::Counter => counter(word).map(|value| Operand::Number(value.into())),
            OperandKind::Moves | OperandKind::Move | OperandKind::Variation => {
                let read = here.as_ref().and_then(|before| {
                    let named = san::read(before, word, &language::ENGLISH).ok()?;
                    Some((named, before.after(named.mv)))
                });
                if let Some((named, after)) = &read {
                    named.notes.iter().for_each(|code| note(code, found));
                    if !named.claim.fits_mark(after) || !named.claim.fits_board(after) {
                        note(Code::CheckSign, found);
                    }
                }
                let mv = read.as_ref().map(|(named, _)| Operand::Move(named.mv));
                if kind == OperandKind::Variation {
                    here = read.map(|(_, after)| after);
                }
                mv
            }
            OperandKind::Nothing | OperandKind::Text => None,
        };
        understood.unwrap_or_else(|| {
            note(Code::EpdOperand, found);
            Operand::Word(word.to_vec())
        })
    };
    words.into_iter().map(operand).collect()
}

/// Appends a position with operations. The clocks in it are the position's. If there are none, they
/// are added unless they are those of a game's start.
fn write(position: &Position, operations: &[Operation], out: &mut Vec<u8>) {
    fen::append_four(position, fen::Style::default(), out);
    let clocks = clocks(position);
    for operation in operations {
        out.push(b' ');
        out.extend_from_slice(&operation.opcode);
        let clock = clocks.iter().find(|(opcode, ..)| opcode.as_bytes() == operation.opcode);
        match clock.filter(|_| is_counted(operation)) {
            Some((_, value, _)) => out.extend_from_slice(format!(" {value}").as_bytes()),
            None => write_operands(position, operation, out),
        }
        out.push(b';');
    }
    for (opcode, value, usual) in clocks {
        let stands = operations.iter().any(|operation| operation.opcode == opcode.as_bytes() && is_counted(operation));
        if value != usual && !stands {
            out.extend_from_slice(format!(" {opcode} {value};").as_bytes());
        }
    }
}

/// Whether the operation of a clock has exactly one number.
fn is_counted(operation: &Operation) -> bool {
    matches!(operation.operands[..], [Operand::Number(_)])
}

/// The opcodes of the clocks, their values in a position, and those of a game's start.
fn clocks(position: &Position) -> [(&'static str, u32, u32); 2] {
    [("hmvc", position.halfmove(), 0), ("fmvn", position.fullmove().max(1), 1)]
}

fn write_operands(position: &Position, operation: &Operation, out: &mut Vec<u8>) {
    let mut here = position.clone();
    for operand in &operation.operands {
        out.push(b' ');
        let quote = matches!(operand, Operand::Quoted(_));
        out.extend_from_slice(if quote { b"\"" } else { b"" });
        write_operand(&mut here, operation, operand, out);
        out.extend_from_slice(if quote { b"\"" } else { b"" });
    }
}

/// Appends an operand without its quotes; after a move of a variation, `here` is the position after it.
fn write_operand(here: &mut Position, operation: &Operation, operand: &Operand, out: &mut Vec<u8>) {
    match operand {
        Operand::Number(value) => out.extend_from_slice(format!("{value}").as_bytes()),
        Operand::Word(text) | Operand::Quoted(text) => out.extend_from_slice(text),
        Operand::Move(mv) => {
            san::write(here, *mv, out);
            if kind_of(&operation.opcode) == OperandKind::Variation {
                here.play_unchecked(*mv);
            }
        }
    }
}
