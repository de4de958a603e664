//! Merges several games into one tree that holds shared moves once.

use super::{Full, NodeId, Note, NoteKind, NotePlace, Strip, Tree};
use crate::command::{self, Command};
use crate::rules::Move;
use crate::step::Termination;
use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

/// Why games cannot be merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotMerged {
    /// They start from different positions.
    OtherStart,
    /// There is no room for both.
    Full,
}

impl From<Full> for NotMerged {
    fn from(_: Full) -> NotMerged {
        NotMerged::Full
    }
}

/// Which parts of the games are merged.
#[derive(Clone, Copy, Debug)]
pub struct Merging {
    /// Moves after this ply are left out.
    pub plies: u32,
    /// Whether comments, NAGs and all other notes are merged.
    pub annotations: bool,
    /// Whether the games are counted at each node of their mainlines.
    pub counts: bool,
    /// The commands that stay at a node of several games only if all of them have the same there. Only commands are
    /// removed: clocks and evaluations.
    pub strip: Strip,
}

impl Default for Merging {
    /// Everything, and no counts.
    fn default() -> Merging {
        Merging { plies: u32::MAX, annotations: true, counts: false, strip: Strip::default() }
    }
}

/// How many of the merged games went through a node in their mainlines, and how they ended. Games with another ending
/// count only in `games`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameCounts {
    /// All of them.
    pub games: u32,
    /// Those that White won.
    pub white: u32,
    /// Draws.
    pub draws: u32,
    /// Those that Black won.
    pub black: u32,
}

impl GameCounts {
    /// Counts a game that ended like this.
    pub fn add(&mut self, result: Termination) {
        self.games = self.games.saturating_add(1);
        let ended = match result {
            Termination::WhiteWins => &mut self.white,
            Termination::Draw => &mut self.draws,
            Termination::BlackWins => &mut self.black,
            Termination::BothLose | Termination::Unknown => return,
        };
        *ended = ended.saturating_add(1);
    }

    /// Adds the counts of other games.
    pub fn join(&mut self, other: GameCounts) {
        let GameCounts { games, white, draws, black } = other;
        let plus = |count: &mut u32, more: u32| *count = count.saturating_add(more);
        plus(&mut self.games, games);
        plus(&mut self.white, white);
        plus(&mut self.draws, draws);
        plus(&mut self.black, black);
    }
}

/// The maximum number of children of a node that are searched linearly. Nodes of real games hardly ever have more.
const FEW_CHILDREN: usize = 40;
/// The maximum number of notes of a node that are listed again for each game.
const FEW_NOTES: usize = 8;

/// Merges one game after another into a tree. The time for each depends on its own length, not on the size of the tree,
/// because nodes with many children or notes are indexed.
#[derive(Debug, Default)]
pub struct Merger {
    merging: Merging,
    /// The first child for each move, for nodes with many children.
    children: BTreeMap<NodeId, BTreeMap<u32, NodeId>>,
    /// The notes of nodes with many notes.
    notes: BTreeMap<NodeId, BTreeSet<NoteKey>>,
    /// The nodes of several games without commands that would be taken out.
    stripped: BTreeSet<NodeId>,
    /// The node of the tree for each node of the game.
    here: Vec<NodeId>,
    /// The state of the tree when the indexes were created, because the tree may have been changed by others since.
    seen: (usize, (usize, usize)),
}

/// A node of the game that is being merged.
#[derive(Clone, Copy)]
struct Theirs<'t> {
    tree: &'t Tree,
    node: NodeId,
}

impl Merger {
    /// A merger with these settings.
    pub fn new(merging: Merging) -> Merger {
        Merger { merging, ..Merger::default() }
    }

    /// Adds the moves of another game, as variations where they differ. Its notes are added to those of the tree, each
    /// text once. The tags and the marker of the tree do not change.
    ///
    /// # Errors
    /// If the other game starts from another position, and if there is no room.
    pub fn add(&mut self, tree: &mut Tree, other: &Tree) -> Result<(), NotMerged> {
        if tree.start != other.start {
            return Err(NotMerged::OtherStart);
        }
        if self.seen != seen(tree) {
            self.children.clear();
            self.notes.clear();
            self.stripped.clear();
        }
        let added = self.add_nodes(tree, other);
        self.seen = seen(tree);
        added?;
        if self.merging.counts {
            self.count(tree, other);
        }
        Ok(())
    }

    fn add_nodes(&mut self, tree: &mut Tree, other: &Tree) -> Result<(), Full> {
        self.here.clear();
        self.here.resize(other.slots.len(), NodeId::ROOT);
        let Merging { plies, annotations, strip, .. } = self.merging;
        for node in other.preorder(NodeId::ROOT).filter(|node| other.ply(*node) <= plies) {
            let theirs = Theirs { tree: other, node };
            let mut stripped = strip;
            if let Some(mv) = other.mv(node) {
                let parent = other.parent(node).map_or(NodeId::ROOT, |parent| self.here[parent.index()]);
                self.here[node.index()] = match self.child(tree, parent, mv) {
                    Some(child) => child,
                    None => {
                        stripped = Strip::default();
                        self.add_child(tree, parent, theirs)?
                    }
                };
            }
            if !annotations {
                continue;
            }
            let here = self.here[node.index()];
            if stripped.rewords() {
                self.strip_shared(tree, here, theirs);
            }
            if !other.slot(node).notes.is_empty() {
                self.join_notes(tree, here, (theirs, stripped))?;
            }
        }
        Ok(())
    }

