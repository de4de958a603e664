//! The fields with which nearly every move starts, read at once.

use super::state::Reading;

/// What nearly every move starts with, where a blank is for a letter or a digit.
const USUAL: &[u8; 26] = b"<p> </p><f>  </f><t>  </t>";
/// Each of these fields: where its element starts, its key as it is told, and where its text starts and ends.
const FIELDS: [(usize, &str, usize, usize); 3] = [(0, "p", 3, 4), (8, "f", 11, 13), (17, "t", 20, 22)];

impl Reading<'_> {
    /// Reads `<p>P</p><f>e2</f><t>e4</t>` where that follows the start tag of a move. It is told as it would be element by
    /// element.
    pub(super) fn usual_fields(&mut self) {
        let start = self.at;
        let Some(bytes) = self.text.get(start..).and_then(|rest| rest.first_chunk::<{ USUAL.len() }>()) else { return };
        let fits = |(byte, usual): (&u8, &u8)| byte == usual || *usual == b' ' && byte.is_ascii_alphanumeric();
        if !bytes.iter().zip(USUAL).all(fits) {
            return;
        }
        for (element, key, from, to) in FIELDS {
            self.separate();
            self.telling.key(key, start + element);
            self.telling.mark(b"\"", start + from);
            self.telling.mark(&bytes[from..to], start + from);
            self.telling.mark(b"\"", start + to);
        }
        self.at += USUAL.len();
    }
}
