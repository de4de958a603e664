//! The tags of a game in a form that its writer accepts: in PGN if it does not know VGN, and without invalid names.

use super::Page;
use crate::dialect::convert::{self, TagSink};
use crate::dialect::vgn::result;
use crate::loss::LossKind;
use crate::name::is_name;
use crate::result_text;
use crate::step::{Dialect, Head, Termination};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// A tag that was created here.
type CreatedTag = (Cow<'static, str>, Cow<'static, str>);

/// Whether a writer can accept these tags unchanged. `takes_vgn` means that it knows those of VGN.
#[inline]
pub(super) fn fits(head: &Head<'_>, takes_vgn: bool) -> bool {
    (takes_vgn || head.dialect == Dialect::Pgn)
        && (head.section.is_some() || head.tags.iter().all(|(name, _)| is_name(name)))
}

/// The tags that a writer accepts instead, and the dialect in which it reads them. Their losses are counted.
#[cold]
pub(super) fn fitted(head: &Head<'_>, takes_vgn: bool, page: &mut Page) -> (Vec<CreatedTag>, Dialect) {
    let mut fitted = Fitted { tags: Vec::with_capacity(head.tags.len()), page };
    if takes_vgn {
        head.tags.iter().for_each(|(name, value)| fitted.tag(name, value));
        return (fitted.tags, head.dialect);
    }
    convert::to_pgn(head, marker(head), &mut fitted);
    (fitted.tags, Dialect::Pgn)
}

/// The marker that the tags imply: in VGN, they express it in a sentence.
pub(super) fn marker(head: &Head<'_>) -> Termination {
    match head.dialect {
        Dialect::Pgn => head.tag("Result").and_then(spelled_result).unwrap_or(Termination::Unknown),
        Dialect::Vgn => head.last_tag("Result").and_then(result::read).unwrap_or(Termination::Unknown),
    }
}

/// The result that a tag means in any spelling.
fn spelled_result(value: &str) -> Option<Termination> {
    Termination::find(value).or_else(|| result_text::result(value))
}

/// Keeps the tags that may be written.
struct Fitted<'p> {
    tags: Vec<CreatedTag>,
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
