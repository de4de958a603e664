//! The parts of VGN, one kind at a time: tag sections, moves as words, and the meanings of tag values and NAGs.

use crate::call::call;
use crate::failure::Failure;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use scoresheet_core::dialect::label;
use scoresheet_core::dialect::vgn::codes::MovesCode;
use scoresheet_core::dialect::vgn::codes::{self, MoveFormat};
use scoresheet_core::dialect::vgn::nags::{self, Args};
use scoresheet_core::dialect::vgn::pieces::PieceSet;
use scoresheet_core::dialect::vgn::result;
use scoresheet_core::dialect::vgn::rules::RuleSet;
use scoresheet_core::error::{Code, Fault, TEXT_SHOWN};
use scoresheet_core::game::vgn::lexer::{VgnLexer, VgnTag, VgnToken, unescape};
use scoresheet_core::location::{Extent, Location};
use scoresheet_core::notation;
use scoresheet_core::position;
use scoresheet_core::step::{Dialect, Termination};
use scoresheet_core::text::{Encoding, decode};

/// The content of a text of one kind.
type Kind = fn(&[u8], VgnQuery<'_>) -> Result<VgnAnswer, Failure>;

/// The parameters of a query about a text.
#[derive(Clone, Copy)]
struct VgnQuery<'q> {
    /// The move format's code, if it matters.
    code: &'q str,
    /// Whether a note is an error.
    strict: bool,
}

/// Every kind.
#[rustfmt::skip]
static KINDS: &[(&str, Kind)] = &[
    ("tag_section", tag_section),
    ("tokens", tokens),
    ("result", |value, _| Ok(result_marker(&text(value)))),
    ("rules", |value, _| rules(value)),
    ("pieces", |value, _| pieces(value)),
    ("move_format", move_format),
    ("nag", |value, _| nag(value)),
];

/// The content of a text of VGN, as `scoresheet.vgn` returns it.
#[pyfunction]
#[pyo3(signature = (kind, value, *, code="", strict=false))]
pub(crate) fn vgn<'py>(
    py: Python<'py>,
    kind: &str,
    value: &[u8],
    code: &str,
    strict: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let said = call(py, || {
        let found = KINDS.iter().find(|(name, _)| *name == kind).map(|(_, read)| *read);
        let read = found.ok_or_else(|| Failure::usage(format!("there is no kind `{kind}`"), ""))?;
        read(value, VgnQuery { code, strict })
    })?;
    said.into_python(py)
}

/// What is handed to Python.
enum VgnAnswer {
    Nothing,
    Truth(bool),
    Number(u64),
    Text(String),
    Bytes(Vec<u8>),
    List(Vec<VgnAnswer>),
    Names(Vec<(String, VgnAnswer)>),
}

impl VgnAnswer {
    fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        Ok(match self {
            VgnAnswer::Nothing => py.None().into_bound(py),
            VgnAnswer::Truth(truth) => truth.into_pyobject(py)?.to_owned().into_any(),
            VgnAnswer::Number(number) => number.into_pyobject(py)?.into_any(),
            VgnAnswer::Text(text) => text.into_pyobject(py)?.into_any(),
            VgnAnswer::Bytes(bytes) => PyBytes::new(py, &bytes).into_any(),
            VgnAnswer::List(items) => {
                let list = PyList::empty(py);
                items.into_iter().try_for_each(|item| list.append(item.into_python(py)?))?;
                list.into_any()
            }
            VgnAnswer::Names(items) => {
                let names = PyDict::new(py);
                items.into_iter().try_for_each(|(name, item)| names.set_item(name, item.into_python(py)?))?;
                names.into_any()
            }
        })
    }

    fn names<const N: usize>(items: [(&str, VgnAnswer); N]) -> VgnAnswer {
        VgnAnswer::Names(items.into_iter().map(|(name, item)| (name.to_owned(), item)).collect())
    }

    fn texts(items: impl IntoIterator<Item = String>) -> VgnAnswer {
        VgnAnswer::List(items.into_iter().map(VgnAnswer::Text).collect())
    }

    fn text_or_nothing(text: Option<impl Into<String>>) -> VgnAnswer {
        text.map_or(VgnAnswer::Nothing, |text| VgnAnswer::Text(text.into()))
    }
}

