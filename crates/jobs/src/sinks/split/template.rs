//! Names of outputs with fields: `out/{white}-{part}.pgn`.

use super::safe_names::{Component, is_missing, push_escaped, push_value};
use crate::common::failure::Failure;
use crate::formats::Format;
use crate::pipeline::game_files::is_folder;
use crate::settings::WriteSettings;
use scoresheet_columns::column::{self, Column, Type};
use scoresheet_files::{COMPRESSIONS, Input};
use std::fmt::Write as _;

/// The field of the number of a part, of the month, of either player, and of the name of the input.
const PART: &str = "part";
const MONTH: &str = "month";
const PLAYER: &str = "player";
const INPUT: &str = "input";
/// How many digits the number of a part has at least.
const DIGITS: usize = 3;
/// The hint for a template that cannot be parsed.
const HINT: &str = "a field is a column, `{month}`, `{{player}}`, `{input}` or `{{part}}`, as in `{white}` or `{eco:1}`; `{{` and `}}` stand for braces";

/// The name of the files that games are split into.
pub(crate) struct Template {
    /// The folder that all files are in.
    pub(crate) folder: String,
    /// What follows it, folder by folder.
    components: Vec<Vec<TemplatePiece>>,
    /// Whether folders such as `year={year}` are partitions of a data set, as Hive writes them.
    has_partitions: bool,
    /// The columns that the fields name.
    pub(crate) columns: Vec<&'static dyn Column>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum TemplatePiece {
    Text(String),
    /// The column at this place, or only its first characters.
    Column(usize, Option<usize>),
    Input(Option<usize>),
    Month,
    /// The name of a player: each game has two.
    Player(Option<usize>),
    /// The number of the part, with at least this many digits.
    Part(usize),
}

/// The values of a game for the fields of a template.
#[derive(Clone, Default)]
pub(super) struct Values {
    /// Of each column.
    pub(super) columns: Vec<String>,
    /// The name of the input that it is from.
    pub(super) input: String,
    /// The name of the player whose file it goes to.
    pub(super) player: String,
    /// The month of its date, with two digits.
    pub(super) month: String,
}

/// What the names of the parts of a group have in common.
pub(super) struct PartPattern {
    /// The folders that they are in, with `/` between them.
    pub(super) folders: String,
    /// The text before the number, and after it.
    pub(super) prefix: String,
    pub(super) suffix: String,
}

/// A name that was made from a template.
pub(super) struct OutputName {
    /// The path within the folder, with `/` between folders.
    pub(super) path: String,
    /// How many bytes at its end come from the template.
    pub(super) tail: usize,
    /// Whether it differs from the values.
    pub(super) is_changed: bool,
}

impl Template {
    /// The template that an output of this format is named by; none if it is one file.
    ///
    /// # Errors
    /// If the name has fields that are not known, if none of them takes the requested parts, and for formats
    /// that are not split.
    pub(crate) fn of(output: Option<&str>, to: Format, settings: &WriteSettings) -> Result<Option<Template>, Failure> {
        let parts = settings.part_games.is_some() || settings.part_size.is_some();
        let name = output.unwrap_or("-");
        let is_table = to.table().is_some();
        let is_split = is_table || to.text().is_some();
        let template = match name {
            _ if to.is_database() => None,
            _ if is_split && is_folder(name) => Some(Template::in_folder(name, to, parts || settings.append)),
            _ if has_fields(name) => Some(Template { has_partitions: is_table, ..Template::parse(name)? }),
            _ => None,
        };
        if !is_split && template.is_some() {
            let message = format!("`{}` is written to one output, but `{name}` names many", to.id());
            return Err(Failure::usage(message, "name one file, or split Parquet, Arrow or text such as `{to=pgn}`"));
        }
        if is_table && settings.part_size.is_some() {
            let message = format!("the size of parts is that of their text, but `{}` is not text", to.id());
            return Err(Failure::usage(message, "set the number of games per part with `{part_games=100000}`"));
        }
        match (&template, parts) {
            // What is added to a folder is one part more.
            (Some(found), false) if found.has_parts() && settings.append => Ok(template),
            (Some(template), false) if template.has_parts() => {
                let message = format!("`{name}` contains `{{part}}`, but the size of the parts is not given");
                Err(Failure::usage(message, "add `{part_games=1000}` or `{part_size=100000000}`"))
            }
            (None, true) => Err(no_parts(name)),
            (Some(template), true) if !template.has_parts() => Err(no_parts(name)),
            _ => Ok(template),
        }
    }

