//! The tags of a game as its writer can take them: in PGN where it does not know VGN, and without those whose names no tag
//! can have.

use super::Page;
use crate::dialect::convert::{self, TagSink};
use crate::dialect::vgn::result;
use crate::loss::LossKind;
use crate::name::is_name;
use crate::step::{Dialect, Head, Termination};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// A tag that was made here.
type Tag = (Cow<'static, str>, Cow<'static, str>);

/// Whether a writer can take these tags as they are. `takes_vgn` says whether it knows those of VGN.
#[inline]
pub(super) fn fits(head: &Head<'_>, takes_vgn: bool) -> bool {
    (takes_vgn || head.dialect == Dialect::Pgn)
        && (head.section.is_some() || head.tags.iter().all(|(name, _)| is_name(name)))
}

/// The tags that a writer takes instead, and how it is told to read them. What they lose is counted.
#[cold]
pub(super) fn fitted(head: &Head<'_>, takes_vgn: bool, page: &mut Page) -> (Vec<Tag>, Dialect) {
    let mut fitted = Fitted { tags: Vec::with_capacity(head.tags.len()), page };
    if takes_vgn {
        head.tags.iter().for_each(|(name, value)| fitted.tag(name, value));
        return (fitted.tags, head.dialect);
    }
    let marker = head.last_tag("Result").and_then(result::read).unwrap_or(Termination::Unknown);
    convert::to_pgn(head, marker, &mut fitted);
    (fitted.tags, Dialect::Pgn)
}

/// Keeps the tags that may be written.
struct Fitted<'p> {
    tags: Vec<Tag>,
    page: &'p mut Page,
}

impl TagSink for Fitted<'_> {
    fn tag(&mut self, name: &str, value: &str) {
        if is_name(name) {
            self.tags.push((Cow::Owned(name.into()), Cow::Owned(value.into())));
        } else {
            self.page.lose(LossKind::Tag, 1);
        }
    }

    fn lose(&mut self, kind: LossKind) {
        self.page.lose(kind, 1);
    }
}
