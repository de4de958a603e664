//! The keys that the tags of a game have in a document of BGN, for stores that keep the order of tags beside it.

use pyo3::prelude::*;
use scoresheet_core::game::bgn;
use std::collections::HashMap;

/// The keys of tags with these names, which are in their order, repeated ones included.
#[pyfunction]
pub(crate) fn tag_keys(names: Vec<String>) -> Vec<String> {
    let mut counts: HashMap<&str, u32> = HashMap::new();
    let mut nth = |name| {
        let count = counts.entry(name).or_default();
        *count += 1;
        *count
    };
    names.iter().map(|name| bgn::key(name, nth(name)).into_owned()).collect()
}
