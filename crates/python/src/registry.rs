//! The registries as lists of dicts, for help, lists and documentation.

use crate::call::call;
use crate::failure::Failure;
use crate::failure::hint;
use crate::opening::NamedPosition;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use scoresheet_columns::column;
use scoresheet_core::dialect::vgn::codes::MovesCode;
use scoresheet_core::dialect::vgn::{codes, nags, result, rules};
use scoresheet_core::error::{self, Severity};
use scoresheet_core::find;
use scoresheet_core::game::cpgn::{self, Prefix};
use scoresheet_core::loss::{LOSSES, LossKind};
use scoresheet_core::notation::{self, NotationSpec, language};
use scoresheet_core::pattern::TokenRegex;
use scoresheet_core::position::fen::{self, Style};
use scoresheet_core::rules::{NAMED, Position, Role, Square};
use scoresheet_core::text::STEERING;
use scoresheet_core::{limits, position};
use scoresheet_jobs::formats::url_schemes;
use scoresheet_jobs::formats::{self, Format};
use scoresheet_jobs::options::{Opt, Taker, list};

/// One registry's writer: adds its rows.
type ListRows = fn(&Bound<'_, PyList>) -> PyResult<()>;

/// Every registry.
#[rustfmt::skip]
static KINDS: &[(&str, ListRows)] = &[
    ("formats", add_formats),
    ("regexes", add_regexes),
    ("patterns", add_patterns),
    ("notations", |rows| notation::ALL.iter().try_for_each(|notation| add_spec(rows, notation.spec()))),
    ("positions", |rows| position::ALL.iter().try_for_each(|notation| add_spec(rows, notation.spec()))),
    ("columns", add_columns),
    ("families", add_families),
    ("errors", add_errors),
    ("limits", add_limits),
    ("languages", add_languages),
    ("losses", add_losses),
    ("codes", add_codes),
    ("variants", add_variants),
    ("rules", add_rules),
    ("nags", add_nags),
    ("sentences", add_sentences),
    ("result_signs", add_result_signs),
    ("options", add_options),
    ("steering", add_steering),
    ("cpgn", add_cpgn),
    ("openings", add_openings),
    ("places", add_places),
];

/// The rows of one registry, in the order help and documentation show them.
#[pyfunction]
pub(crate) fn registry<'py>(py: Python<'py>, kind: &str) -> PyResult<Bound<'py, PyList>> {
    let rows = call(py, || {
        let known: Vec<_> = KINDS.iter().map(|(name, _)| format!("`{name}`")).collect();
        let found = KINDS.iter().find(|(name, _)| *name == kind).map(|(_, rows)| *rows);
        let hint = format!("use one of {}", known.join(", "));
        found.ok_or_else(|| Failure::usage(format!("there is no registry `{kind}`"), hint))
    })?;
    let list = PyList::empty(py);
    rows(&list)?;
    Ok(list)
}

/// Adds a row made of names and values.
macro_rules! row {
    ($rows:expr, $($key:literal: $value:expr),+ $(,)?) => {{
        let row = PyDict::new($rows.py());
        $(row.set_item($key, $value)?;)+
        $rows.append(row)
    }};
}

fn add_spec(rows: &Bound<'_, PyList>, spec: &NotationSpec) -> PyResult<()> {
    let losses: Vec<_> = spec.losses.iter().map(|kind| kind.spec().id).collect();
    row!(
        rows, "id": spec.id, "title": spec.title, "version": spec.version, "source": spec.source, "example": spec.example,
        "regex": spec.pattern, "binary": spec.binary, "losses": losses, "limits": spec.limits,
    )
}

fn add_errors(rows: &Bound<'_, PyList>) -> PyResult<()> {
    error::ALL.iter().try_for_each(|spec| {
        let severity = if spec.severity == Severity::Error { "error" } else { "note" };
        row!(rows, "id": spec.id, "severity": severity, "doc": spec.doc, "hint": hint(rows.py(), spec.hint)?)
    })
}

fn add_limits(rows: &Bound<'_, PyList>) -> PyResult<()> {
    limits::ALL.iter().try_for_each(|limit| {
        row!(rows, "id": limit.id, "default": limit.default, "unit": limit.unit, "doc": limit.doc, "code": limit.code.id())
    })
}

fn add_steering(rows: &Bound<'_, PyList>) -> PyResult<()> {
    STEERING.iter().try_for_each(|(first, last)| row!(rows, "first": first, "last": last))
}

fn add_languages(rows: &Bound<'_, PyList>) -> PyResult<()> {
    language::ALL.iter().try_for_each(
        |letters| row!(rows, "id": letters.id, "title": letters.title, "letters": letters.pieces.to_vec()),
    )
}