    /// One file for each input, or numbered parts of all games.
    fn in_folder(folder: &str, to: Format, parts: bool) -> Template {
        let text = |text: &str| TemplatePiece::Text(text.to_owned());
        let ending = text(&format!(".{}", to.spec().extensions.first().copied().unwrap_or("txt")));
        let file = match parts {
            true => vec![text("games-"), TemplatePiece::Part(DIGITS), ending],
            false => vec![TemplatePiece::Input(None), ending],
        };
        Template { folder: folder.to_owned(), components: vec![file], has_partitions: false, columns: Vec::new() }
    }

    pub(super) fn parse(name: &str) -> Result<Template, Failure> {
        let mut columns = Vec::new();
        let pieces = pieces(name, &mut columns)?;
        let (mut components, mut component) = (Vec::new(), Vec::new());
        for piece in pieces {
            let TemplatePiece::Text(text) = piece else {
                component.push(piece);
                continue;
            };
            for (at, text) in text.split(is_separator).enumerate() {
                if at > 0 {
                    components.push(std::mem::take(&mut component));
                }
                if !text.is_empty() {
                    component.push(TemplatePiece::Text(text.to_owned()));
                }
            }
        }
        components.push(component);
        let plain =
            |component: &Vec<TemplatePiece>| component.iter().all(|piece| matches!(piece, TemplatePiece::Text(_)));
        let last = components.len() - 1;
        let fixed = components.iter().take(last).take_while(|component| plain(component)).count();
        let rest = components.split_off(fixed);
        let folders: Vec<_> =
            components.iter().map(|component| component.iter().map(TemplatePiece::text).collect()).collect();
        let folder = match folders.as_slice() {
            [] => ".".to_owned(),
            // The folder above all.
            [root] if String::is_empty(root) => std::path::MAIN_SEPARATOR_STR.to_owned(),
            folders => folders.join("/"),
        };
        let is_odd = |component: &Vec<TemplatePiece>| match component.as_slice() {
            [] => true,
            [TemplatePiece::Text(text)] => text == "." || text == "..",
            _ => false,
        };
        if rest.iter().any(is_odd) {
            let message = format!("cannot write `{name}`: after its first field, each folder must have a name");
            return Err(Failure::usage(message, HINT));
        }
        Ok(Template { folder, components: rest, has_partitions: false, columns })
    }

    fn pieces(&self) -> impl Iterator<Item = &TemplatePiece> {
        self.components.iter().flatten()
    }

    pub(crate) fn has_parts(&self) -> bool {
        self.pieces().any(TemplatePiece::is_part)
    }

    pub(super) fn has_inputs(&self) -> bool {
        self.pieces().any(|piece| matches!(piece, TemplatePiece::Input(_)))
    }

    /// The places of the columns with the date and its precision, if the month is part of names.
    pub(super) fn month(&self) -> Option<[usize; 2]> {
        self.pieces().any(|piece| matches!(piece, TemplatePiece::Month)).then_some(())?;
        let [date, precision] = DATE.map(|name| self.column(name));
        Some([date?, precision?])
    }

