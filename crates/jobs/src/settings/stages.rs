//! The transformations of games in the settings, step by step.

use super::select::Select;
use super::transforms::{Stage, Transforms};
use crate::common::failure::Failure;
use crate::settings::Settings;
use scoresheet_core::edit::Edits;
use std::sync::Arc;

/// Everything that is done to games, in its order.
pub(crate) fn stages(settings: &Settings) -> Vec<Stage> {
    let own = Transforms { limit: settings.selection.limit, ..settings.transforms.last.clone() };
    settings.transforms.chain.iter().chain([&own]).flat_map(Transforms::stages).collect()
}

/// The edits, if nothing else is done.
///
/// # Errors
/// If games are to be chosen or sorted: they would have to be gone through twice.
pub(crate) fn edits_alone(settings: &Settings) -> Result<Arc<[Arc<Edits>]>, Failure> {
    let stages = stages(settings);
    if stages.iter().any(|stage| stage.select().is_some()) {
        let message = "game objects are written in their order, and cannot be selected or sorted";
        return Err(Failure::usage(message, "select or sort them first, or write them to a file and convert that"));
    }
    Ok(stages.iter().filter_map(Stage::edits).collect())
}

/// All edits, one after another.
pub(crate) fn edits_of(settings: &Settings) -> Arc<[Arc<Edits>]> {
    stages(settings).iter().filter_map(Stage::edits).collect()
}

/// Whether duplicates are dropped.
pub(crate) fn is_deduped(settings: &Settings) -> bool {
    stages(settings)
        .iter()
        .filter_map(Stage::select)
        .any(|select| matches!(select, Select::Dedupe(_) | Select::Against(_)))
}
