//! The messages for options that do not fit, in one place.

use crate::common::failure::Failure;
use crate::formats::{Format, all};
use crate::options::{Kind, Opt, Taker};
use scoresheet_core::game::OptionSpec;

/// Stands for any whole number in the values of a format's option.
pub(crate) const NUMBER: &str = "N";
/// Stands for any text.
pub(crate) const TEXT: &str = "TEXT";

/// Stands for any number of texts by name.
pub(crate) const NAMED: &str = "NAME=TEXT,...";

/// The problem with an option.
pub(crate) enum Misfit<'a> {
    /// There is no option of this name.
    Unknown(&'a str),
    /// This taker does not accept it.
    NotFor { taker: Taker, option: &'static Opt },
    /// Its value is of another kind.
    Kind { name: &'a str, kind: Kind },
    /// Its value is a number that is too small or too large.
    Range { name: &'a str, value: &'a str, option: &'a Opt },
    /// Its value is not valid; `hint` names the valid ones.
    Value { name: &'a str, value: &'a str, hint: String },
    /// The format offers no such notation.
    Choice { what: &'a str, known: &'a [&'a str], format: &'a str, value: &'a str },
    /// Neither the formats that are read nor the one that is written have it.
    Misplaced { id: &'a str, to: Option<Format> },
    /// The only format in use has no such writing option.
    NotWrittenBy { id: &'a str, format: Format },
    /// The only format in use has no such reading option.
    NotReadBy { id: &'a str, format: Format },
    /// The output format does not count its bits.
    NotExplained(Format),
    /// The output format has no files that games can be added to.
    NotAppended(Format),
    /// None of the inputs accepts a starting position.
    NoStart,
    /// The input format does not accept a starting position.
    StartsItself(Format),
}

impl<'a> Misfit<'a> {
    /// A value that an option of a format does not accept.
    pub(crate) fn value_of(option: &'a OptionSpec, value: &'a str) -> Misfit<'a> {
        let known = option.values.iter().map(|value| match *value {
            NUMBER => "a number",
            TEXT => "a string",
            NAMED => "a list such as `winner=Result,id=Site`",
            value => value,
        });
        let known: Vec<_> = known.collect();
        let hint = if let [only] = *known { format!("use {only}") } else { format!("use one of {}", known.join(", ")) };
        Misfit::Value { name: option.id, value, hint }
    }
}

impl From<Misfit<'_>> for Failure {
    fn from(misfit: Misfit<'_>) -> Failure {
        match misfit {
            Misfit::Unknown(name) => Failure::usage(
                format!("there is no option `{name}`"),
                "`help` shows the options of a function, as in `help(scoresheet.convert)`",
            ),
            Misfit::NotFor { taker, option } => {
                let takers: Vec<_> = option.takers.iter().map(|taker| format!("`{}`", taker.id())).collect();
                let hint = format!("leave it out; it is an option of {}", takers.join(", "));
                Failure::usage(format!("`{}` has no option `{}`", taker.id(), option.name), hint)
            }
            Misfit::Kind { name, kind } => Failure::usage(format!("`{name}` must be {}", kind.title()), kind.hint()),
            Misfit::Range { name, value, option } => {
                let hint = format!("use a whole number from {} to {}", option.least, option.most);
                Failure::usage(format!("`{name}={value}` is out of range"), hint)
            }
            Misfit::Value { name, value, hint } => {
                Failure::usage(format!("`{name}={value}` is not a valid value"), hint)
            }
            Misfit::Choice { what, known, format, value } => {
                let none = || "it offers no choice".to_owned();
                let hint = if known.is_empty() { none() } else { format!("use one of {}", known.join(", ")) };
                Failure::usage(format!("`{format}` has no {what} `{value}`"), hint)
            }
            Misfit::Misplaced { id, to } => misplaced(id, to),
            Misfit::NotWrittenBy { id, format } => {
                let options = format.spec().options.iter().filter(|option| !option.reads);
                let known: Vec<_> = options.map(|option| option.id).collect();
                let none = || "it has no options of its own".to_owned();
                let hint = if known.is_empty() { none() } else { format!("its options are {}", known.join(", ")) };
                Failure::usage(not_of(format, id), hint)
            }
            Misfit::NotReadBy { id, format } => Failure::usage(not_of(format, id), "leave it out"),
            Misfit::NotExplained(format) => {
                let known: Vec<_> = all().filter(|format| format.counts_bits()).map(|known| known.id()).collect();
                let message = format!("`{}` does not count how its bits are used", format.id());
                Failure::usage(message, format!("`{{explain}}` works with {}", known.join(", ")))
            }
            Misfit::NotAppended(format) => {
                let message = format!("games cannot be appended to a file of `{}`", format.id());
                let parts = format!(
                    "`{{append}}` adds a file to a folder: `games/{{{{part}}}}.{}`",
                    format.spec().extensions.first().copied().unwrap_or(format.id())
                );
                let grows = "`{append}` works with archives, PGN, and other text without a header";
                let is_split = format.text().is_some() || format.table().is_some();
                Failure::usage(message, if is_split { parts } else { grows.to_owned() })
            }
            Misfit::NoStart => {
                let takes: Vec<_> = all().filter(|format| format.spec().starts).map(Format::id).collect();
                let hint = format!(
                    "`{{fen}}` and `{{variant}}` are for formats without starting positions: {}",
                    takes.join(", ")
                );
                Failure::usage("no input accepts a starting position", hint)
            }
            Misfit::StartsItself(format) => Failure::usage(
                format!("games in `{}` have their own starting position", format.id()),
                "leave `{fen}` and `{variant}` out",
            ),
        }
    }
}

fn not_of(format: Format, id: &str) -> String {
    format!("`{}` has no option `{id}`", format.id())
}

/// An option that none of the formats in use has.
fn misplaced(id: &str, to: Option<Format>) -> Failure {
    let has = |format: &Format| format.spec().options.iter().any(|option| option.id == id);
    let owners: Vec<_> = all().filter(has).map(Format::id).collect();
    if owners.is_empty() {
        return Failure::usage(
            format!("no format has an option `{id}`"),
            "`scoresheet list formats` shows all options",
        );
    }
    let reads = all().any(|format| format.option(id, true).is_some());
    let here = match to {
        Some(to) if !reads => not_of(to, id),
        _ => format!("no input has an option `{id}`"),
    };
    Failure::usage(here, format!("it is an option of {}", owners.join(", ")))
}