    /// The place of a column.
    fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.spec().name == name)
    }

    /// How many names of folders a path has after the first folder, with that of the file.
    pub(super) fn depth(&self) -> usize {
        self.components.len()
    }

    /// What the names of the parts of a group have in common, if they have a number.
    pub(super) fn parts(&self, values: &Values) -> Option<PartPattern> {
        let at = self.components.iter().position(|component| component.iter().any(TemplatePiece::is_part))?;
        let component = &self.components[at];
        let (before, after) = component.split_at(component.iter().position(TemplatePiece::is_part)?);
        let text = |pieces: &[TemplatePiece]| {
            let mut text = String::new();
            pieces.iter().for_each(|piece| piece.push(values, 0, &mut text, &mut String::new()));
            text
        };
        let folders: Vec<_> = self.components[..at].iter().map(|one| self.component(one, values, 0).0).collect();
        Some(PartPattern { folders: folders.join("/"), prefix: text(before), suffix: text(&after[1..]) })
    }

    /// The places of the columns with the names of both players, if each game goes to the files of both.
    pub(super) fn players(&self) -> Option<[usize; 2]> {
        self.pieces().any(|piece| matches!(piece, TemplatePiece::Player(_))).then_some(())?;
        let [white, black] = PLAYERS.map(|name| self.column(name));
        Some([white?, black?])
    }

    /// How much of the name of a player a name has.
    pub(super) fn player_reach(&self) -> Option<usize> {
        let lengths = self.pieces().filter_map(|piece| match piece {
            TemplatePiece::Player(first) => Some(first.unwrap_or(usize::MAX)),
            _ => None,
        });
        lengths.max().filter(|most| *most < usize::MAX)
    }

    /// Whether a column is part of names by itself, not only as that of a player.
    pub(super) fn has_column(&self, column: usize) -> bool {
        self.pieces().any(|piece| matches!(piece, TemplatePiece::Column(at, _) if *at == column))
    }

    /// How much of each value a name has: values with the same beginnings belong to one file.
    pub(super) fn reach(&self, column: usize) -> Option<usize> {
        let lengths = self.pieces().filter_map(|piece| match piece {
            TemplatePiece::Column(at, first) if *at == column => Some(first.unwrap_or(usize::MAX)),
            _ => None,
        });
        lengths.max().filter(|most| *most < usize::MAX)
    }

    /// The name of a file.
    pub(super) fn name(&self, values: &Values, part: u64) -> OutputName {
        let mut named = OutputName { path: String::new(), tail: 0, is_changed: false };
        for component in &self.components {
            let (safe, is_changed, tail) = self.component(component, values, part);
            named.is_changed |= is_changed;
            if !named.path.is_empty() {
                named.path.push('/');
            }
            named.path.push_str(&safe);
            named.tail = tail;
        }
        named
    }

    /// The name of a folder or of the file; whether it differs from the values; and how many bytes at its end come
    /// from the template.
    fn component(&self, component: &[TemplatePiece], values: &Values, part: u64) -> (String, bool, usize) {
        let (mut name, mut said) = (String::new(), String::new());
        match component {
            [TemplatePiece::Text(key), value] if self.has_partitions && key.ends_with('=') && !value.is_part() => {
                name.push_str(key);
                // Readers take the values for numbers if these have no zeros in front.
                let text = value.value(values);
                let text = if *value == TemplatePiece::Month { text.trim_start_matches('0') } else { text };
                push_escaped(text, &mut name);
                said.clone_from(&name);
            }
            pieces => pieces.iter().for_each(|piece| piece.push(values, part, &mut name, &mut said)),
        }
        let tail = if let Some(TemplatePiece::Text(text)) = component.last() { text.len() } else { 0 };
        let begins_with_value = !matches!(component.first(), Some(TemplatePiece::Text(_)));
        let safe = Component { name, tail, begins_with_value }.into_safe();
        let is_changed = safe != said;
        (safe, is_changed, tail)
    }
}

impl TemplatePiece {
    fn text(&self) -> &str {
        if let TemplatePiece::Text(text) = self { text } else { "" }
    }

    fn is_part(&self) -> bool {
        matches!(self, TemplatePiece::Part(_))
    }

    /// The value of a game for it; of texts and parts, nothing.
    fn value<'v>(&self, values: &'v Values) -> &'v str {
        match self {
            TemplatePiece::Text(_) | TemplatePiece::Part(_) => "",
            TemplatePiece::Column(at, first) => begin(values.columns.get(*at).map_or("", String::as_str), *first),
            TemplatePiece::Input(first) => begin(&values.input, *first),
            TemplatePiece::Player(first) => begin(&values.player, *first),
            TemplatePiece::Month => &values.month,
        }
    }

    /// Adds it to a name, and to what the name would be if every character were allowed.
    fn push(&self, values: &Values, part: u64, name: &mut String, said: &mut String) {
        let start = name.len();
        match self {
            TemplatePiece::Text(text) => {
                name.push_str(text);
                return said.push_str(text);
            }
            TemplatePiece::Part(digits) => {
                let _ = write!(name, "{part:0digits$}");
                return said.push_str(&name[start..]);
            }
            _ => {}
        }
        let value = self.value(values);
        push_value(value, name);
        // That a value is missing changes nothing.
        said.push_str(if is_missing(value) { &name[start..] } else { value.trim() });
    }
}

/// The first characters of a text.
pub(super) fn begin(text: &str, first: Option<usize>) -> &str {
    let end = first.and_then(|first| text.char_indices().nth(first)).map_or(text.len(), |(end, _)| end);
    &text[..end]
}

