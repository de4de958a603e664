//! What is done to games on their way from the inputs to the output: some of them are chosen, their order may change, and
//! what they say may be edited.
//!
//! [`Transforms`] hold what was asked for at once, by options; a program may ask for more than one set, one after another.
//! Within a set the order is fixed: tags are changed and filled in first, so that games can be chosen and sorted by what they
//! say then; then games are chosen; then plies, annotation and tags are cut.

use scoresheet_core::edit::{Cut, Edits, Fill, Strip, TagEdit};
use scoresheet_core::roster::ROSTER;
use std::sync::Arc;

/// What was asked for at once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Transforms {
    pub(crate) rename: Vec<TagEdit>,
    pub(crate) remove: Vec<TagEdit>,
    pub(crate) set: Vec<TagEdit>,
    pub(crate) keep_tags: Option<Vec<String>>,
    /// Whether tags are left out that nobody names.
    pub(crate) strip_tags: bool,
    pub(crate) strip: Strip,
    pub(crate) cut: Cut,
    pub(crate) fill: Fill,
}

impl Transforms {
    /// The edits of tags that games are chosen by.
    fn before(&self) -> Edits {
        let tags = self.rename.iter().chain(&self.remove).chain(&self.set).cloned().collect();
        let fill = Fill { result: self.fill.result, ..Fill::default() };
        Edits { tags, fill, ..Edits::default() }
    }

    /// The edits of games that were chosen.
    fn after(&self) -> Edits {
        let roster = || ROSTER.iter().map(|(name, _)| (*name).to_owned()).collect();
        Edits {
            keep_tags: self.keep_tags.clone().or_else(|| self.strip_tags.then(roster)),
            strip: self.strip,
            cut: self.cut,
            fill: Fill { result: false, ..self.fill },
            ..Edits::default()
        }
    }
}

/// The edits of all sets, in the order in which they are made.
pub(crate) fn edits<'t>(sets: impl Iterator<Item = &'t Transforms>) -> Arc<[Arc<Edits>]> {
    let all = sets.flat_map(|set| [set.before(), set.after()]);
    all.filter(|edits| !edits.is_empty()).map(Arc::new).collect()
}
