//! Family `errors`: the first error of the game, by byte. The first illegal move counts as an error here, because the
//! columns end before it.

use super::{BatchPlace, Column, ColumnBuilder, ColumnSpec, Type};
use crate::game::Game;
use arrow_array::builder::{PrimitiveBuilder, StringBuilder};
use arrow_array::types::{ArrowPrimitiveType, Int32Type, Int64Type};
use arrow_array::{ArrayRef, new_null_array};
use scoresheet_core::error::Fault;
use scoresheet_core::read::Depth;
use std::sync::Arc;

const fn spec(name: &'static str, kind: Type, doc: &'static str) -> ColumnSpec {
    ColumnSpec::new("errors", Depth::Frame, name, kind, doc).or_null().of_tags(&[])
}

/// A column computed from the first error of each game, once its place in the source is known.
pub struct OfFault {
    spec: ColumnSpec,
    array: fn(&FirstFaults) -> ArrayRef,
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
    array: |faults| numbers::<Int32Type>(faults, |fault| fault.at.ply.and_then(|ply| i32::try_from(ply).ok())),
};

/// The byte.
pub static ERROR_BYTE: OfFault = OfFault {
    spec: spec("error_byte", Type::Int64, "the offset of the first error in the decompressed source, from 0")
        .in_unit("bytes"),
    array: |faults| numbers::<Int64Type>(faults, |fault| i64::try_from(fault.at.byte).ok()),
};

fn texts(found: &FirstFaults, of: impl Fn(&Fault) -> String) -> ArrayRef {
    let mut values = StringBuilder::new();
    found.each(|fault| values.append_option(fault.map(&of)));
    Arc::new(values.finish())
}

fn numbers<T: ArrowPrimitiveType>(found: &FirstFaults, of: impl Fn(&Fault) -> Option<T::Native>) -> ArrayRef {
    let mut values = PrimitiveBuilder::<T>::new();
    found.each(|fault| values.append_option(fault.and_then(&of)));
    Arc::new(values.finish())
}

impl Column for OfFault {
    fn spec(&self) -> &ColumnSpec {
        &self.spec
    }
    fn builder(&self) -> Box<dyn ColumnBuilder> {
        Box::new(Faults { kind: self.spec.kind, array: self.array, found: FirstFaults::default() })
    }
}

/// The first faults of games. Most games have none.
#[derive(Default)]
struct FirstFaults {
    games: usize,
    /// With the number of games before each.
    faults: Vec<(usize, Fault)>,
}

impl FirstFaults {
    fn each(&self, mut take: impl FnMut(Option<&Fault>)) {
        let mut faults = self.faults.iter().peekable();
        for game in 0..self.games {
            take(faults.next_if(|(of, _)| *of == game).map(|(_, fault)| fault));
        }
    }
}

struct Faults {
    kind: Type,
    array: fn(&FirstFaults) -> ArrayRef,
    found: FirstFaults,
}

impl ColumnBuilder for Faults {
    fn append(&mut self, game: &Game<'_, '_>) {
        let (error, illegal) = (&game.record.first_error, &game.record.first_illegal);
        if error.is_some() || illegal.is_some() {
            let first = error.iter().chain(illegal).min_by_key(|fault| fault.at.byte);
            self.found.faults.extend(first.map(|fault| (self.found.games, fault.clone())));
        }
        self.found.games += 1;
    }
    fn finish(&mut self, place: &BatchPlace<'_>) -> ArrayRef {
        let mut found = std::mem::take(&mut self.found);
        if found.faults.is_empty() {
            return new_null_array(&self.kind.arrow(), found.games);
        }
        found.faults.iter_mut().for_each(|(_, fault)| fault.rebase(place.base));
        (self.array)(&found)
    }
}
