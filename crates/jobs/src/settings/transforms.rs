//! What is done to games on their way from the inputs to the output: some of them are chosen, their order may change, and
//! their content may be edited.
//!
//! [`Transforms`] hold what options request together; a program may request more than one set, one after another.
//! Within a set the order is fixed: tags are changed and filled in first, so that games can be chosen and sorted by what they
//! contain then; then games are chosen; then plies, annotation and tags are cut.

use crate::common::number_set::{Numbers, Ranges};
use crate::settings::select::{Against, Dedupe, Equal, Keep, Select, SortKey};
use scoresheet_core::edit::{Edits, Fill, Find, Normal, PlyRange, Strip, TagEdit};
use scoresheet_core::find::Pattern;
use scoresheet_core::names::Aliases;
use scoresheet_core::roster::ROSTER;
use std::sync::Arc;

/// What is requested together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Transforms {
    pub(crate) rename: Vec<TagEdit>,
    pub(crate) remove: Vec<TagEdit>,
    pub(crate) set: Vec<TagEdit>,
    /// The names of players, events and sites that are replaced.
    pub(crate) aliases: Option<Aliases>,
    /// Whether dates are brought into form.
    pub(crate) dates: bool,
    pub(crate) keep_tags: Option<Vec<String>>,
    /// Whether only the Seven Tag Roster is kept, unless `keep_tags` names others.
    pub(crate) strip_tags: bool,
    pub(crate) strip: Strip,
    pub(crate) cut: PlyRange,
    pub(crate) fill: Fill,
    /// Whether comments of engines become commands.
    pub(crate) engine_comments: bool,
    /// The pattern that games must have, with the comment that marks its places, and whether all of them are marked.
    pub(crate) find: Option<Arc<Pattern>>,
    pub(crate) find_comment: Option<String>,
    pub(crate) find_all: bool,
    pub(crate) games: Option<Ranges>,
    /// The places of the games that meet a condition.
    pub(crate) places: Option<Arc<Numbers>>,
    /// The files whose games are left out.
    pub(crate) against: Vec<String>,
    pub(crate) dedupe: Option<Equal>,
    /// Which duplicate is kept; `None` if that depends on what makes games equal.
    pub(crate) keep: Option<Keep>,
    /// Whether the annotation of duplicates is merged into the one that is kept.
    pub(crate) merge: bool,
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
    pub(crate) fn edits(&self) -> Option<Arc<Edits>> {
        if let Stage::Edit(edits) = self { Some(Arc::clone(edits)) } else { None }
    }

    pub(crate) fn select(&self) -> Option<&Select> {
        if let Stage::Select(select) = self { Some(select) } else { None }
    }

    pub(crate) fn limit(&self) -> Option<u64> {
        if let Stage::Select(Select::Limit(most)) = self { Some(*most) } else { None }
    }
}

impl Transforms {
    pub(crate) fn stages(&self) -> Vec<Stage> {
        let edit = |edits: Edits| (!edits.is_empty()).then(|| Stage::Edit(Arc::new(edits)));
        let selects = self.selects().into_iter().map(Stage::Select);
        edit(self.before()).into_iter().chain(selects).chain(edit(self.after())).collect()
    }

    /// Whether the order of the games changes.
    pub(crate) fn reorders(&self) -> bool {
        self.reverse || !self.sort.is_empty() || self.dedupe.is_some() && self.merge
    }

    fn selects(&self) -> Vec<Select> {
        let usual = |by| if by == Equal::Loose { Keep::Annotated } else { Keep::First };
        let dedupe =
            |by| Select::Dedupe(Dedupe { by, keep: self.keep.unwrap_or_else(|| usual(by)), merge: self.merge });
        let against = || Against { files: self.against.clone(), by: self.dedupe.unwrap_or_default() };
        let all = [
            self.games.clone().map(Select::Games),
            self.places.clone().map(Select::Places),
            (!self.against.is_empty()).then(|| Select::Against(Arc::new(against()))),
            self.dedupe.map(dedupe),
            self.sample.map(|games| Select::Sample { games, seed: self.seed }),
            (!self.sort.is_empty()).then(|| Select::Sort(self.sort.clone())),
            self.reverse.then_some(Select::Reverse),
            self.limit.map(Select::Limit),
        ];
        all.into_iter().flatten().collect()
    }

    /// The edits of tags that games are chosen by, and the pattern.
    fn before(&self) -> Edits {
        let normal = [
            self.aliases.clone().map(Normal::Names),
            self.dates.then_some(Normal::Dates),
            self.fill.result.then_some(Normal::Result),
        ];
        let named = self.rename.iter().chain(&self.remove).chain(&self.set).cloned();
        let tags = named.chain(normal.into_iter().flatten().map(TagEdit::Normalize)).collect();
        let fill = Fill { result: self.fill.result, eco: self.fill.eco, ..Fill::default() };
        Edits { tags, engine_comments: self.engine_comments, find: self.search(), fill, ..Edits::default() }
    }

    /// The pattern that games are selected by.
    pub(crate) fn search(&self) -> Option<Find> {
        self.find.clone().map(|pattern| Find { pattern, comment: self.find_comment.clone(), all: self.find_all })
    }

    /// The edits of games that were chosen.
    fn after(&self) -> Edits {
        let roster = || ROSTER.iter().map(|(name, _)| (*name).to_owned()).collect();
        Edits {
            keep_tags: self.keep_tags.clone().or_else(|| self.strip_tags.then(roster)),
            strip: self.strip,
            cut: self.cut,
            fill: Fill { result: false, eco: false, ..self.fill },
            ..Edits::default()
        }
    }
}
