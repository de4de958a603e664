//! The schema of a table of games, and the metadata of a file.

use crate::Error;
use crate::column::Column;
use crate::interleave::GatheredRows;
use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_schema::{Field, Schema, SchemaRef};
use scoresheet_core::error::{ALL, Code};
use scoresheet_core::read::Depth;
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

/// The number of the schema. It changes whenever the name, type or meaning of a column does, with a line in the
/// changelog.
pub const SCHEMA: u32 = 2;

/// The key of the version that wrote a file.
pub const KEY_VERSION: &str = "scoresheet.version";
/// The key of [`SCHEMA`].
pub const KEY_SCHEMA: &str = "scoresheet.schema";
/// The key of the depth to which the games were read.
pub const KEY_DEPTH: &str = "scoresheet.depth";
/// The key of the run's counts, a JSON object.
pub const KEY_COUNTS: &str = "scoresheet.counts";

/// The Arrow schema of these columns, with the metadata known before the first game.
pub fn of(columns: &[&'static dyn Column], depth: Depth) -> SchemaRef {
    let fields: Vec<Field> = columns.iter().map(|column| column.spec().field()).collect();
    let metadata: HashMap<String, String> =
        about(depth).into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    Arc::new(Schema::new_with_metadata(fields, metadata))
}

/// The metadata known before the first game: version, schema number, depth.
pub fn about(depth: Depth) -> [(&'static str, String); 3] {
    [
        (KEY_VERSION, env!("CARGO_PKG_VERSION").to_owned()),
        (KEY_SCHEMA, SCHEMA.to_string()),
        (KEY_DEPTH, depth.id().to_owned()),
    ]
}

/// The counts of a run, or of one of its parts, for the end of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunCounts {
    /// Games written.
    pub games: u64,
    /// Plies played in them.
    pub plies: u64,
    /// How often each error or note occurred.
    pub errors: Vec<(Code, u64)>,
}

impl RunCounts {
    /// Counts rows with these columns by their content: their plies, and the first error of each.
    ///
    /// # Errors
    /// If the rows cannot be gathered.
    pub fn add_rows(&mut self, gathered: &GatheredRows<'_>, columns: &[&'static dyn Column]) -> Result<(), Error> {
        let place = |name: &str| columns.iter().position(|column| column.spec().name == name);
        self.games += gathered.len() as u64;
        if let Some(column) = place("ply_count") {
            gathered.each_array(column, 0..gathered.len(), |array| {
                let plies = array.as_primitive_opt::<Int32Type>().into_iter().flatten().flatten();
                self.plies += plies.map(|plies| u64::from(plies.unsigned_abs())).sum::<u64>();
                Ok(())
            })?;
        }
        if let Some(column) = place("error_code") {
            gathered.each_array(column, 0..gathered.len(), |array| {
                let codes = array.as_string_opt::<i32>().into_iter().flatten().flatten();
                let code = |id: &str| ALL.iter().find(|spec| spec.id == id).map(|spec| spec.code);
                codes.filter_map(code).for_each(|code| self.count(code));
                Ok(())
            })?;
        }
        Ok(())
    }

    fn count(&mut self, code: Code) {
        match self.errors.iter_mut().find(|(known, _)| *known == code) {
            Some((_, count)) => *count += 1,
            None => self.errors.push((code, 1)),
        }
    }

    /// `{"games":2,"plies":90,"errors":{"move-illegal":1}}`.
    pub fn json(&self) -> String {
        let mut out = format!("{{\"games\":{},\"plies\":{},\"errors\":{{", self.games, self.plies);
        for (at, (code, count)) in self.errors.iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            let _ = write!(out, "{comma}\"{}\":{count}", code.id());
        }
        out.push_str("}}");
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_json() {
        let errors = vec![(Code::MoveIllegal, 3), (Code::FenSyntax, 1)];
        let counts = RunCounts { games: 2, plies: 90, errors };
        assert_eq!(counts.json(), r#"{"games":2,"plies":90,"errors":{"move-illegal":3,"fen-syntax":1}}"#);
        assert_eq!(RunCounts::default().json(), r#"{"games":0,"plies":0,"errors":{}}"#);
    }
}
