//! The named parameters of functions: the options of jobs, and those of the formats that are read.

use super::TableFunction;
use scoresheet_core::game::OptionSpec;
use scoresheet_core::text::printable;
use scoresheet_files::matching;
use scoresheet_jobs::Settings;
use scoresheet_jobs::failure::Failure;
use scoresheet_jobs::formats;
use scoresheet_jobs::inputs::arguments::{Argument, expand};
use scoresheet_jobs::options::hints::Style;
use scoresheet_jobs::options::{Kind, Opt, OptionValue, Works, list};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The option that holds those of formats, which are parameters of their own.
const CHOICES: &str = "choices";
/// How yes and no are spelled in options of formats.
const YES_OR_NO: [(&str, &str); 2] = [("true", "yes"), ("false", "no")];

/// A value that the caller has given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ArgumentValue {
    /// NULL: as if nothing had been given.
    Nothing,
    /// A text, or any other value in its spelling.
    Text(String),
    /// A list.
    List(Vec<ArgumentValue>),
    /// A map or a struct: values by name.
    Named(Vec<(ArgumentValue, ArgumentValue)>),
}

/// The name of a parameter, and what the caller has given for it.
pub(crate) type NamedArgument = (String, ArgumentValue);

/// A named parameter.
pub(crate) struct NamedParameter {
    pub(crate) name: &'static str,
    pub(crate) accepts: Accepts,
}

/// The values that a parameter accepts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Accepts {
    Flag,
    Number,
    Text,
    /// A text or a list of texts, or values by name.
    Any,
}

impl Accepts {
    /// The type as SQL spells it.
    pub(crate) fn sql(self) -> &'static str {
        match self {
            Accepts::Flag => "BOOLEAN",
            Accepts::Number => "UBIGINT",
            Accepts::Text => "VARCHAR",
            Accepts::Any => "ANY",
        }
    }
}

impl TableFunction {
    /// Its options.
    fn options(&self) -> impl Iterator<Item = &'static Opt> {
        let is_reading = |option: &Opt| option.works != Works::Transform && option.is_public();
        list::all().filter(move |option| {
            option.is_for(self.options_of)
                && is_reading(option)
                && option.name != CHOICES
                && !self.lacks.contains(&option.name)
        })
    }

    /// Its named parameters, in the order of their documentation.
    pub(crate) fn parameters(&self) -> Vec<NamedParameter> {
        let own =
            self.options().map(|option| NamedParameter { name: option.parameter(), accepts: accepted(option.kind) });
        let of_formats = options_of_formats().into_keys().map(|name| NamedParameter { name, accepts: Accepts::Text });
        own.chain(of_formats).collect()
    }

    /// The settings for these options.
    ///
    /// # Errors
    /// For a value that an option does not take.
    pub(crate) fn settings(&self, given: &[NamedArgument]) -> Result<Settings, Failure> {
        let mut settings = Settings::default();
        settings.spell(Style::Sql);
        let formats = options_of_formats();
        let mut choices = Vec::new();
        for (name, value) in given.iter().filter(|(_, value)| *value != ArgumentValue::Nothing) {
            if let Some(option) = self.options().find(|option| option.parameter() == name) {
                settings.set(self.options_of, option.name, value_of(option, value)?)?;
            } else if let Some(option) = formats.get(name.as_str()) {
                choices.push((name.clone(), choice(option, &text(name, value)?)));
            }
        }
        if !choices.is_empty() {
            settings.set(self.options_of, CHOICES, OptionValue::Pairs(choices))?;
        }
        Ok(settings)
    }
}

/// The inputs that the first argument of a function names: a path, a pattern of paths, or a list of these.
///
/// # Errors
/// If it names none, or one that is not there.
pub(super) fn inputs(paths: &ArgumentValue, settings: &Settings) -> Result<Vec<scoresheet_files::Input>, Failure> {
    let hint = "give a path, a pattern such as `games/*.pgn.zst`, or a list of these";
    let named = match paths {
        ArgumentValue::Text(_) => std::slice::from_ref(paths),
        ArgumentValue::List(paths) if !paths.is_empty() => paths.as_slice(),
        ArgumentValue::List(_) => return Err(Failure::usage("the list of paths is empty", hint)),
        ArgumentValue::Nothing => return Err(Failure::usage("the path is NULL", hint)),
        ArgumentValue::Named(_) => return Err(Failure::usage("the path is not a string", hint)),
    };
    let mut arguments = Vec::new();
    for path in named {
        let path = match path {
            ArgumentValue::Text(path) => path,
            ArgumentValue::Nothing => return Err(Failure::usage("a path in the list is NULL", hint)),
            _ => return Err(Failure::usage("a path in the list is not a string", hint)),
        };
        if formats::is_url(path) {
            arguments.push(Argument::Named(path.clone()));
        } else {
            arguments.extend(matching(&on_this_machine(path))?.into_iter().map(Argument::Named));
        }
    }
    expand(&arguments, settings)
}

/// A path without what a shell or a browser would take off: `~` for the home folder, and `file:`, as DuckDB reads its own files.
fn on_this_machine(path: &str) -> Cow<'_, str> {
    if let Some(url) = path.strip_prefix("file:") {
        let local = url.strip_prefix("//localhost/").or_else(|| url.strip_prefix("///"));
        return local.map_or(Cow::Borrowed(url), |rest| Cow::Owned(format!("/{rest}")));
    }
    let below = path.strip_prefix('~').filter(|below| below.is_empty() || below.starts_with('/'));
    let home = below.and_then(|_| std::env::home_dir()).and_then(|home| home.into_os_string().into_string().ok());
    home.zip(below).map_or(Cow::Borrowed(path), |(home, below)| Cow::Owned(home + below))
}

