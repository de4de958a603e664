//! Family `errors`: the first error of the game, by byte. The first illegal move counts as an error here, because the
//! columns end before it.

use super::{BatchPlace, Column, ColumnBuilder, ColumnSpec, Type};
use crate::game::Game;
use arrow_array::{ArrayRef, Int32Array, Int64Array, StringArray};
use scoresheet_core::error::Fault;
use scoresheet_core::read::Depth;
use std::sync::Arc;

const fn spec(name: &'static str, kind: Type, doc: &'static str) -> ColumnSpec {
    ColumnSpec::new("errors", Depth::Frame, name, kind, doc).or_null()
}

/// A column computed from the first error of each game, once its place in the source is known.
pub struct OfFault {
    spec: ColumnSpec,
    array: fn(&[Option<Fault>]) -> ArrayRef,
}

/// The code.
pub static ERROR_CODE: OfFault = OfFault {
    spec: spec(
        "error_code",
        Type::Text,
        "the code of the game's first error, or of its first illegal move, where the moves end; NULL if there is none",
    ),
    array: |faults| texts(faults, |fault| fault.code.id().to_owned()),
};

/// The error in one line.
pub static ERROR: OfFault = OfFault {
    spec: spec("error", Type::Text, "the game's first error in one line, with its location; NULL if there is none"),
    array: |faults| texts(faults, Fault::to_string),
};

/// The ply.
pub static ERROR_PLY: OfFault = OfFault {
    spec: spec("error_ply", Type::Int32, "the ply of the first error, from 1; NULL if it belongs to no ply")
        .in_unit("plies"),
    array: |faults| {
        let ply = |fault: &Fault| fault.at.ply.and_then(|ply| i32::try_from(ply).ok());
        Arc::new(faults.iter().map(|fault| fault.as_ref().and_then(ply)).collect::<Int32Array>())
    },
};

/// The byte.
pub static ERROR_BYTE: OfFault = OfFault {
    spec: spec("error_byte", Type::Int64, "the offset of the first error in the decompressed source, from 0")
        .in_unit("bytes"),
    array: |faults| {
        let byte = |fault: &Fault| i64::try_from(fault.at.byte).ok();
        Arc::new(faults.iter().map(|fault| fault.as_ref().and_then(byte)).collect::<Int64Array>())
    },
};

fn texts(faults: &[Option<Fault>], of: impl Fn(&Fault) -> String) -> ArrayRef {
    Arc::new(faults.iter().map(|fault| fault.as_ref().map(&of)).collect::<StringArray>())
}

impl Column for OfFault {
    fn spec(&self) -> &ColumnSpec {
        &self.spec
    }
    fn builder(&self) -> Box<dyn ColumnBuilder> {
        Box::new(Faults { array: self.array, faults: Vec::new() })
    }
}

struct Faults {
    array: fn(&[Option<Fault>]) -> ArrayRef,
    faults: Vec<Option<Fault>>,
}

impl ColumnBuilder for Faults {
    fn append(&mut self, game: &Game<'_, '_>) {
        let (error, illegal) = (&game.record.first_error, &game.record.first_illegal);
        let first = error.iter().chain(illegal).min_by_key(|fault| fault.at.byte);
        self.faults.push(first.cloned());
    }
    fn finish(&mut self, place: &BatchPlace<'_>) -> ArrayRef {
        let mut faults = std::mem::take(&mut self.faults);
        faults.iter_mut().flatten().for_each(|fault| fault.rebase(place.base));
        (self.array)(&faults)
    }
}