fn is_separator(letter: char) -> bool {
    letter == '/' || std::path::is_separator(letter)
}

/// Whether a name has a field. Braces in other names are theirs.
fn has_fields(name: &str) -> bool {
    name.replace("{{", "").contains('{')
}

fn no_parts(name: &str) -> Failure {
    let message = format!("`{name}` names one file for all games of a group, so the output cannot be split into parts");
    Failure::usage(message, "put `{{part}}` into the name of the output, or name a folder")
}

/// The texts and fields of a name.
fn pieces(name: &str, columns: &mut Vec<&'static dyn Column>) -> Result<Vec<TemplatePiece>, Failure> {
    let (mut pieces, mut text) = (Vec::new(), String::new());
    let mut rest = name;
    while let Some(at) = rest.find(['{', '}']) {
        text.push_str(&rest[..at]);
        let (brace, behind) = (&rest[at..=at], &rest[at + 1..]);
        if let Some(behind) = behind.strip_prefix(brace) {
            text.push_str(brace);
            rest = behind;
            continue;
        }
        let Some((field, behind)) = behind.split_once('}').filter(|_| brace == "{") else {
            return Err(Failure::usage(format!("`{name}` has an unmatched `{brace}`"), HINT));
        };
        if !text.is_empty() {
            pieces.push(TemplatePiece::Text(std::mem::take(&mut text)));
        }
        pieces.push(field_of(field, columns)?);
        rest = behind;
    }
    text.push_str(rest);
    if !text.is_empty() {
        pieces.push(TemplatePiece::Text(text));
    }
    Ok(pieces)
}

fn field_of(field: &str, columns: &mut Vec<&'static dyn Column>) -> Result<TemplatePiece, Failure> {
    let (name, length) = match field.split_once(':') {
        None => (field, None),
        Some((name, length)) => match length.parse::<usize>() {
            Ok(length @ 1..=255) => (name, Some(length)),
            _ => {
                let message = format!("`{{{field}}}` lacks the number of characters");
                return Err(Failure::usage(message, "write a number after the colon, as in `{{eco:1}}`"));
            }
        },
    };
    match name {
        PART => return Ok(TemplatePiece::Part(length.unwrap_or(DIGITS).min(20))),
        INPUT => return Ok(TemplatePiece::Input(length)),
        MONTH if length.is_some() => {
            return Err(Failure::usage(format!("`{{{field}}}` has no length: a month has two digits"), HINT));
        }
        MONTH => {
            for name in DATE {
                place_of(column::find(name), columns);
            }
            return Ok(TemplatePiece::Month);
        }
        PLAYER => {
            for name in PLAYERS {
                place_of(column::find(name), columns);
            }
            return Ok(TemplatePiece::Player(length));
        }
        _ => {}
    }
    let Some(column) = column::find(name).filter(|column| is_field(*column)) else {
        let message = match column::find(name) {
            Some(_) => format!("the column `{name}` cannot name files: it is not text, a number or a date"),
            None => format!("there is no field `{name}`"),
        };
        return Err(Failure::usage(message, HINT));
    };
    let place = place_of(Some(column), columns).unwrap_or_default();
    Ok(TemplatePiece::Column(place, length))
}

/// The columns of the date and of how much of it is known.
const DATE: [&str; 2] = ["date", "date_precision"];

/// The columns of the names of the players.
const PLAYERS: [&str; 2] = ["white", "black"];

/// The place of a column among those of a template, which it is added to if it is new.
fn place_of(column: Option<&'static dyn Column>, columns: &mut Vec<&'static dyn Column>) -> Option<usize> {
    let column = column?;
    let known = columns.iter().position(|known| known.spec().name == column.spec().name);
    if known.is_none() {
        columns.push(column);
    }
    Some(known.unwrap_or(columns.len() - 1))
}

/// Whether the values of a column are short enough for names.
fn is_field(column: &dyn Column) -> bool {
    let spec = column.spec();
    let short = matches!(
        spec.kind,
        Type::Text | Type::Bool | Type::Int8 | Type::Int16 | Type::Int32 | Type::Int64 | Type::Date | Type::Timestamp
    );
    // These are whole texts.
    short && !matches!(spec.family, "text" | "documents" | "notes")
}

