//! The settings of a job from the options that Python gives.

use crate::failure::{Failure, IntoException};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString};
use scoresheet_jobs::Settings;
use scoresheet_jobs::options::{Kind, Taker, Value, list};
use std::collections::HashMap;

/// The settings that a dict of options says; what is not in it, or is None, keeps its default.
///
/// # Errors
/// For a name or a value that is not known.
pub(crate) fn settings_of(options: &Bound<'_, PyDict>, taker: Taker) -> PyResult<Settings> {
    let py = options.py();
    let named = |failure: Failure| failure.into_exception(py);
    let mut settings = Settings::default();
    for (name, value) in options {
        let name = name.cast_into::<PyString>()?;
        let name = name.to_str()?;
        if !value.is_none() {
            let kind = list::find(name).map_err(named)?.kind;
            settings.set(taker, name, value_of(&value, kind)?).map_err(named)?;
        }
    }
    Ok(settings)
}

/// A value for an option of this kind.
///
/// # Errors
/// For one of the wrong type.
pub(crate) fn value_of(value: &Bound<'_, PyAny>, kind: Kind) -> PyResult<Value> {
    Ok(match kind {
        Kind::Flag => Value::Flag(value.extract()?),
        Kind::Switch(_) => match value.extract() {
            Ok(flag) => Value::Flag(flag),
            Err(_) => Value::Text(value.extract()?),
        },
        Kind::Number | Kind::Size => Value::Number(value.extract()?),
        Kind::Text | Kind::Choice(_) => Value::Text(value.extract()?),
        Kind::List(_) => Value::List(value.extract()?),
        Kind::Numbers(_) => Value::Numbers(value.extract::<HashMap<_, _>>()?.into_iter().collect()),
        Kind::Pairs => Value::Pairs(pairs(value)?),
        Kind::Games => Value::Games(value.extract()?),
    })
}

/// Texts by name: a dict, or a list of pairs.
fn pairs(given: &Bound<'_, PyAny>) -> PyResult<Vec<(String, String)>> {
    let items = match given.cast::<PyDict>() {
        Ok(dict) => dict.items().into_any(),
        Err(_) => given.clone(),
    };
    let pair = |pair: PyResult<Bound<'_, PyAny>>| {
        let (name, value) = pair?.extract::<(String, Bound<'_, PyAny>)>()?;
        Ok((name, text_of(&value)?))
    };
    items.try_iter()?.map(pair).collect()
}

/// A choice as its text: a bool is `yes` or `no`.
pub(crate) fn text_of(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(yes) = value.cast::<PyBool>() {
        return Ok(if yes.is_true() { "yes" } else { "no" }.to_owned());
    }
    if let Ok(number) = value.cast::<PyInt>() {
        return Ok(number.to_string());
    }
    value.extract()
}