/// What can be lost, and by what: the notations of moves, the move formats of VGN, the formats of games.
fn add_losses(rows: &Bound<'_, PyList>) -> PyResult<()> {
    LOSSES.iter().try_for_each(|loss| {
        let lost_by = |losses: &[LossKind]| losses.contains(&loss.kind);
        let notations: Vec<_> = notation::ALL
            .iter()
            .map(|notation| notation.spec())
            .filter(|spec| lost_by(spec.losses))
            .map(|spec| spec.id)
            .collect();
        let written = codes::written();
        let codes: Vec<_> =
            written.filter(|format| format.losses().any(|kind| kind == loss.kind)).map(|format| format.code).collect();
        let formats: Vec<_> =
            formats::all().filter(|format| lost_by(&format.spec().all_losses())).map(Format::id).collect();
        row!(
            rows, "id": loss.id, "doc": loss.doc, "notations": notations, "move_formats": codes, "formats": formats,
        )
    })
}

fn add_codes(rows: &Bound<'_, PyList>) -> PyResult<()> {
    codes::MOVE_FORMATS.iter().try_for_each(|format| {
        let moves = match (format.moves, format.binary) {
            (_, true) => "bytes",
            (MovesCode::Words, false) => "words",
            (MovesCode::Rows, false) => "boards",
        };
        row!(
            rows, "code": format.code, "means": format.title, "notation": format.notation, "moves": moves,
            "writes": !format.unended, "losses": format.losses().map(|kind| kind.spec().id).collect::<Vec<_>>(),
        )
    })
}

/// The rules with names, and where their games start if not from the usual board.
fn add_variants(rows: &Bound<'_, PyList>) -> PyResult<()> {
    NAMED.iter().try_for_each(|named| {
        let start = named.rules.has_own_start().then(|| fen::write(&Position::start_of(named.rules), Style::default()));
        row!(
            rows, "id": named.id, "title": named.title, "code": named.rules.code(), "names": named.names.to_vec(),
            "uci": named.uci, "start": start, "doc": named.doc,
        )
    })
}

fn add_rules(rows: &Bound<'_, PyList>) -> PyResult<()> {
    rules::KNOWN
        .iter()
        .try_for_each(|rule| row!(rows, "code": rules::code(rule.number), "doc": rule.text, "status": rule.status()))
}

/// How the sentences start that a Result tag of VGN may hold, and the markers that they mean.
fn add_sentences(rows: &Bound<'_, PyList>) -> PyResult<()> {
    result::SENTENCES.iter().try_for_each(|(start, marker)| row!(rows, "start": *start, "marker": marker.as_str()))
}

/// The signs that other spellings of results have in Result tags, and what they stand for.
fn add_result_signs(rows: &Bound<'_, PyList>) -> PyResult<()> {
    result::SIGNS.iter().try_for_each(|(sign, usual)| row!(rows, "sign": sign.to_string(), "usual": *usual))
}

fn add_places(rows: &Bound<'_, PyList>) -> PyResult<()> {
    url_schemes::ALL.iter().try_for_each(|place| {
        row!(
            rows, "id": place.id, "title": place.title, "schemes": place.schemes, "needs": place.needs,
            "tested": place.tested,
        )
    })
}

fn add_nags(rows: &Bound<'_, PyList>) -> PyResult<()> {
    nags::NUMBERED.into_iter().flatten().try_for_each(|nag| {
        let composite = nags::composite(nag).map(|args| args.to_string());
        row!(rows, "code": format!("${nag}"), "composite": composite, "doc": nags::number_text(nag))
    })
}

/// The codes of cpgn: their bits in each layout, and of moves how many bits of index each square has, rank 8 first.
fn add_cpgn(rows: &Bound<'_, PyList>) -> PyResult<()> {
    for spec in &cpgn::PREFIXES {
        let widths = match spec.prefix {
            Prefix::Piece(role) => Some(index_widths(role)),
            _ => None,
        };
        row!(
            rows, "name": spec.title, "draft": spec.bits[0], "v0": spec.bits[1], "then": spec.then, "doc": None::<&str>,
            "widths": widths,
        )?;
    }
    cpgn::EXTENSIONS.iter().try_for_each(|spec| {
        let bits = spec.bits();
        row!(
            rows, "name": spec.name, "draft": bits.as_str(), "v0": bits.as_str(), "then": spec.then, "doc": spec.doc,
            "widths": None::<&str>,
        )
    })
}

fn index_widths(role: Role) -> String {
    let rank = |rank: u8| (0..8).map(|file| cpgn::index_width(role, Square::at(file, rank)).to_string()).collect();
    let ranks: Vec<String> = (0..8).rev().map(rank).collect();
    ranks.join("/")
}