fn text(bytes: &[u8]) -> String {
    decode(bytes, Encoding::of(bytes)).into_owned()
}

/// A failure at a place of a text.
fn failure(code: Code, whole: &[u8], at: usize, about: &[u8]) -> Failure {
    let extent = Extent::of(whole.get(..at).unwrap_or(whole));
    let at = Location { byte: at as u64, line: extent.lines + 1, column: extent.columns + 1, ..Location::default() };
    let shown: String = text(about).chars().take(TEXT_SHOWN).collect();
    let doc = code.spec().doc;
    let message = if shown.is_empty() { doc.to_owned() } else { format!("{doc}: `{shown}`") };
    Failure::bare(Fault::new(code, at, message, shown))
}

/// The notes on a text, or the first of them as an error.
struct Notes<'a> {
    whole: &'a [u8],
    strict: bool,
    messages: Vec<String>,
}

impl<'a> Notes<'a> {
    fn new(whole: &'a [u8], strict: bool) -> Notes<'a> {
        Notes { whole, strict, messages: Vec::new() }
    }

    fn add(&mut self, code: Code, at: usize, about: &[u8]) -> Result<(), Failure> {
        if self.strict || !code.is_note() {
            return Err(failure(code, self.whole, at, about));
        }
        self.messages.push(code.id().to_owned());
        Ok(())
    }
}

/// The tags before the moves of one game, and where its moves start.
fn tag_section(whole: &[u8], asked: VgnQuery<'_>) -> Result<VgnAnswer, Failure> {
    let mut section = Section {
        notes: Notes::new(whole, asked.strict),
        tags: Vec::new(),
        comments: Vec::new(),
        dialect: None,
        format: &codes::MOVE_FORMATS[0],
    };
    let mut lexer = VgnLexer::new(whole, 0);
    let mut binary = false;
    while let Some((start, token)) = lexer.next_tag() {
        match token {
            VgnToken::Tag(tag) => binary = section.take(start, tag)?,
            VgnToken::Comment { text: said, .. } => section.comments.push(text(said)),
            VgnToken::Fault(code, about) => section.notes.add(code, start, about)?,
            _ => {}
        }
        if binary {
            break;
        }
    }
    let rest = whole.get(lexer.at()..).unwrap_or_default().to_vec();
    let dialect = if section.dialect == Some(Dialect::Vgn) { "VGN" } else { "PGN" };
    for (name, value) in [("GameFormat", dialect), ("MoveFormat", section.format.code)] {
        section.tags.retain(|(had, _)| had != name);
        section.tags.push((name.to_owned(), VgnAnswer::Text(value.to_owned())));
    }
    Ok(VgnAnswer::names([
        ("tags", VgnAnswer::Names(section.tags)),
        ("isBinary", VgnAnswer::Truth(binary)),
        ("rest", VgnAnswer::Bytes(rest)),
        ("comments", VgnAnswer::texts(section.comments)),
        ("warnings", VgnAnswer::texts(section.notes.messages)),
    ]))
}

/// What was read of a tag section.
struct Section<'a> {
    notes: Notes<'a>,
    tags: Vec<(String, VgnAnswer)>,
    comments: Vec<String>,
    dialect: Option<Dialect>,
    format: &'static MoveFormat,
}

