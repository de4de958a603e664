//! The games of one file of text, one after the other: the header before the first, what separates them, and the
//! footer.

use scoresheet_core::game::{GameFormat, WriteOptions};
use scoresheet_core::write::Closing;
use std::io::{self, Write};

/// What is known of a file of text between its games.
pub(crate) struct Joined {
    /// What is to be written before the next game: the header of the file, or what separates the last game from the next.
    gap: Vec<u8>,
    /// What is written in its place if no game follows.
    instead: Option<u8>,
    /// The first game, as long as it may be the only one, if that makes a difference to the format.
    alone: Option<Vec<u8>>,
    /// What separates it from the next one.
    between: Vec<u8>,
    /// The end of the games of a file that is extended, until the first game comes.
    before: Option<Vec<u8>>,
}

impl Joined {
    /// A file without games.
    pub(crate) fn new(format: &dyn GameFormat, options: &WriteOptions) -> Joined {
        let alone = format.stands_alone().then(Vec::new);
        Joined { gap: format.header(options), instead: None, alone, between: Vec::new(), before: None }
    }

    /// More games for a file of games that ends with these bytes.
    pub(crate) fn behind(self, end: Vec<u8>) -> Joined {
        Joined { before: Some(end), ..self }
    }

    /// Whether the games must come one at a time.
    pub(crate) fn goes_one_by_one(&self) -> bool {
        self.alone.is_some()
    }

    /// Writes games one after the other, whose last bytes are different if nothing follows.
    pub(crate) fn add(&mut self, games: &[u8], last: Closing, out: &mut impl Write) -> io::Result<()> {
        if games.is_empty() {
            return Ok(());
        }
        let (games, after) = games.split_at(games.len() - last.replaced);
        match self.alone.take() {
            Some(alone) if alone.is_empty() => {
                self.alone = Some(games.to_vec());
                self.between = after.to_vec();
                return Ok(());
            }
            Some(alone) => self.gap.extend(alone.into_iter().chain(std::mem::take(&mut self.between))),
            None => {}
        }
        if let Some(end) = self.before.take() {
            self.gap = gap_after(end, after);
        }
        out.write_all(&self.gap)?;
        self.gap.clear();
        self.gap.extend_from_slice(after);
        self.instead = last.by;
        out.write_all(games)
    }

    /// Writes the text after the last game of a text, and belongs to it.
    pub(crate) fn add_trailing(&mut self, text: &[u8], out: &mut impl Write) -> io::Result<()> {
        match self.alone.as_mut().filter(|alone| !alone.is_empty() && !text.is_empty()) {
            Some(alone) => {
                alone.extend(self.between.drain(..).chain(text.iter().copied()));
                Ok(())
            }
            None => self.add(text, Closing::default(), out),
        }
    }

    /// Writes the end of the file; `has_games` is whether there are any games.
    pub(crate) fn end(
        &mut self,
        format: &dyn GameFormat,
        options: &WriteOptions,
        has_games: bool,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let header = if has_games { Vec::new() } else { std::mem::take(&mut self.gap) };
        let footer = match self.alone.take().filter(|alone| !alone.is_empty()) {
            Some(alone) => [alone.as_slice(), b"\n"].concat(),
            None => format.footer(options),
        };
        let instead: Vec<u8> = self.instead.into_iter().collect();
        out.write_all(&[header, instead, footer].concat())
    }
}

/// What separates games from those of a file that ends with these bytes. `separator` is the text between the lines of
/// two games.
fn gap_after(mut end: Vec<u8>, separator: &[u8]) -> Vec<u8> {
    let length = end.len();
    if length > 0 && !end.ends_with(b"\n") {
        end.push(b'\n');
    }
    if length > 0 && !end.ends_with(&[b"\n", separator].concat()) {
        end.extend_from_slice(separator);
    }
    end.split_off(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_separated_from_those_before_them() {
        for (end, separator, gap) in [
            ("", "\n", ""),
            ("1-0", "\n", "\n\n"),
            ("1-0\n", "\n", "\n"),
            ("1-0\n\n", "\n", ""),
            ("e2e4", "", "\n"),
            ("e2e4\n", "", ""),
        ] {
            assert_eq!(gap_after(end.as_bytes().to_vec(), separator.as_bytes()), gap.as_bytes(), "{end:?}");
        }
    }
}