/// The options of files' formats for reading, by their names. Several formats can have the same one.
fn options_of_formats() -> BTreeMap<&'static str, &'static OptionSpec> {
    let files = formats::all().filter(|format| !format.is_database());
    let all = files.flat_map(|format| format.spec().options.iter().filter(|option| option.reads));
    all.map(|option| (option.id, option)).collect()
}

fn accepted(kind: Kind) -> Accepts {
    match kind {
        Kind::Flag => Accepts::Flag,
        Kind::Number | Kind::Size => Accepts::Number,
        Kind::Switch(_) | Kind::Text | Kind::File | Kind::Choice(_) | Kind::Span => Accepts::Text,
        Kind::List(_) | Kind::Files | Kind::Numbers(_) | Kind::Pairs | Kind::Table => Accepts::Any,
        Kind::FileOrTable | Kind::Chain | Kind::Games => Accepts::Any,
    }
}

/// What a number must be.
const WHOLE: &str = "use a whole number that is not negative";

/// The value of an option.
fn value_of(option: &Opt, given: &ArgumentValue) -> Result<OptionValue, Failure> {
    let name = option.parameter();
    let flag = |text: &str| match text {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    };
    let number = |text: &str| text.parse::<u64>().map_err(|_| refused(name, text, WHOLE));
    Ok(match option.kind {
        Kind::Flag => {
            let text = text(name, given)?;
            OptionValue::Flag(flag(&text).ok_or_else(|| refused(name, &text, "it is true or false"))?)
        }
        Kind::Switch(_) => {
            let text = text(name, given)?;
            flag(&text).map_or(OptionValue::Text(text), OptionValue::Flag)
        }
        Kind::Number | Kind::Size => OptionValue::Number(number(&text(name, given)?)?),
        Kind::List(_) | Kind::Files => OptionValue::List(texts(name, given)?),
        Kind::Numbers(_) => {
            let parsed = |(key, text): (String, String)| match number(&text) {
                Ok(value) => Ok((key, value)),
                Err(_) => Err(refused(name, &format!("{{'{key}': {text}}}"), WHOLE)),
            };
            OptionValue::Numbers(pairs(name, given)?.into_iter().map(parsed).collect::<Result<_, Failure>>()?)
        }
        Kind::Pairs | Kind::Table => OptionValue::Pairs(pairs(name, given)?),
        _ => OptionValue::Text(text(name, given)?),
    })
}

/// The value of an option of formats; true means yes.
fn choice(option: &OptionSpec, text: &str) -> String {
    let spelled = YES_OR_NO.iter().find(|(sql, ours)| *sql == text && option.values.contains(ours));
    spelled.map_or_else(|| text.to_owned(), |(_, ours)| (*ours).to_owned())
}

fn text(name: &str, given: &ArgumentValue) -> Result<String, Failure> {
    match given {
        ArgumentValue::Text(text) => Ok(text.clone()),
        _ => Err(Failure::usage(format!("`{name}` must be a string"), "write it in quotes")),
    }
}

fn texts(name: &str, given: &ArgumentValue) -> Result<Vec<String>, Failure> {
    let refused = || Failure::usage(format!("`{name}` must be a list of strings"), "write it as `['moves', 'result']`");
    match given {
        ArgumentValue::Text(text) => Ok(vec![text.clone()]),
        ArgumentValue::List(list) => list.iter().map(|one| text(name, one).map_err(|_| refused())).collect(),
        _ => Err(refused()),
    }
}

fn pairs(name: &str, given: &ArgumentValue) -> Result<Vec<(String, String)>, Failure> {
    let refused = || Failure::usage(format!("`{name}` must be values by name"), "write it as `{'nesting': 20}`");
    let ArgumentValue::Named(named) = given else { return Err(refused()) };
    let pair = |(key, value): &(ArgumentValue, ArgumentValue)| match (key, value) {
        (ArgumentValue::Text(key), ArgumentValue::Text(value)) => Ok((key.clone(), value.clone())),
        _ => Err(refused()),
    };
    named.iter().map(pair).collect()
}

fn refused(name: &str, text: &str, hint: &str) -> Failure {
    Failure::usage(format!("`{name} := {}` is not a valid value", printable(text)), hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_of_files_and_the_home_folder_become_paths() {
        for (given, path) in [
            ("games.pgn", "games.pgn"),
            ("file:///data/a.pgn", "/data/a.pgn"),
            ("file://localhost/data/a.pgn", "/data/a.pgn"),
            ("file:/data/*.pgn", "/data/*.pgn"),
            ("file:a.pgn", "a.pgn"),
            ("~anna/a.pgn", "~anna/a.pgn"),
            ("a/~/b.pgn", "a/~/b.pgn"),
        ] {
            assert_eq!(on_this_machine(given), path, "{given}");
        }
        let home = std::env::home_dir().and_then(|home| home.into_os_string().into_string().ok());
        let expected = home.map_or("~/a.pgn".to_owned(), |home| home + "/a.pgn");
        assert_eq!(on_this_machine("~/a.pgn"), expected);
    }
}
