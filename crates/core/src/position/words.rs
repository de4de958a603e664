//! A text taken apart at its blanks.

/// The first words of a text, each with the byte it starts at; the first seven, which is more than any notation has.
pub(super) struct FirstWords<'t> {
    found: [(usize, &'t [u8]); 7],
    count: usize,
}

impl<'t> FirstWords<'t> {
    pub(super) fn of(text: &'t [u8]) -> FirstWords<'t> {
        let mut words = FirstWords { found: [(0, b""); 7], count: 0 };
        let mut at = 0;
        for word in text.split(u8::is_ascii_whitespace) {
            if !word.is_empty() {
                let Some(place) = words.found.get_mut(words.count) else { break };
                *place = (at, word);
                words.count += 1;
            }
            at += word.len() + 1;
        }
        words
    }
}

impl<'t> core::ops::Deref for FirstWords<'t> {
    type Target = [(usize, &'t [u8])];
    fn deref(&self) -> &Self::Target {
        &self.found[..self.count]
    }
}