fn add_openings(rows: &Bound<'_, PyList>) -> PyResult<()> {
    NamedPosition::all().try_for_each(|named| {
        row!(
            rows, "eco": named.opening.eco(), "name": named.opening.whole(), "moves": &named.moves, "fen": named.fen(),
            "hash": named.hash(), "ply": named.ply,
        )
    })
}

fn add_formats(rows: &Bound<'_, PyList>) -> PyResult<()> {
    let py = rows.py();
    formats::all().try_for_each(|format| {
        let spec = format.spec();
        let options = PyList::empty(py);
        spec.options.iter().try_for_each(|option| {
            let works = if option.reads { "read" } else { "write" };
            row!(
                options, "name": option.id, "values": option.values.to_vec(), "default": option.default, "doc": option.doc,
                "works": works,
            )
        })?;
        row!(
            rows, "id": spec.id, "title": spec.title, "source": spec.source, "store": format.is_database(), "schemes": format.schemes().to_vec(), "extensions": spec.extensions.to_vec(), "synonyms": spec.synonyms.to_vec(),
            "media": spec.media, "text": spec.text, "reads": spec.reads, "writes": spec.writes, "moves": (spec.moves)(), "positions": spec.positions.to_vec(),
            "losses": format.loses(), "options": options,
        )
    })
}

/// The regular expressions of whole games and of their tokens. They are long, and made again each time, so they are not
/// part of the formats' rows.
fn add_regexes(rows: &Bound<'_, PyList>) -> PyResult<()> {
    formats::all().filter_map(|format| Some((format, format.spec().pattern?()))).try_for_each(|(format, pattern)| {
        let tokens = format.spec().tokens.map(|tokens| tokens());
        let for_javascript = tokens.as_ref().map(TokenRegex::for_javascript);
        row!(
            rows, "id": format.id(), "regex_depth": pattern.depth, "regex": pattern.text,
            "token_regex": tokens.map(|tokens| tokens.text), "token_regex_js": for_javascript,
        )
    })
}

/// What patterns of positions and moves are made of: the tests, and the names of patterns.
fn add_patterns(rows: &Bound<'_, PyList>) -> PyResult<()> {
    for form in find::forms() {
        let word = form.syntax.split(' ').next().unwrap_or_default();
        row!(rows, "name": word, "kind": "test", "syntax": form.syntax, "doc": form.holds, "example": form.example)?;
    }
    for (name, definition) in find::shipped_names() {
        row!(rows, "name": name, "kind": "name", "syntax": name, "doc": definition, "example": name)?;
    }
    Ok(())
}

/// The options of jobs that users may set.
fn add_options(rows: &Bound<'_, PyList>) -> PyResult<()> {
    list::all().filter(|option| option.is_public()).try_for_each(|option| {
        let takers: Vec<_> = option.takers.iter().copied().map(Taker::id).collect();
        row!(
            rows, "name": option.name, "flag": option.flag(), "kind": option.kind.id(), "values": option.kind.values(), "default": option.default,
            "metavar": option.metavar(), "least": option.least, "most": option.most, "doc": option.help(), "docstring": option.docstring,
            "takers": takers, "works": option.works.id(), "group": option.group.title(), "common": option.is_common, "apart": apart(rows.py(), option)?,
        )
    })
}

/// What differs for those who take an option, by their names; only what does.
fn apart<'py>(py: Python<'py>, option: &Opt) -> PyResult<Bound<'py, PyDict>> {
    let takers = PyDict::new(py);
    for apart in option.apart {
        let differs = PyDict::new(py);
        for (name, text) in [("doc", apart.doc), ("docstring", apart.docstring)] {
            if !text.is_empty() {
                differs.set_item(name, text)?;
            }
        }
        if !apart.values.is_empty() {
            differs.set_item("values", apart.values.to_vec())?;
        }
        if let Some(group) = apart.group {
            differs.set_item("group", group.title())?;
        }
        takers.set_item(apart.taker.id(), differs)?;
    }
    Ok(takers)
}

fn add_columns(rows: &Bound<'_, PyList>) -> PyResult<()> {
    column::ALL.iter().map(|column| column.spec()).try_for_each(|spec| {
        row!(
            rows, "name": spec.name, "family": spec.family, "type": spec.kind.sql(), "nullable": spec.nullable,
            "unit": Some(spec.unit).filter(|unit| !unit.is_empty()), "doc": spec.doc, "depth": spec.depth.id(),
        )
    })
}

fn add_families(rows: &Bound<'_, PyList>) -> PyResult<()> {
    column::FAMILIES.iter().try_for_each(|family| {
        let columns: Vec<_> = column::of_family(family.name).map(|column| column.spec().name).collect();
        row!(rows, "name": family.name, "doc": family.doc, "default": family.default, "columns": columns)
    })
}
