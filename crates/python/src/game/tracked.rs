//! A tree that counts how often it was about to be changed, so that others can keep copies of its parts.

use scoresheet_core::tree::Tree;
use scoresheet_jobs::trees::discard;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// A tree and the number of its changes. Whoever can change it has been counted, because there is no other way to it.
pub(crate) struct TrackedTree {
    tree: Tree,
    /// Created when it is first needed: most games are never walked.
    changes: OnceLock<Changes>,
}

/// The number of changes of a tree, which can be read without the tree. Copies of parts of the tree are valid as long as
/// the number is the same.
#[derive(Clone, Default)]
pub(super) struct Changes(Arc<AtomicU64>);

impl Changes {
    /// The number of changes so far.
    #[inline]
    pub(super) fn count(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }
}

impl TrackedTree {
    pub(super) fn of(tree: Tree) -> TrackedTree {
        TrackedTree { tree, changes: OnceLock::new() }
    }

    /// The number of changes from now on.
    pub(super) fn changes(&self) -> &Changes {
        self.changes.get_or_init(Changes::default)
    }
}

impl Deref for TrackedTree {
    type Target = Tree;

    #[inline]
    fn deref(&self) -> &Tree {
        &self.tree
    }
}

impl DerefMut for TrackedTree {
    #[inline]
    fn deref_mut(&mut self) -> &mut Tree {
        if let Some(Changes(count)) = self.changes.get_mut() {
            count.fetch_add(1, Ordering::AcqRel);
        }
        &mut self.tree
    }
}

impl Drop for TrackedTree {
    fn drop(&mut self) {
        discard(&mut self.tree);
    }
}
