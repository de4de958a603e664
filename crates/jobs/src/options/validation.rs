//! Checks the given options of formats against those that the formats in use declare.

use crate::common::failure::Failure;
use crate::formats::archives::RESTORE;
use crate::formats::{Format, all, all_foreign, refine};
use crate::inputs::{self, caller_table};
use crate::options::errors::{Misfit, NAMED, NUMBER, TEXT};
use crate::settings::{ReadSettings, Settings};
use scoresheet_core::game::{FormatSpec, OptionSpec};
use scoresheet_files::Input;

/// The writing option of this name of a format.
///
/// # Errors
/// If it has none.
pub fn written_by(format: Format, id: &str) -> Result<&'static OptionSpec, Failure> {
    format.option(id, false).ok_or_else(|| Misfit::NotWrittenBy { id, format }.into())
}

/// Checks whether an option accepts this value.
///
/// # Errors
/// If it does not.
pub fn check_value(option: &OptionSpec, value: &str) -> Result<(), Failure> {
    let fits = |known: &&str| match *known {
        NUMBER => value.parse::<u32>().is_ok(),
        TEXT => true,
        NAMED => value.split(',').all(|pair| {
            pair.split_once('=').is_some_and(|(name, text)| !(name.trim().is_empty() || text.trim().is_empty()))
        }),
        known => known == value,
    };
    if option.values.iter().any(fits) {
        return Ok(());
    }
    Err(Misfit::value_of(option, value).into())
}

/// Checks whether the output, a format or a verb of this name, supports the requested notations.
///
/// # Errors
/// If it has not.
pub fn check_notations(settings: &Settings, spec: Option<&FormatSpec>, name: &str) -> Result<(), Failure> {
    let lists = [
        ("move notation", &settings.write.moves, spec.map_or_else(Vec::new, |spec| (spec.moves)())),
        ("position notation", &settings.write.positions, spec.map_or_else(Vec::new, |spec| spec.positions.to_vec())),
    ];
    for (what, asked, known) in lists {
        if let Some(value) = asked.as_deref().filter(|asked| !known.contains(asked)) {
            return Err(Misfit::Choice { what, known: &known, format: name, value }.into());
        }
    }
    Ok(())
}

/// Checks the options of formats in the settings against the formats that are read and written; `to` is `None` if no
/// games are written.
///
/// # Errors
/// For an option that belongs to none of them, and for a value that its format does not take.
pub(crate) fn check(settings: &Settings, inputs: &[Input], to: Option<Format>) -> Result<(), Failure> {
    check_read(&settings.read)?;
    let read = |id: &str| read_formats(&settings.read, inputs).find_map(|format| format.option(id, true));
    let chosen = settings.write.choices.iter().map(|choice| (choice, to));
    for ((id, value), to) in chosen.chain(settings.read.choices.iter().map(|choice| (choice, None))) {
        match to.and_then(|to| to.option(id, false)).or_else(|| read(id)) {
            Some(option) => check_value(option, value)?,
            None => return Err(unseen(settings, inputs, id).unwrap_or_else(|| Misfit::Misplaced { id, to }.into())),
        }
    }
    check_notations(settings, to.map(|to| to.spec()), to.map_or("check", Format::id))?;
    if let Some(format) = to.filter(|to| settings.write.explain && !to.counts_bits()) {
        return Err(Misfit::NotExplained(format).into());
    }
    check_place(settings)?;
    if to.is_none() && settings.read_choice(RESTORE.id, to) == Some("yes") {
        let message = format!("`{}=yes` restores files, which only `convert` writes", RESTORE.id);
        return Err(Failure::usage(message, "leave it out to read the games"));
    }
    if settings.read.start.position.is_some()
        && !read_formats(&settings.read, inputs).any(|format| format.spec().starts)
    {
        return Err(Misfit::NoStart.into());
    }
    Ok(())
}

/// The failure for an option that an input may have whose format shows only when it is read.
fn unseen(settings: &Settings, inputs: &[Input], id: &str) -> Option<Failure> {
    let input = inputs.iter().find(|input| input.is_once()).filter(|_| settings.read.from.is_none())?;
    let format = all().find(|format| format.option(id, true).is_some())?.id();
    let message = format!("`{id}` is an option of `{format}`, and the format of `{}` is not known yet", input.name());
    Some(Failure::usage(message, format!("name it with `{{from_={format}}}`")))
}

/// Checks the options in the settings against the only format, that of a text.
///
/// # Errors
/// For an option that it is not read by, and for a value that it does not take.
pub(crate) fn check_text(settings: &Settings, format: Format) -> Result<(), Failure> {
    check_read(&settings.read)?;
    let other = refine::other(format);
    for (id, value) in &settings.write.choices {
        let find = |format: Format| format.option(id, true);
        let option = find(format).or_else(|| other.and_then(find));
        check_value(option.ok_or(Misfit::NotReadBy { id, format })?, value)?;
    }
    if settings.read.start.position.is_some() && !format.spec().starts {
        return Err(Misfit::StartsItself(format).into());
    }
    Ok(())
}

/// Checks what happens to an output that exists.
pub(crate) fn check_place(settings: &Settings) -> Result<(), Failure> {
    if settings.write.append && settings.write.force {
        return Err(Failure::usage(
            "games are added to a file or replace it, not both",
            "leave `{append}` or `{force}` out",
        ));
    }
    Ok(())
}

/// Checks whether the format named for the inputs can be read at all.
fn check_read(settings: &ReadSettings) -> Result<(), Failure> {
    match settings.from.filter(|format| !format.spec().reads) {
        None => Ok(()),
        Some(format) => {
            let hint = "`scoresheet list formats` shows the formats that can be read";
            Err(Failure::usage(format!("`{}` can only be written", format.id()), hint))
        }
    }
}

/// The formats of the inputs, or those that only their games can reveal.
fn read_formats<'s>(settings: &'s ReadSettings, inputs: &'s [Input]) -> impl Iterator<Item = Format> + 's {
    let told = settings.from.into_iter();
    let found = inputs.iter().filter(|_| settings.from.is_none()).flat_map(|input| {
        let format = inputs::format(input, settings);
        // An input that has not been examined may be a text that the caller reads.
        let unseen = all_foreign().filter(|_| input.size().is_none() && caller_table::of(input).is_none());
        [Some(format), refine::other(format)].into_iter().flatten().chain(unseen)
    });
    told.chain(found)
}
