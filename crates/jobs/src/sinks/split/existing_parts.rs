//! Files of columns that are in a folder already, to which others are added.

use super::template::Template;
use crate::common::failure::Failure;
use crate::formats::detect;
use crate::formats::tables::{TableFormat, TableKind};
use crate::inputs::tables::unreadable;
use scoresheet_columns::column::Column;
use scoresheet_columns::file::{ReadOptions, open_arrow, open_parquet};
use scoresheet_columns::schema::{self, KEY_SCHEMA};
use scoresheet_files::{FileError, Input, Kind};
use std::collections::HashSet;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// The hint for files with other columns.
const COLUMNS: &str =
    "all files of a folder have the same columns: choose them with `{columns}`, or name another folder";

/// Refuses to add files to a folder whose files of this format, if the template can name them, have other columns, or
/// are inputs of the job.
///
/// # Errors
/// For the first such file, and for one that cannot be read.
pub(super) fn check(
    template: &Template,
    format: &'static TableFormat,
    columns: &[&'static dyn Column],
    inputs: &[Input],
) -> Result<(), Failure> {
    let real = |path: &Path| path.canonicalize().ok();
    let read: HashSet<PathBuf> = inputs.iter().filter_map(|input| real(input.path()?)).collect();
    let mut found = Vec::new();
    files(Path::new(&template.folder), template.depth(), format, &mut found);
    found.sort_unstable();
    for path in found {
        let name = path.to_string_lossy();
        if real(&path).is_some_and(|path| read.contains(&path)) {
            let message = format!("cannot append to `{}`: `{name}` in it is an input", template.folder);
            return Err(refused(&name, message, "name other inputs: these games are in the folder already"));
        }
        if let Some(why) = difference(&path, &name, format, columns)? {
            let message = format!("cannot append to `{}`: `{name}` in it {why}", template.folder);
            return Err(refused(&name, message, COLUMNS));
        }
    }
    Ok(())
}

fn refused(name: &str, message: String, hint: &'static str) -> Failure {
    FileError { hint, ..FileError::new(Kind::Refused, name, message) }.into()
}

/// Adds the files of this format that are `depth` names below a folder. Hidden ones, such as those of other jobs, are
/// not part of it.
fn files(folder: &Path, depth: usize, format: &'static TableFormat, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let (name, path) = (entry.file_name().to_string_lossy().into_owned(), entry.path());
        let is_of_format = || detect::of_output(&name).and_then(|format| format.table());
        match depth {
            _ if name.starts_with('.') => {}
            0 | 1 if path.is_file() && is_of_format().is_some_and(|other| other.kind == format.kind) => {
                found.push(path)
            }
            0 | 1 => {}
            _ if path.is_dir() => files(&path, depth - 1, format, found),
            _ => {}
        }
    }
}

/// How the columns of a file differ from those that would be written; none if they do not.
fn difference(
    path: &Path,
    name: &str,
    format: &'static TableFormat,
    columns: &[&'static dyn Column],
) -> Result<Option<String>, Failure> {
    let file = File::open(path).map_err(|error| FileError::reading(name, &error))?;
    let opened = match format.kind {
        TableKind::Parquet => open_parquet(file, &ReadOptions::default()),
        TableKind::Arrow => open_arrow(BufReader::new(file), &ReadOptions::default()),
    };
    let batches = opened.map_err(|error| unreadable(name, &error))?;
    let number = schema::SCHEMA.to_string();
    if let Some(other) = batches.metadata().get(KEY_SCHEMA).filter(|other| **other != number) {
        return Ok(Some(format!("has the columns of another version (schema {other}, not {number})")));
    }
    let there = batches.schema().fields();
    for column in columns {
        let wanted = column.spec().field();
        match there.iter().find(|field| field.name() == wanted.name()) {
            None => return Ok(Some(format!("lacks the column `{}`, which would be written", wanted.name()))),
            Some(field) if !field.data_type().equals_datatype(wanted.data_type()) => {
                let (found, kind) = (field.data_type(), wanted.data_type());
                return Ok(Some(format!("has the column `{}` as {found}, not {kind}", wanted.name())));
            }
            Some(_) => {}
        }
    }
    let is_written = |name: &str| columns.iter().any(|column| column.spec().name == name);
    if let Some(more) = there.iter().find(|field| !is_written(field.name())) {
        return Ok(Some(format!("has the column `{}`, which would not be written", more.name())));
    }
    let is_in_order = there.iter().zip(columns).all(|(field, column)| field.name() == column.spec().name);
    Ok((!is_in_order).then(|| "has the columns in another order".to_owned()))
}