impl Section<'_> {
    /// Takes a tag; whether binary moves follow it.
    fn take(&mut self, start: usize, tag: VgnTag<'_>) -> Result<bool, Failure> {
        for code in tag.notes.iter() {
            self.notes.add(code, start, tag.name)?;
        }
        const MEANING: [&str; 8] =
            ["GameFormat", "MoveFormat", "SetUp", "Date", "EndDate", "Result", "Rules", "Pieces"];
        let (given, value) = (text(tag.name), text(&unescape(tag.raw)));
        let meant = MEANING.into_iter().find(|name| name.eq_ignore_ascii_case(&given));
        if meant.is_some_and(|name| name != given) {
            self.notes.add(Code::TagCase, start, tag.name)?;
        }
        let name = meant.map_or(given, str::to_owned);
        if self.tags.iter().any(|(had, _)| *had == name) {
            self.notes.add(Code::TagRepeated, start, tag.name)?;
            self.tags.retain(|(had, _)| *had != name);
        }
        let unsupported = || failure(Code::FormatUnsupported, self.notes.whole, start, tag.raw);
        let mut binary = false;
        match name.as_str() {
            "GameFormat" => self.dialect = Some(label::named(&value).ok_or_else(unsupported)?),
            "MoveFormat" => {
                self.format = codes::move_format(&value)
                    .filter(|format| !(format.unended && self.notes.strict))
                    .ok_or_else(unsupported)?;
                binary = self.format.binary;
                if binary && self.dialect != Some(Dialect::Vgn) {
                    self.notes.add(Code::GameFormatLate, start, tag.raw)?;
                    self.dialect = Some(Dialect::Vgn);
                }
            }
            _ => {}
        }
        self.tags.push((name, VgnAnswer::Text(value)));
        Ok(binary)
    }
}

/// The words of one game's moves, up to its marker and the comments after it.
fn tokens(whole: &[u8], asked: VgnQuery<'_>) -> Result<VgnAnswer, Failure> {
    let format = codes::move_format(asked.code)
        .filter(|format| !format.binary)
        .ok_or_else(|| Failure::usage(format!("`{}` is not the code of a text notation for moves", asked.code), ""))?;
    let mut lexer = VgnLexer::new(whole, 0);
    lexer.set_moves(format.moves);
    let mut reading = MoveReader {
        notes: Notes::new(whole, asked.strict),
        format,
        open: Vec::new(),
        counts: Vec::from([MoveNumbering::default()]),
        ended: false,
        moves: Vec::new(),
        all: Vec::new(),
    };
    let marker = loop {
        let Some((start, token)) = lexer.next() else {
            return Err(reading.end(whole));
        };
        if let Some(marker) = reading.take(start, token)? {
            break marker;
        }
    };
    let mut behind = Vec::new();
    let mut at = lexer.at();
    while let Some((start, token)) = lexer.next_tag() {
        match token {
            VgnToken::Comment { text: said, .. } => behind.push(text(said)),
            VgnToken::Fault(code, about) if code != Code::TagSyntax => reading.notes.add(code, start, about)?,
            VgnToken::Escape(_) => {}
            _ => {
                at = start;
                break;
            }
        }
        at = lexer.at();
    }
    Ok(VgnAnswer::names([
        ("moves", VgnAnswer::texts(reading.moves)),
        ("result", VgnAnswer::Text(marker.as_str().to_owned())),
        ("nextGameComments", VgnAnswer::texts(behind)),
        ("tokens", VgnAnswer::List(reading.all)),
        ("rest", VgnAnswer::Bytes(whole.get(at..).unwrap_or_default().trim_ascii_start().to_vec())),
        ("warnings", VgnAnswer::texts(reading.notes.messages)),
    ]))
}

/// What was read of a game's moves.
struct MoveReader<'a> {
    notes: Notes<'a>,
    format: &'static MoveFormat,
    /// Where the open variations start.
    open: Vec<usize>,
    /// The places of the numbers of the mainline and of each open variation.
    counts: Vec<MoveNumbering>,
    /// Whether a marker has ended the open variation.
    ended: bool,
    moves: Vec<String>,
    all: Vec<VgnAnswer>,
}

