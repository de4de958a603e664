//! The native module `scoresheet._core`: everything that Python may call.
#![deny(unsafe_code)]
// The doc comments of classes and functions are docstrings for users of Python.
#![allow(rustdoc::broken_intra_doc_links, rustdoc::invalid_html_tags)]

use pyo3::prelude::*;

mod binary;
mod boards;
mod bson;
mod call;
mod caller_input;
mod capsule;
mod check;
mod commands;
mod convert;
mod detached_batches;
mod failure;
mod fault;
mod fields;
mod functions;
mod game;
mod game_set;
mod game_tree;
mod games;
mod host;
mod inputs;
mod interpreter;
mod matches;
mod move_argument;
mod moves;
mod notation;
mod number;
mod opening;
mod parts;
mod pattern;
mod position;
mod position_index;
mod position_values;
mod positions;
mod registry;
mod remotes;
mod report;
mod rows;
mod scratch;
mod settings;
mod shared;
mod stores;
mod table;
mod undo;
mod vgn;

#[pymodule]
mod _core {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::bson::{from_bson, to_bson};
    #[pymodule_export]
    use crate::check::check;
    #[pymodule_export]
    use crate::commands::commands;
    #[pymodule_export]
    use crate::convert::convert;
    #[pymodule_export]
    use crate::failure::hint;
    #[pymodule_export]
    use crate::fault::fault_error;
    #[pymodule_export]
    use crate::fields::fields;
    #[pymodule_export]
    use crate::functions::cpgn_rows;
    #[pymodule_export]
    use crate::functions::propose_names;
    #[pymodule_export]
    use crate::functions::tag_keys;
    #[pymodule_export]
    use crate::functions::write_output;
    #[pymodule_export]
    use crate::game::node::Node;
    #[pymodule_export]
    use crate::game::object::Game;
    #[pymodule_export]
    use crate::game::write::{write_document, write_games};
    #[pymodule_export]
    use crate::game_set::{GameSet, NamedGames};
    #[pymodule_export]
    use crate::games::Games;
    #[pymodule_export]
    use crate::games::parse;
    #[pymodule_export]
    use crate::inputs::inputs;
    #[pymodule_export]
    use crate::moves::Move;
    #[pymodule_export]
    use crate::notation::convert_move;
    #[pymodule_export]
    use crate::pattern::Pattern;
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::position_index::{PositionIndex, build_index};
    #[pymodule_export]
    use crate::registry::registry;
    #[pymodule_export]
    use crate::scratch::Scratch;
    #[pymodule_export]
    use crate::vgn::vgn;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::interpreter::guard(module)
    }

    /// The version of the workspace.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
