//! The settings of a job, from the options that Python passes.

use crate::failure::style;
use crate::failure::{Failure, IntoException};
use crate::game_set::GameSet;
use crate::number::{is_too_large, written};
use crate::remotes::Clients;
use crate::stores::Drivers;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString};
use scoresheet_jobs::Settings;
use scoresheet_jobs::options::{Kind, Opt, OptionValue, Taker, list};
use std::collections::HashMap;
use std::sync::Arc;

/// The settings from a dict of options; those that are missing in it, or None, keep their defaults.
///
/// # Errors
/// For a name or a value that is not known.
pub(crate) fn settings_of(options: &Bound<'_, PyDict>, taker: Taker) -> PyResult<Settings> {
    let py = options.py();
    let named = |failure: Failure| failure.into_exception(py);
    let mut settings = Settings::default();
    settings.spell(style(py)?);
    settings.open_stores_by(Arc::new(Drivers));
    settings.read_remotes_by(Arc::new(Clients));
    for (name, value) in options {
        let name = name.cast_into::<PyString>()?;
        let name = name.to_str()?;
        if !value.is_none() {
            let option = list::find(name).map_err(named)?;
            settings.set(taker, name, value_of(&value, option)?).map_err(named)?;
        }
    }
    Ok(settings)
}

/// A value for this option.
///
/// # Errors
/// For one of the wrong type.
pub(crate) fn value_of(value: &Bound<'_, PyAny>, option: &Opt) -> PyResult<OptionValue> {
    of_kind(value, option).map_err(|error| refused(error, value.py(), option.name, option.kind))
}

/// A number for this option, which users know by this name.
fn number(value: &Bound<'_, PyAny>, option: &Opt, name: &str) -> PyResult<u64> {
    value.extract().map_err(|error: PyErr| {
        if !is_too_large(&error, value.py()) {
            return error;
        }
        option.out_of_range(name, &written(value)).into_exception(value.py())
    })
}

/// Numbers by name.
fn numbers(value: &Bound<'_, PyAny>, option: &Opt) -> PyResult<Vec<(String, u64)>> {
    let given = value.extract::<HashMap<String, Bound<'_, PyAny>>>()?;
    let pair = |(name, value): (String, Bound<'_, PyAny>)| {
        let number = number(&value, option, &list::entry(option.name, &name))?;
        Ok((name, number))
    };
    given.into_iter().map(pair).collect()
}

/// The error for a value that cannot be taken: a wrong type is refused in the words for options.
fn refused(error: PyErr, py: Python<'_>, name: &str, kind: Kind) -> PyErr {
    if error.is_instance_of::<PyTypeError>(py) { list::of_another_kind(name, kind).into_exception(py) } else { error }
}

fn of_kind(value: &Bound<'_, PyAny>, option: &Opt) -> PyResult<OptionValue> {
    Ok(match option.kind {
        Kind::Flag => OptionValue::Flag(value.extract()?),
        Kind::Switch(_) => match value.extract() {
            Ok(flag) => OptionValue::Flag(flag),
            Err(_) => OptionValue::Text(value.extract()?),
        },
        Kind::Text | Kind::File | Kind::Choice(_) => OptionValue::Text(value.extract()?),
        Kind::List(_) | Kind::Files => OptionValue::List(value.extract()?),
        Kind::Number | Kind::Size => OptionValue::Number(number(value, option, option.name)?),
        Kind::Numbers(_) => OptionValue::Numbers(numbers(value, option)?),
        Kind::Pairs | Kind::Table => OptionValue::Pairs(pairs(value)?),
        Kind::FileOrTable => match value.extract() {
            Ok(path) => OptionValue::Text(path),
            Err(_) => OptionValue::Pairs(pairs(value)?),
        },
        Kind::Span => OptionValue::Text(text_of(value)?),
        Kind::Chain => OptionValue::Chain(chain(value)?),
        Kind::Games => OptionValue::Games(value.cast::<GameSet>()?.get().0.clone()),
    })
}

/// Options by name, in sets.
fn chain(value: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<(String, OptionValue)>>> {
    let set = |set: Bound<'_, PyAny>| {
        let named = set.extract::<Vec<(String, Bound<'_, PyAny>)>>()?;
        let named = named.into_iter().map(|(name, value)| {
            let option = list::find(&name).map_err(|failure: Failure| failure.into_exception(value.py()))?;
            Ok((name, value_of(&value, option)?))
        });
        named.collect()
    };
    value.try_iter()?.map(|found| set(found?)).collect()
}

/// Texts by name: a dict, or a list of pairs.
fn pairs(given: &Bound<'_, PyAny>) -> PyResult<Vec<(String, String)>> {
    let items = match given.cast::<PyDict>() {
        Ok(dict) => dict.items().into_any(),
        Err(_) => given.clone(),
    };
    let pair = |pair: PyResult<Bound<'_, PyAny>>| {
        let (name, value) = pair?.extract::<(String, Bound<'_, PyAny>)>()?;
        let text = choice_of(&name, &value)?;
        Ok((name, text))
    };
    items.try_iter()?.map(pair).collect()
}

/// The value of an option of formats as its text.
///
/// # Errors
/// For one of the wrong type.
pub(crate) fn choice_of(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    text_of(value).map_err(|error| refused(error, value.py(), name, Kind::Text))
}

/// A choice as its text: a bool is `yes` or `no`.
fn text_of(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(yes) = value.cast::<PyBool>() {
        return Ok(if yes.is_true() { "yes" } else { "no" }.to_owned());
    }
    if let Ok(number) = value.cast::<PyInt>() {
        return Ok(number.to_string());
    }
    value.extract()
}