/// The places of the numbers of a run of moves, once the first of them was read.
#[derive(Clone, Copy, Default)]
struct MoveNumbering {
    /// The number of the next move, and whether that is Black's.
    next: Option<(u32, bool)>,
    /// Whether that number was read already.
    told: bool,
}

impl MoveNumbering {
    /// Takes a number; returns whether it is where it should be, and not repeated.
    fn number(&mut self, value: u32, black: bool) -> bool {
        let fits = value > 0 && !self.told && self.next.is_none_or(|next| next == (value, black));
        self.next.get_or_insert((value, black));
        self.told = true;
        fits
    }

    /// A move was read.
    fn moved(&mut self) {
        self.told = false;
        self.next =
            self.next.map(|(value, black)| if black { (value.saturating_add(1), false) } else { (value, true) });
    }
}

impl MoveReader<'_> {
    /// Takes a token; returns the marker if it ends the game.
    fn take(&mut self, start: usize, token: VgnToken<'_>) -> Result<Option<Termination>, Failure> {
        let (kind, about): (&str, &[u8]) = match token {
            VgnToken::Fault(code, about) => return self.notes.add(code, start, about).map(|()| None),
            VgnToken::Tag(tag) => return Err(self.missing_or(Code::TerminatorMissing, start, tag.name)),
            VgnToken::Open => {
                self.open.push(start);
                self.counts.push(MoveNumbering::default());
                ("open", b"(")
            }
            VgnToken::Close => {
                self.open.pop().ok_or_else(|| failure(Code::Stray, self.notes.whole, start, b")"))?;
                self.counts.pop();
                self.ended = false;
                ("close", b")")
            }
            VgnToken::Termination(marker) if self.open.is_empty() => {
                self.tell(start, "marker", marker.as_str().as_bytes());
                return Ok(Some(marker));
            }
            VgnToken::Termination(marker) => {
                self.ended = true;
                ("marker", marker.as_str().as_bytes())
            }
            VgnToken::Number { value, dots, half } => {
                let black = half || dots > 1;
                if !self.counts.last_mut().is_none_or(|count| count.number(value, black)) {
                    self.notes.add(Code::MoveNumber, start, value.to_string().as_bytes())?;
                }
                ("number", b"")
            }
            VgnToken::Move(word) if self.ended => return Err(failure(Code::Stray, self.notes.whole, start, word)),
            VgnToken::Move(word) if !is_move(self.format, word) => {
                return Err(failure(Code::MoveSyntax, self.notes.whole, start, word));
            }
            VgnToken::Move(word) => {
                if self.open.is_empty() {
                    self.moves.push(text(word));
                }
                if let Some(count) = self.counts.last_mut() {
                    count.moved();
                }
                ("move", word)
            }
            VgnToken::Nag { spelled, .. } => ("nag", spelled),
            VgnToken::Comment { text, .. } => ("comment", text),
            VgnToken::Escape(text) => ("escape", text),
        };
        self.tell(start, kind, about);
        Ok(None)
    }

    fn tell(&mut self, start: usize, kind: &str, about: &[u8]) {
        let kind = VgnAnswer::Text(kind.to_owned());
        self.all.push(VgnAnswer::names([
            ("byte", VgnAnswer::Number(start as u64)),
            ("kind", kind),
            ("text", VgnAnswer::Text(text(about))),
        ]));
    }

    /// What is missing at the end of the text.
    fn end(&self, whole: &[u8]) -> Failure {
        self.missing_or(Code::TerminatorMissing, whole.len(), b"")
    }

    /// An open variation is missed before anything else.
    fn missing_or(&self, code: Code, at: usize, about: &[u8]) -> Failure {
        match self.open.first() {
            Some(&open) => failure(Code::VariationUnclosed, self.notes.whole, open, b"("),
            None => failure(code, self.notes.whole, at, about),
        }
    }
}

