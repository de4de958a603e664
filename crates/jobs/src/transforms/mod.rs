//! What is done to games on their way from the inputs to the output: some of them are chosen, their order may change, and
//! what they say may be edited.
//!
//! [`Transforms`] hold what was asked for at once, by options; a program may ask for more than one set, one after another.
//! Within a set the order is fixed: tags are changed and filled in first, so that games can be chosen and sorted by what they
//! say then; then games are chosen; then plies, annotation and tags are cut.

pub(crate) mod copies;
mod numbers;
pub(crate) mod planning;
pub(crate) mod rows;
pub(crate) mod select;
mod sorter;

pub(crate) use numbers::{Numbers, Ranges, Selection};

use crate::failure::Failure;
use crate::settings::Settings;
use scoresheet_core::edit::{Cut, Edits, Fill, Strip, TagEdit};
use scoresheet_core::roster::ROSTER;
use select::{Dedupe, Equal, Keep, Select, SortKey};
use std::sync::Arc;

/// What was asked for at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    pub(crate) games: Option<Ranges>,
    pub(crate) dedupe: Option<Equal>,
    pub(crate) keep: Keep,
    pub(crate) sample: Option<u64>,
    pub(crate) seed: u64,
    pub(crate) sort: Vec<SortKey>,
    pub(crate) reverse: bool,
    pub(crate) limit: Option<u64>,
}

/// A step of what is done to games.
pub(crate) enum Stage {
    Edit(Arc<Edits>),
    Select(Select),
}

impl Stage {
    fn edits(&self) -> Option<Arc<Edits>> {
        if let Stage::Edit(edits) = self { Some(Arc::clone(edits)) } else { None }
    }

    fn select(&self) -> Option<&Select> {
        if let Stage::Select(select) = self { Some(select) } else { None }
    }

    fn limit(&self) -> Option<u64> {
        if let Stage::Select(Select::Limit(most)) = self { Some(*most) } else { None }
    }
}

/// The edits, where nothing else is done.
///
/// # Errors
/// Where games are to be chosen or sorted: they would have to be gone through twice.
pub(crate) fn edits_alone(settings: &Settings) -> Result<Arc<[Arc<Edits>]>, Failure> {
    let stages = stages(settings);
    if stages.iter().any(|stage| stage.select().is_some()) {
        let message = "objects are written in order, and cannot be selected or sorted";
        return Err(Failure::usage(message, "select them first, or write them to a file and read it"));
    }
    Ok(stages.iter().filter_map(Stage::edits).collect())
}

impl Transforms {
    fn stages(&self) -> Vec<Stage> {
        let edit = |edits: Edits| (!edits.is_empty()).then(|| Stage::Edit(Arc::new(edits)));
        let selects = self.selects().into_iter().map(Stage::Select);
        edit(self.before()).into_iter().chain(selects).chain(edit(self.after())).collect()
    }

    /// Whether the games come in another order than they stand in.
    pub(crate) fn reorders(&self) -> bool {
        self.reverse || !self.sort.is_empty()
    }

    fn selects(&self) -> Vec<Select> {
        let dedupe = |by| Select::Dedupe(Dedupe { by, keep: self.keep, merge: false });
        let all = [
            self.games.clone().map(Select::Games),
            self.dedupe.map(dedupe),
            self.sample.map(|games| Select::Sample { games, seed: self.seed }),
            (!self.sort.is_empty()).then(|| Select::Sort(self.sort.clone())),
            self.reverse.then_some(Select::Reverse),
            self.limit.map(Select::Limit),
        ];
        all.into_iter().flatten().collect()
    }

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

/// Everything that is done to games, in its order.
pub(crate) fn stages(settings: &Settings) -> Vec<Stage> {
    let own = Transforms { limit: settings.limit, ..settings.transforms.clone() };
    settings.chain.iter().chain([&own]).flat_map(Transforms::stages).collect()
}
