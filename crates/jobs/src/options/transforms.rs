//! The options that change games.

use crate::common::failure::Failure;
use crate::common::number_set::Ranges;
use crate::options::Taker::{self, Analyse, Convert, Read, Write};
use crate::options::errors::Misfit;
use crate::options::{Group, Kind, Opt, OptionValue, Works};
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
        group: Group::Change,
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
        group: Group::Change,
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
        group: Group::Change, is_common: true,
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
        group: Group::Change,
        doc: "Replace names of players, events and sites according to a CSV file with the columns found, wanted and kind. \
            `scoresheet names` suggests such a file.",
        docstring: "names of players, events and sites to replace: a dict of the wanted names by the names found, or a CSV file with the columns `found`, `wanted` and, optionally, `kind` (`player`, `event` or `site`). \
            `scoresheet.names` suggests replacements.",
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
        group: Group::Change,
        doc: "Rewrite dates in tags as YYYY.MM.DD, with ? for unknown parts. Ambiguous dates, such as 4/5/1992, are kept.",
        docstring: "rewrite dates in tags as `YYYY.MM.DD`, with `?` for unknown parts. Ambiguous dates, such as \
            `4/5/1992`, are kept and counted.",
        set: |settings, value| { settings.transforms.last.dates = value.flag()?; Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "result", kind: Kind::Flag,
        group: Group::Change,
        doc: "Fill in missing Result tags from the result after the moves, or from mate or stalemate on the board. Rewrite \
            other spellings, such as 1:0 and draw, in the standard form.",
        docstring: "fill in missing or unknown Result tags from the result after the moves, or from mate or stalemate on the \
            board. Other spellings, such as `1:0` and `draw`, are rewritten in the standard form.",
        set: |settings, value| { settings.transforms.last.fill.result = value.flag()?; Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "eco", kind: Kind::Flag,
        group: Group::Change, is_common: true,
        doc: "Write the tags ECO, Opening and Variation, from the last position that belongs to a named opening.",
        docstring: "write the tags `ECO`, `Opening` and `Variation`, from the last position of the game that belongs to a \
            named opening, so transpositions count. Games without such a position keep their tags.",
        set: |settings, value| { settings.transforms.last.fill.eco = value.flag()?; Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "engine_comments", kind: Kind::Flag,
        group: Group::Change,
        doc: "Convert the comments of engine matches to evaluations and times: {+0.31/15 1.2s} becomes [%eval 0.31,15] \
            [%emt 0:00:01.2].",
        docstring: "convert the comments of engine matches to the commands `eval`, with the depth, and `emt`: `+0.31/15 1.2s` \
            of cutechess and fastchess, and `d=24, mt=1200, wv=0.30` of TCEC. The rest of a comment is kept.",
        set: |settings, value| { settings.transforms.last.engine_comments = value.flag()?; Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "find", kind: Kind::Text,
        group: Group::Select, is_common: true,
        doc: "Keep only games that match this position pattern, such as 'material KRPvKR' (`list patterns`).",
        docstring: "a position pattern (`scoresheet list patterns`). Games whose mainline does not match it anywhere are dropped.",
        metavar: "PATTERN",
        set: |settings, value| {
            settings.transforms.last.find = Some(pattern(&value.text()?)?);
            Ok(())
        },
        ..TRANSFORM
    },
    Opt {
        name: "find_comment", kind: Kind::Text,
        group: Group::Change,
        doc: "Add this comment at the first match of --find in each game; {ply} becomes the ply.",
        docstring: "the comment to add at the first match of `find` in each game; `{ply}` in it becomes the number of plies.",
        metavar: "TEXT",
        set: |settings, value| { settings.transforms.last.find_comment = Some(value.text()?); Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "find_all", kind: Kind::Flag,
        group: Group::Change,
        doc: "Add the comment of --find-comment at every match.",
        docstring: "add the comment of `find_comment` at every match.",
        set: |settings, value| { settings.transforms.last.find_all = value.flag()?; Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "select", kind: Kind::Span,
        group: Group::Select, is_common: true,
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
        group: Group::Duplicates, is_common: true,
        doc: "Drop duplicates: games with the same moves and players (exact, the default), with the same moves (moves), or \
            with the same moves and similar names and dates, where one game may be the beginning of the other (loose).",
        docstring: "keep one of each group of duplicates. Duplicates have the same moves from the same start; for \
            `\"exact\"`, also the same players; for `\"loose\"`, similar players and dates: names may be spelled \
            differently, dates may be less precise, and a game of at least 20 plies may be the beginning of another.",
        set: |settings, value| {
            settings.transforms.last.dedupe = Some(choice("dedupe", &value.text()?, &EQUAL)?);
            Ok(())
        },
        ..TRANSFORM
    },
    Opt {
        name: "dedupe_keep", kind: Kind::Choice(|| KEEP.map(|(name, _)| name).to_vec()),
        group: Group::Duplicates,
        doc: "Which duplicate to keep: the first, the one with the longest text, or the one with the most comments, NAGs \
            and variations. [default: first; annotated with --dedupe=loose]",
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
        group: Group::Duplicates,
        doc: "Drop games that this file already contains; --dedupe sets how games are compared. Can be repeated. For Parquet \
            files and archives, an index is stored beside the file (FILE.known).",
        docstring: "files whose games are dropped; `dedupe` sets how games are compared (`\"exact\"` by default). For Parquet files \
            and archives, an index is stored beside the file (`FILE.known`), so that it is read only after it has changed.",
        set: |settings, value| { settings.transforms.last.against = value.list()?; Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "dedupe_merge", kind: Kind::Flag,
        group: Group::Duplicates,
        doc: "Merge the comments, NAGs and variations of dropped duplicates into the game that is kept.",
        docstring: "merge the comments, NAGs and variations of dropped duplicates into the game that is kept.",
        set: |settings, value| { settings.transforms.last.merge = value.flag()?; Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "duplicates", kind: Kind::File,
        group: Group::Duplicates,
        doc: "Write the games that --dedupe drops to this file. The extension determines the format; .csv and .jsonl list each \
            game with the one that was kept and the reason.",
        docstring: "the file for the games that `dedupe` drops. The extension determines the format; `.csv` and `.jsonl` list \
            each game with the one that was kept and the reason.",
        takers: &[Convert], works: Works::Write,
        decides: false,
        set: |settings, value| { settings.run.duplicates = Some(value.text()?); Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "repair", kind: Kind::File,
        group: Group::Input,
        doc: "Keep each bad game up to its first error, and write its original text with the reasons to this file (.pgn), or \
            a list of the errors (.jsonl, .csv).",
        docstring: "the file for bad games, of which the output gets the moves before the first error: `.pgn` for their original \
            text with the reasons, `.jsonl` or `.csv` for a list of the errors, optionally compressed (`.pgn.zst`).",
        decides: false,
        set: |settings, value| {
            // The file also lists damaged inputs.
            (settings.run.repair, settings.read.says_on_error) = (Some(value.text()?), true);
            Ok(())
        },
        ..TRANSFORM
    },
    Opt {
        name: "sample", kind: Kind::Number,
        group: Group::Select,
        doc: "Keep N randomly chosen games. A different --seed chooses different games.",
        docstring: "the number of games to choose at random. The same `seed` chooses the same games.",
        set: |settings, value| { settings.transforms.last.sample = Some(value.number()?); Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "seed", kind: Kind::Number,
        group: Group::Select,
        doc: "Seed for --sample. [default: 0]",
        docstring: "the seed for `sample`; None means 0.",
        set: |settings, value| { settings.transforms.last.seed = value.number()?; Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "sort", kind: Kind::List(Vec::new),
        group: Group::Select, is_common: true,
        doc: "Sort the games by these columns, such as `date,-white_elo`; `-` means descending. Missing values come last.",
        docstring: "the columns to sort the games by; `\"-white_elo\"` sorts in descending order. Missing values come last. If the \
            games need more memory than `sort_memory`, they are sorted on disk.",
        metavar: "COLUMN,...",
        set: |settings, value| {
            settings.transforms.last.sort = value.list()?.iter().map(|key| SortKey::parse(key)).collect();
            Ok(())
        },
        ..TRANSFORM
    },
    Opt {
        name: "reverse", kind: Kind::Flag,
        group: Group::Select,
        doc: "Write the games in reverse order.",
        docstring: "put the games in reverse order.",
        set: |settings, value| { settings.transforms.last.reverse = value.flag()?; Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "cut", kind: Kind::Span,
        group: Group::Change, is_common: true,
        doc: "Keep only the first N plies of each game, or plies N to M; the game then starts from the position before ply N. \
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
        group: Group::Change, is_common: true,
        doc: "Remove parts of games: {values}. `tags` keeps the Seven Tag Roster, or the tags of --keep-tags.",
        docstring: "parts that are removed from every game: `comments`, `nags`, `variations`, `commands` (in comments), \
            `clocks`, `evals`, `escapes` (lines that start with `%`), and `tags` except the Seven Tag Roster, or except \
            the tags of `keep_tags`.",
        metavar: "PART,...",
        set: |settings, value| strip(settings, value.list()?),
        ..TRANSFORM
    },
    Opt {
        name: "keep_tags", kind: Kind::List(Vec::new),
        group: Group::Change,
        doc: "Remove all tags except these, and except those that affect how the moves are read, such as FEN.",
        docstring: "the tags to keep, in addition to those that affect how the moves are read, such as `FEN`.",
        metavar: "TAG,...",
        set: |settings, value| { settings.transforms.last.keep_tags = Some(value.list()?); Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "ply_count", kind: Kind::Flag,
        group: Group::Change,
        doc: "Write the number of plies as the tag PlyCount.",
        docstring: "write the number of plies of the mainline as the tag `PlyCount`.",
        set: |settings, value| { settings.transforms.last.fill.ply_count = value.flag()?; Ok(()) },
        ..TRANSFORM
    },
    Opt {
        name: "final_fen", kind: Kind::Flag,
        group: Group::Change,
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
            "valid patterns are `move Nf3 then check` and `material KRPvKR`; `scoresheet list patterns` shows all tests and names",
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
        let hint = "this tag affects how the moves are read, so only Scoresheet sets it".to_owned();
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
