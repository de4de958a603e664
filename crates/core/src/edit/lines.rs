//! Tags as a head has them, and as lines of PGN.

use alloc::borrow::Cow;
use alloc::string::String;

/// A tag as a head has it.
pub(super) type Tag<'t> = (Cow<'t, str>, Cow<'t, str>);

/// The lines of these tags, for [`crate::step::Head::section`]; `None` where it is not known that they can be written so.
pub(super) fn lines(tags: &[Tag<'_>], plain: bool) -> Option<String> {
    if tags.is_empty() || !plain {
        return None;
    }
    let mut lines = String::with_capacity(tags.iter().map(|(name, value)| name.len() + value.len() + 6).sum());
    for (index, (name, value)) in tags.iter().enumerate() {
        let opening = if index == 0 { "[" } else { "\n[" };
        [opening, name, " \"", value, "\"]"].into_iter().for_each(|part| lines.push_str(part));
    }
    Some(lines)
}