/// Whether a word has the shape of a move in this format.
fn is_move(format: &MoveFormat, word: &[u8]) -> bool {
    match format.moves {
        MovesCode::Rows => position::find(format.notation).is_some_and(|notation| notation.fields(word).is_ok()),
        MovesCode::Words => {
            let fields = notation::find(format.notation).and_then(|notation| notation.fields(word));
            // SAN means nothing without a board, but no move of it is all digits and signs except castling and the null
            // move.
            fields.map_or(
                word.iter().any(u8::is_ascii_alphabetic) || matches!(word, b"0-0" | b"0-0-0" | b"--"),
                |fields| fields.is_ok(),
            )
        }
    }
}

/// The marker that a Result tag means.
fn result_marker(value: &str) -> VgnAnswer {
    VgnAnswer::text_or_nothing(result::read(value).map(Termination::as_str))
}

fn rules(value: &[u8]) -> Result<VgnAnswer, Failure> {
    let rules = RuleSet::read(&text(value)).map_err(|error| failure(Code::RulesSyntax, value, error.at, value))?;
    let unknown: Vec<_> = rules.unknown().map(|number| VgnAnswer::Number(number.into())).collect();
    let label = label::split(&text(value)).1.map(str::to_owned);
    Ok(VgnAnswer::names([
        ("numbers", VgnAnswer::List(rules.numbers().map(|number| VgnAnswer::Number(number.into())).collect())),
        ("unknown", VgnAnswer::List(unknown)),
        ("variant", VgnAnswer::text_or_nothing(rules.played_by().ok().map(|rules| rules.id()))),
        ("label", VgnAnswer::text_or_nothing(label)),
        ("text", VgnAnswer::Text(rules.to_string())),
    ]))
}

fn pieces(value: &[u8]) -> Result<VgnAnswer, Failure> {
    let whole = text(value);
    let pieces = PieceSet::read(&whole).map_err(|error| failure(Code::PiecesSyntax, value, error.at, value))?;
    let each = pieces.iter().map(|(letter, piece)| {
        let said =
            [("promotable", VgnAnswer::Truth(piece.promotable)), ("move", VgnAnswer::Text(piece.movement.to_owned()))];
        ((letter as char).to_string(), VgnAnswer::names(said))
    });
    Ok(VgnAnswer::names([
        ("pieces", VgnAnswer::Names(each.collect())),
        ("normal", VgnAnswer::Truth(pieces.is_normal())),
        ("label", VgnAnswer::text_or_nothing(label::split(&whole).1)),
        ("text", VgnAnswer::Text(pieces.to_string())),
    ]))
}

fn move_format(value: &[u8], asked: VgnQuery<'_>) -> Result<VgnAnswer, Failure> {
    let whole = text(value);
    let format = codes::move_format(&whole).filter(|format| !(format.unended && asked.strict));
    let format = format.ok_or_else(|| failure(Code::FormatUnsupported, value, 0, value))?;
    Ok(VgnAnswer::names([
        ("name", VgnAnswer::Text(format.code.to_owned())),
        ("notation", VgnAnswer::Text(format.title.to_owned())),
        ("isBinary", VgnAnswer::Truth(format.binary)),
        ("label", VgnAnswer::text_or_nothing(label::split(&whole).1)),
    ]))
}

fn nag(token: &[u8]) -> Result<VgnAnswer, Failure> {
    let args = Args::read(token).ok_or_else(|| failure(Code::NagSyntax, token, 0, token))?;
    let simple = args.simple();
    let composite = match args.numbers() {
        [_] => simple.and_then(nags::composite).map(|args| args.to_string()),
        _ => Some(args.to_string()),
    };
    Ok(VgnAnswer::names([
        ("args", VgnAnswer::List(args.numbers().iter().map(|&number| VgnAnswer::Number(number.into())).collect())),
        ("pgnNag", simple.map_or(VgnAnswer::Nothing, |nag| VgnAnswer::Number(nag.into()))),
        ("composite", VgnAnswer::text_or_nothing(composite)),
        ("text", VgnAnswer::text_or_nothing(args.text())),
    ]))
}
