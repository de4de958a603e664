//! The options that change games.

use crate::common::failure::Failure;
use crate::common::number_set::Ranges;
use crate::options::Taker::{self, Analyse, Convert, Read, Write};
use crate::options::errors::Misfit;
use crate::options::{Kind, Opt, OptionValue, Works};
use crate::settings::Settings;
use crate::settings::select::{Equal, Keep, SortKey};
use scoresheet_core::edit::{PlyRange, TagEdit};
use scoresheet_core::find::Pattern;
use scoresheet_core::name::is_name;
use scoresheet_core::names::Aliases;
use scoresheet_core::text::{Encoding, decode, moves_terminal};
use std::sync::Arc;

/// The functions and verbs that can change games.
const CHANGERS: &[Taker] = &[Convert, Write, Read, Analyse];

/// What can be taken out of games.
const PARTS: [&str; 8] = ["comments", "nags", "variations", "commands", "clocks", "evals", "escapes", "tags"];

/// Every option that changes games, in the order in which the changes are made.
#[rustfmt::skip]
pub(super) static ALL: &[Opt] = &[
    Opt {
        name: "rename_tags", kind: Kind::Table,
        doc: "Rename a tag in every game.",
        docstring: "tags to rename in every game: a dict of the new names by the old ones.",
        metavar: "OLD=NEW",
        set: |settings, value| {
            settings.transforms.last.rename = edits(value, "rename_tags", TagEdit::Rename)?;
            Ok(())
        },
        ..TRANSFORM
    },
    Opt {
        name: "remove_tags", kind: Kind::List(Vec::new),
        doc: "Remove these tags from every game.",
        docstring: "the names of the tags to remove from every game.",
        metavar: "TAG,...",
        set: |settings, value| {
            let named = OptionValue::Pairs(value.list()?.into_iter().map(|name| (name, String::new())).collect());
            settings.transforms.last.remove = edits(named, "remove_tags", |name, _| TagEdit::Remove(name))?;
            Ok(())
        },
        ..TRANSFORM
    },
    Opt {
        name: "set_tags", kind: Kind::Table,
        doc: "Set a tag in every game.",
        docstring: "tags to set in every game: values by name. Missing tags are added.",
        metavar: "TAG=VALUE",
        set: |settings, value| {
            settings.transforms.last.set = edits(value, "set_tags", TagEdit::Set)?;
            Ok(())
        },
        ..TRANSFORM
    },
    Opt {
        name: "names", kind: Kind::FileOrTable,
        doc: "Replace names of players, events and sites as listed in a CSV file with the columns found, wanted and kind. \
            `scoresheet names` proposes one.",
        docstring: "names of players, events and sites to replace: a dict of the wanted names by the names found, or a CSV file with the columns `found`, `wanted` and, optionally, `kind` (`player`, `event` or `site`). \
            `scoresheet.names` proposes one.",
        set: |settings, value| {
            settings.transforms.last.aliases = Some(match value {
                OptionValue::Pairs(pairs) => aliases_of(&pairs),
                file => aliases(&file.text()?)?,
            });
            Ok(())
        },
        ..TRANSFORM
    },
    Opt {
        name: "dates", kind: Kind::Flag,
        doc: "Write the dates in tags as YYYY.MM.DD, with ? for unknown parts. Ambiguous dates such as 4/5/1992 are kept.",
        docstring: "write the dates in tags as `YYYY.MM.DD`, with `?` for unknown parts. Ambiguous dates, such as \
            `4/5/1992`, are kept and counted.",
        set: |settings, value| { settings.transforms.last.dates = value.flag()?; Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "result", kind: Kind::Flag,
        doc: "Fill in a missing Result tag from the result after the moves, or else from mate and stalemate; write other \
            spellings, such as 1:0 and draw, in the standard way.",
        docstring: "fill in a missing or unknown Result tag from the result after the moves, or else from mate and \
            stalemate on the board. Other spellings, such as `1:0` and `draw`, are written in the standard way.",
        set: |settings, value| { settings.transforms.last.fill.result = value.flag()?; Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "eco", kind: Kind::Flag,
        doc: "Write the tags ECO, Opening and Variation for the last position that has a name.",
        docstring: "write the tags `ECO`, `Opening` and `Variation` for the last position of the game that has a name, \
            so transpositions count. Games without such a position keep their tags.",
        set: |settings, value| { settings.transforms.last.fill.eco = value.flag()?; Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "engine_comments", kind: Kind::Flag,
        doc: "Turn what engines say in comments of their matches into evaluations and times: {+0.31/15 1.2s} becomes \
            [%eval 0.31,15] [%emt 0:00:01.2].",
        docstring: "turn what engines say in comments of their matches into the commands `eval`, with the depth, and `emt`: \
            `+0.31/15 1.2s` of cutechess and fastchess, and `d=24, mt=1200, wv=0.30` of TCEC. The rest of a comment stays.",
        set: |settings, value| { settings.transforms.last.engine_comments = value.flag()?; Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "find", kind: Kind::Text,
        doc: "Keep only the games in which this pattern of positions and moves holds.",
        docstring: "the pattern of positions and moves that must hold somewhere in the mainline of a game; games without it are \
            dropped.",
        metavar: "PATTERN",
        set: |settings, value| {
            settings.transforms.last.find = Some(pattern(&value.text()?)?);
            Ok(())
        },
        ..TRANSFORM
    },
    Opt {
        name: "find_comment", kind: Kind::Text,
        doc: "Add this comment at the first place in each game where the pattern of --find holds; {ply} becomes the ply.",
        docstring: "the comment to add at the first place in each game where the pattern of `find` holds; `{ply}` in it \
            becomes the number of plies.",
        metavar: "TEXT",
        set: |settings, value| { settings.transforms.last.find_comment = Some(value.text()?); Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "find_all", kind: Kind::Flag,
        doc: "Add the comment of --find-comment at every place where the pattern holds.",
        docstring: "add the comment of `find_comment` at every place where the pattern holds.",
        set: |settings, value| { settings.transforms.last.find_all = value.flag()?; Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "select", kind: Kind::Span,
        doc: "Keep only the games with these numbers, counted over all inputs.",
        docstring: "the games to keep, by their numbers, counted from 1 over all inputs: `5` or `\"5,10-20,100-\"`.",
        metavar: "N,N-M,...",
        set: |settings, value| {
            let text = value.text()?;
            let hint = || "list numbers and ranges, such as `5,10-20,100-`".to_owned();
            let ranges = Ranges::parse(&text);
            settings.transforms.last.games =
                Some(ranges.ok_or_else(|| Misfit::Value { name: "select", value: &text, hint: hint() })?);
            Ok(())
        },
        ..TRANSFORM
    },
    Opt {
        name: "dedupe", kind: Kind::Choice(|| EQUAL.map(|(name, _)| name).to_vec()),
        doc: "Drop duplicates: games with the same moves and players (exact), with the same moves, or with the same moves \
            and players and dates that may be the same, of which one may be the beginning of the other (loose).",
        docstring: "keep one of each group of duplicates. Duplicates have the same moves from the same start; for \
            `\"exact\"`, also the same players; for `\"loose\"`, players and dates that may be the same: names may \
            be spelled differently, dates may be less precise, and a game of at least 20 plies may be the beginning of \
            the other.",
        set: |settings, value| {
            settings.transforms.last.dedupe = Some(choice("dedupe", &value.text()?, &EQUAL)?);
            Ok(())
        },
        ..TRANSFORM
    },
    Opt {
        name: "dedupe_keep", kind: Kind::Choice(|| KEEP.map(|(name, _)| name).to_vec()),
        doc: "Which duplicate to keep: the first, the one with the longest text, or the one with the most comments, NAGs \
            and variations. [default: first; with loose, annotated]",
        docstring: "which duplicate to keep: the first, the one with the longest text, or the one with the most comments, \
            NAGs and variations. None means `\"first\"`, and `\"annotated\"` for `\"loose\"`, which keeps the game with the \
            most moves in any case.",
        set: |settings, value| {
            settings.transforms.last.keep = Some(choice("dedupe_keep", &value.text()?, &KEEP)?);
            Ok(())
        },
        ..TRANSFORM
    },
    Opt {
        name: "dedupe_against", kind: Kind::Files,
        doc: "Drop the games that are in this file already, compared as --dedupe says (default: exact). Can be repeated. An index \
            is kept beside Parquet files and archives (FILE.known).",
        docstring: "files whose games are dropped, compared as `dedupe` says, else as `\"exact\"`. An index is kept beside Parquet \
            files and archives (`FILE.known`), so that they are read only when they have changed.",
        set: |settings, value| { settings.transforms.last.against = value.list()?; Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "dedupe_merge", kind: Kind::Flag,
        doc: "Merge the comments, NAGs and variations of the duplicates that are dropped into the one that is kept.",
        docstring: "merge the comments, NAGs and variations of the duplicates that are dropped into the one that is kept.",
        set: |settings, value| { settings.transforms.last.merge = value.flag()?; Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "duplicates", kind: Kind::File,
        doc: "Write the games that --dedupe drops to this file, in the format of its extension; .csv and .jsonl list them \
            with the games that were kept and the reasons.",
        docstring: "the file for the games that `dedupe` drops, in the format of its extension; `.csv` and `.jsonl` list \
            them with the games that were kept and the reasons.",
        takers: &[Convert], works: Works::Write,
        decides: false,
        set: |settings, value| { settings.run.duplicates = Some(value.text()?); Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "repair", kind: Kind::File,
        doc: "Write every game up to its first error, and the original text of each bad game with the reasons to this file: \
            .pgn; .jsonl and .csv list the errors.",
        docstring: "the file for bad games, whose readable part is written to the output: `.pgn` for the original text of each \
            with the reasons, `.jsonl` or `.csv` for a list of the errors, optionally compressed (`.pgn.zst`).",
        decides: false,
        set: |settings, value| {
            // The file tells of damaged inputs.
            (settings.run.repair, settings.read.says_on_error) = (Some(value.text()?), true);
            Ok(())
        },
        ..TRANSFORM
    },
    Opt {
        name: "sample", kind: Kind::Number,
        doc: "Keep N games, drawn at random. Another --seed draws other games.",
        docstring: "how many games to draw at random. The same `seed` draws the same games.",
        set: |settings, value| { settings.transforms.last.sample = Some(value.number()?); Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "seed", kind: Kind::Number,
        doc: "The seed of --sample. [default: 0]",
        docstring: "the seed of `sample`; 0 if it is None.",
        set: |settings, value| { settings.transforms.last.seed = value.number()?; Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "sort", kind: Kind::List(Vec::new),
        doc: "Sort the games by these columns; `-white_elo` puts the highest first. Missing values come last.",
        docstring: "the columns to sort the games by; `\"-white_elo\"` puts the highest first. Missing values come \
            last. Games beyond `sort_memory` are sorted on disk.",
        metavar: "COLUMN,...",
        set: |settings, value| {
            settings.transforms.last.sort = value.list()?.iter().map(|key| SortKey::parse(key)).collect();
            Ok(())
        },
        ..TRANSFORM
    },
    Opt {
        name: "reverse", kind: Kind::Flag,
        doc: "Write the games in reverse order.",
        docstring: "put the games in reverse order.",
        set: |settings, value| { settings.transforms.last.reverse = value.flag()?; Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "cut", kind: Kind::Span,
        doc: "Keep only the first N plies, or the plies N to M; the game then starts from the position before ply N. \
            Games that are too short are dropped.",
        docstring: "the plies to keep: `40` for the first forty, or `\"10-40\"`; the game then starts from the position \
            before ply 10. Games that are too short are dropped.",
        metavar: "N|N-M",
        set: |settings, value| {
            let text = value.text()?;
            let hint = || "use a number of plies, or a range such as `10-40`".to_owned();
            let cut = PlyRange::parse(&text).ok_or_else(|| Misfit::Value { name: "cut", value: &text, hint: hint() })?;
            settings.transforms.last.cut = cut;
            Ok(())
        },
        ..TRANSFORM
    },
    Opt {
        name: "strip", kind: Kind::List(|| PARTS.to_vec()),
        doc: "Remove parts of games: {values}. `tags` keeps the Seven Tag Roster, or those that --keep-tags names.",
        docstring: "parts that are removed from every game: `comments`, `nags`, `variations`, `commands` (in comments), \
            `clocks`, `evals`, `escapes` (lines that start with `%`), and `tags`, of which the Seven Tag Roster is kept, or \
            what `keep_tags` names.",
        metavar: "PART,...",
        set: |settings, value| strip(settings, value.list()?),
        ..TRANSFORM
    },
    Opt {
        name: "keep_tags", kind: Kind::List(Vec::new),
        doc: "Remove all tags except these, and those that determine how the moves are read.",
        docstring: "the tags to keep, in addition to those that determine how the moves are read, such as `FEN`.",
        metavar: "TAG,...",
        set: |settings, value| { settings.transforms.last.keep_tags = Some(value.list()?); Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "ply_count", kind: Kind::Flag,
        doc: "Write the number of plies as the tag PlyCount.",
        docstring: "write the number of plies of the mainline as the tag `PlyCount`.",
        set: |settings, value| { settings.transforms.last.fill.ply_count = value.flag()?; Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "final_fen", kind: Kind::Flag,
        doc: "Write the final position as the tag FinalFEN.",
        docstring: "write the final position of the mainline as the tag `FinalFEN`.",
        set: |settings, value| { settings.transforms.last.fill.final_fen = value.flag()?; Ok(()) },
        ..TRANSFORM
    },
];

/// When games are duplicates.
const EQUAL: [(&str, Equal); 3] = [("exact", Equal::Exact), ("moves", Equal::Moves), ("loose", Equal::Loose)];
/// Which duplicate to keep.
const KEEP: [(&str, Keep); 3] = [("first", Keep::First), ("longest", Keep::Longest), ("annotated", Keep::Annotated)];

/// The value of a choice.
fn choice<T: Copy>(name: &'static str, value: &str, known: &[(&str, T)]) -> Result<T, Failure> {
    let found = known.iter().find(|(id, _)| *id == value).map(|(_, found)| *found);
    let hint =
        || format!("use one of {}", known.iter().map(|(id, _)| format!("`{id}`")).collect::<Vec<_>>().join(", "));
    found.ok_or_else(|| Misfit::Value { name, value, hint: hint() }.into())
}

const TRANSFORM: Opt = Opt { takers: CHANGERS, works: Works::Transform, ..Opt::EMPTY };

/// A pattern, or the failure that marks what is wrong with it.
pub fn pattern(text: &str) -> Result<Arc<Pattern>, Failure> {
    Pattern::parse(text).map(Arc::new).map_err(|error| {
        let before = text.get(..error.at.start).unwrap_or(text);
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        let shown: String = text[line..].lines().next().unwrap_or_default().chars().map(printable).collect();
        let blank = " ".repeat(before[line..].chars().count());
        let marked = text.get(error.at.clone()).map_or(1, |marked| marked.chars().count().max(1));
        let message = format!("not a pattern: {}\n  | {shown}\n  | {blank}{}", error.message, "^".repeat(marked));
        Failure::usage(
            message,
            "`move Nf3 then check` and `material KRPvKR` are patterns; the page Patterns of the documentation describes the language",
        )
    })
}

/// A character of a pattern that takes one column of a terminal.
fn printable(character: char) -> char {
    if moves_terminal(character) { '\u{fffd}' } else { character }
}

/// The replacements of names in a file.
fn aliases(path: &str) -> Result<Aliases, Failure> {
    const HINT: &str = "use a CSV file with the columns `found`, `wanted` and, optionally, `kind`";
    let bytes = std::fs::read(path)
        .map_err(|error| Failure::usage(format!("cannot read the names in `{path}`: {error}"), HINT))?;
    let text = decode(&bytes, Encoding::of(&bytes));
    Aliases::parse(&text).map_err(|wrong| {
        let place = format!("`{path}`, line {}, column {}", wrong.line, wrong.column);
        Failure::usage(format!("{place}: {}", wrong.message), HINT)
    })
}

/// Replacements for names of any kind.
fn aliases_of(pairs: &[(String, String)]) -> Aliases {
    let mut aliases = Aliases::default();
    pairs.iter().for_each(|(found, wanted)| aliases.add(found, wanted, None));
    aliases
}

/// Edits of tags, by their names.
fn edits(
    value: OptionValue,
    option: &'static str,
    edit: impl Fn(String, String) -> TagEdit,
) -> Result<Vec<TagEdit>, Failure> {
    let edits = value.pairs()?.into_iter().map(|(name, value)| edit(name, value));
    edits.map(|edit| checked(edit, option)).collect()
}

/// Checks that an edit leaves games readable.
fn checked(edit: TagEdit, option: &'static str) -> Result<TagEdit, Failure> {
    let names: &[&String] = match &edit {
        TagEdit::Set(name, _) | TagEdit::Remove(name) => &[name],
        TagEdit::Rename(old, new) => &[old, new],
        TagEdit::Normalize(_) => &[],
    };
    if let Some(name) = names.iter().find(|name| !is_name(name)) {
        let hint = "the name of a tag consists of letters, digits and `_`".to_owned();
        return Err(Misfit::Value { name: option, value: name, hint }.into());
    }
    if let Some(name) = edit.fixed() {
        let hint =
            "this tag determines how the moves are read, and the program writes it as the game requires".to_owned();
        return Err(Misfit::Value { name: option, value: name, hint }.into());
    }
    Ok(edit)
}

fn strip(settings: &mut Settings, parts: Vec<String>) -> Result<(), Failure> {
    let transforms = &mut settings.transforms.last;
    for part in parts {
        let strip = &mut transforms.strip;
        match part.as_str() {
            "comments" => strip.comments = true,
            "nags" => strip.nags = true,
            "variations" => strip.variations = true,
            "commands" => strip.commands = true,
            "clocks" => strip.clocks = true,
            "evals" => strip.evals = true,
            "escapes" => strip.escapes = true,
            "tags" => transforms.strip_tags = true,
            other => {
                let hint = format!("use one of {}", PARTS.map(|part| format!("`{part}`")).join(", "));
                return Err(Misfit::Value { name: "strip", value: other, hint }.into());
            }
        }
    }
    Ok(())
}