    /// Counts a game at each node of its mainline.
    fn count(&self, tree: &mut Tree, other: &Tree) {
        let result = other.result();
        tree.counts.resize(tree.slots.len(), GameCounts::default());
        let line = core::iter::once(NodeId::ROOT).chain(other.mainline());
        for node in line.take_while(|node| other.ply(*node) <= self.merging.plies) {
            if let Some(counts) = tree.counts.get_mut(self.here[node.index()].index()) {
                counts.add(result);
            }
        }
    }

    /// The first child of a node with this move.
    fn child(&mut self, tree: &Tree, parent: NodeId, mv: Move) -> Option<NodeId> {
        let mut children = tree.children(parent);
        if let Some(child) = children.by_ref().take(FEW_CHILDREN).find(|child| tree.slot(*child).mv == mv) {
            return Some(child);
        }
        children.next()?;
        let by_move = self.children.entry(parent).or_insert_with(|| {
            let mut by_move = BTreeMap::new();
            tree.children(parent).for_each(|child| _ = by_move.entry(number(tree.slot(child).mv)).or_insert(child));
            by_move
        });
        by_move.get(&number(mv)).copied().filter(|child| tree.holds(*child))
    }

    fn add_child(&mut self, tree: &mut Tree, parent: NodeId, theirs: Theirs<'_>) -> Result<NodeId, Full> {
        let mv = theirs.tree.slot(theirs.node).mv;
        let child = tree.add(parent, mv, theirs.tree.is_illegal(theirs.node))?;
        if let Some(by_move) = self.children.get_mut(&parent) {
            by_move.insert(number(mv), child);
        }
        Ok(child)
    }

    /// Takes the commands out of a node of several games that the other game has not in the same way.
    fn strip_shared(&mut self, tree: &mut Tree, node: NodeId, theirs: Theirs<'_>) {
        if self.stripped.contains(&node) {
            return;
        }
        let strip = self.merging.strip;
        let (ours, theirs) = (commands(tree, node, strip), commands(theirs.tree, theirs.node, strip));
        let (all_differ, all_agree) = (ours.is_disjoint(&theirs), ours.is_subset(&theirs));
        if !all_agree {
            let differs = |found: &Command<'_>| strip.drops(found.name) && !theirs.contains(&(found.name, found.value));
            tree.reword(node, |note| command::remainder(note.text, differs).map(Cow::into_owned));
            self.notes.remove(&node);
        }
        if all_differ {
            self.stripped.insert(node);
        }
    }

    /// Adds the notes of a node of another tree that this tree lacks, without some commands.
    fn join_notes(&mut self, tree: &mut Tree, node: NodeId, (theirs, strip): (Theirs<'_>, Strip)) -> Result<(), Full> {
        let mut few = BTreeSet::new();
        let known = match self.notes.get_mut(&node) {
            Some(known) => known,
            None => {
                few.extend(tree.notes(node).map(|note| key(&note)));
                if few.len() <= FEW_NOTES { &mut few } else { self.notes.entry(node).or_insert(few) }
            }
        };
        for note in theirs.tree.notes(theirs.node) {
            // What is the same in both games stays as it is.
            if known.contains(&key(&note)) {
                continue;
            }
            let text = if note.kind.is_comment() { strip.reworded(note.text) } else { Some(Cow::Borrowed(note.text)) };
            let Some(text) = text else { continue };
            let note = Note { text: &text, ..note };
            let fits = note.kind != NoteKind::Spelling || tree.notation.id == theirs.tree.notation.id;
            if fits && known.insert(key(&note)) {
                tree.add_note(node, note)?;
            }
        }
        Ok(())
    }
}

/// The commands of a node that would be taken out, each once.
fn commands(tree: &Tree, node: NodeId, strip: Strip) -> BTreeSet<(&str, &str)> {
    let comments = tree.notes(node).filter(|note| note.kind.is_comment());
    let commands = comments.flat_map(|note| command::commands(note.text.as_bytes()));
    commands.filter(|command| strip.drops(command.name)).map(|command| (command.name, command.value)).collect()
}

/// The state of a tree, to detect whether it was changed.
fn seen(tree: &Tree) -> (usize, (usize, usize)) {
    (tree.slots.len(), tree.notes.extent())
}

/// What distinguishes the notes of a node: the kind, the number of a NAG, the text.
type NoteKey = (u8, u8, String);

/// Notes with the same key are the same. A NAG is identified by its number, regardless of its spelling, and a move has
/// one spelling.
fn key(note: &Note<'_>) -> NoteKey {
    let sort = match (note.kind, note.place) {
        (NoteKind::Comment(_), NotePlace::Before) => 0,
        (NoteKind::Comment(_), _) => 1,
        (NoteKind::Nag(Some(value)), _) => return (2, value, String::new()),
        (NoteKind::Nag(None), _) => 3,
        (NoteKind::Escape, _) => 4,
        (NoteKind::Spelling, _) => return (5, 0, String::new()),
        (NoteKind::Rest | NoteKind::Unplayed | NoteKind::Verbatim, _) => 6,
        (NoteKind::Inner(_), _) => 7,
        (NoteKind::Bare, _) => 8,
        (NoteKind::Annotation, _) => 9,
        (NoteKind::Field, _) => 10,
        (NoteKind::Skipped, _) => 11,
    };
    (sort, 0, note.text.into())
}

/// A move as a number, for sorting.
fn number(mv: Move) -> u32 {
    let kind = mv.kind as u32;
    let promotion = mv.promotion.map_or(0, |role| role as u32);
    u32::from(mv.from.number()) | u32::from(mv.to.number()) << 8 | promotion << 16 | kind << 24
}