/// What the inputs are called in names of outputs.
pub(super) fn input_names(inputs: &[Input]) -> Vec<String> {
    inputs.iter().map(|input| stem(input.name())).collect()
}

/// The name of a file without its folders and its endings.
fn stem(name: &str) -> String {
    if name == "-" {
        return "stdin".to_owned();
    }
    let base = name.rsplit(|letter| is_separator(letter) || letter == ':').next().unwrap_or(name);
    let packed = COMPRESSIONS.iter().find_map(|compression| base.strip_suffix(compression.ending)?.strip_suffix('.'));
    let base = packed.unwrap_or(base);
    match base.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem.to_owned(),
        _ => base.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(template: &str, columns: &[&str], part: u64) -> (String, String) {
        let template = Template::parse(template).unwrap_or_else(|failure| panic!("{failure:?}"));
        let columns = columns.iter().map(|value| (*value).to_owned()).collect();
        let values = Values { columns, input: "in".to_owned(), player: "Ann".to_owned(), month: "05".to_owned() };
        let name = template.name(&values, part);
        (template.folder, name.path)
    }

    #[test]
    fn fields_are_filled() {
        for (template, values, folder, path) in [
            ("{white}.pgn", &["A"][..], ".", "A.pgn"),
            ("out/{white}.pgn", &["A/B"], "out", "A_B.pgn"),
            ("/{white}.pgn", &["A"], "/", "A.pgn"),
            ("/a/b/{eco:1}/{eco}-{part}.pgn", &["C42"], "/a/b", "C/C42-007.pgn"),
            ("a/{input}-{part:1}.pgn.gz", &[], "a", "in-7.pgn.gz"),
            ("a/{player:1}/{player}-{black}.pgn", &["W", "B"], "a", "A/Ann-B.pgn"),
            ("a{{b/{{{white}}}.pgn", &["A"], "a{b", "{A}.pgn"),
            ("o/{white}/{black}/games.pgn", &["..", "..\\x"], "o", "unknown/_._x/games.pgn"),
        ] {
            assert_eq!(named(template, values, 7), (folder.to_owned(), path.to_owned()), "{template}");
        }
    }

    #[test]
    fn folders_with_a_field_alone_are_partitions() {
        let month = |month: &str, template: &str| {
            let template = Template::parse(template).unwrap_or_else(|failure| panic!("{failure:?}"));
            let columns = vec!["A/B".to_owned(), String::new()];
            let values = Values { columns, month: month.to_owned(), ..Values::default() };
            Template { has_partitions: true, ..template }.name(&values, 1).path
        };
        for (template, known, path) in [
            ("o/white={white}/{part}.parquet", "", "white=A%2FB/001.parquet"),
            ("o/w={white}/b={black}.parquet", "", "w=A%2FB/b=unknown.parquet"),
            ("o/{white}/{black}.parquet", "", "A_B/unknown.parquet"),
            ("o/w={white}-{black}/x.parquet", "", "w=A_B-unknown/x.parquet"),
        ] {
            assert_eq!(month(known, template), path, "{template}");
        }
        let template = |template: &str| {
            Template::parse(template)
                .map(|template| template.columns.len())
                .unwrap_or_else(|failure| panic!("{failure:?}"))
        };
        assert_eq!(template("o/m={month}/{month}.parquet"), 2);
        assert_eq!(month("05", "o/m={month}/{month}.parquet"), "m=5/05.parquet");
        assert_eq!(month("", "o/m={month}/{month}.parquet"), "m=__HIVE_DEFAULT_PARTITION__/unknown.parquet");
    }

    #[test]
    fn templates_that_are_not_understood_are_refused() {
        for template in [
            "{whitee}.pgn",
            "{white.pgn",
            "a}{white}",
            "{eco:0}",
            "{eco:x}",
            "{month:1}",
            "{moves}",
            "{game_text}",
            "o/{white}/../x.pgn",
            "{white}//x",
        ] {
            assert!(Template::parse(template).is_err(), "{template}");
        }
        assert!(has_fields("{x}") && !has_fields("a{{b") && !has_fields("a}b"));
    }

    #[test]
    fn inputs_are_called_by_their_stems() {
        let names = ["a/b.pgn.zst", "x.zip:d/e.f.pgn", "-", ".pgn", "c"].map(stem);
        assert_eq!(names, ["b", "e.f", "stdin", ".pgn", "c"]);
    }
}
