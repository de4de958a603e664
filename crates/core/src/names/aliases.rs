//! A list of names that replace others: CSV with the columns `found`, `wanted` and `kind`.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The kind of thing that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameKind {
    /// A player's.
    Player,
    /// An event's.
    Event,
    /// A site's.
    Site,
}

impl NameKind {
    /// Every kind.
    pub const ALL: [NameKind; 3] = [NameKind::Player, NameKind::Event, NameKind::Site];

    /// Its name in files.
    pub fn id(self) -> &'static str {
        match self {
            NameKind::Player => "player",
            NameKind::Event => "event",
            NameKind::Site => "site",
        }
    }

    /// The kind of the name in a tag.
    pub fn of_tag(tag: &str) -> Option<NameKind> {
        match tag {
            "White" | "Black" => Some(NameKind::Player),
            "Event" => Some(NameKind::Event),
            "Site" => Some(NameKind::Site),
            _ => None,
        }
    }
}

/// The names that are wanted, by those that are found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aliases {
    wanted: BTreeMap<String, [Option<String>; NameKind::ALL.len()]>,
}

/// The fault of a list, and its place: the line and the column count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misplaced {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
    /// The fault.
    pub message: String,
}

impl Aliases {
    /// Replaces a name; without a kind, in names of any kind. The first entry for a name counts.
    pub fn add(&mut self, found: &str, wanted: &str, kind: Option<NameKind>) {
        let entry = self.wanted.entry(found.trim().to_string()).or_default();
        for known in NameKind::ALL {
            if kind.is_none_or(|kind| kind == known) {
                entry[known as usize].get_or_insert_with(|| wanted.trim().to_string());
            }
        }
    }

    /// The name that replaces another; `None` if none does, or it is the same.
    pub fn wanted(&self, found: &str, kind: NameKind) -> Option<&str> {
        let wanted = self.wanted.get(found.trim())?[kind as usize].as_deref()?;
        (wanted != found).then_some(wanted)
    }

    /// Reads a list as CSV. Other columns than `found`, `wanted` and `kind` are skipped, and so are rows whose `wanted`
    /// is empty.
    /// ```
    /// use scoresheet_core::names::{Aliases, NameKind};
    /// let aliases = Aliases::parse("found,wanted,kind\n\"Carlsen,M\",\"Carlsen, Magnus\",player\n").unwrap();
    /// assert_eq!(aliases.wanted("Carlsen,M", NameKind::Player), Some("Carlsen, Magnus"));
    /// assert_eq!(aliases.wanted("Carlsen,M", NameKind::Site), None);
    /// assert_eq!(Aliases::parse("found\n").unwrap_err().message, "there is no column `wanted`");
    /// ```
    ///
    /// # Errors
    /// If it has no such columns, a quotation mark is not closed, or a kind is not known.
    pub fn parse(text: &str) -> Result<Aliases, Misplaced> {
        let mut cells = Cells { rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1, column: 1 };
        let header = cells.row()?.unwrap_or_default();
        let place = |name: &str| header.iter().position(|cell| cell.text.trim() == name);
        let missing = |name: &str| Misplaced { line: 1, column: 1, message: format!("there is no column `{name}`") };
        let found = place("found").ok_or_else(|| missing("found"))?;
        let wanted = place("wanted").ok_or_else(|| missing("wanted"))?;
        let kind = place("kind");
        let mut aliases = Aliases::default();
        while let Some(row) = cells.row()? {
            if let [only] = row.as_slice()
                && only.text.trim().is_empty()
            {
                continue;
            }
            let found = cell(&row, found, "found")?;
            let wanted = cell(&row, wanted, "wanted")?;
            let kind = kind.and_then(|place| row.get(place)).map_or(Ok(None), kind_of)?;
            if !wanted.text.trim().is_empty() {
                aliases.add(&found.text, &wanted.text, kind);
            }
        }
        Ok(aliases)
    }
}

fn cell<'r>(row: &'r [Cell], place: usize, name: &str) -> Result<&'r Cell, Misplaced> {
    row.get(place).ok_or_else(|| {
        let Cell { line, column, .. } = row.last().cloned().unwrap_or_default();
        Misplaced { line, column, message: format!("the row has no value for `{name}`") }
    })
}

fn kind_of(cell: &Cell) -> Result<Option<NameKind>, Misplaced> {
    let text = cell.text.trim();
    let kind = NameKind::ALL.into_iter().find(|kind| kind.id() == text);
    if kind.is_none() && !text.is_empty() {
        let message = format!("`{text}` is not a kind of names; use `player`, `event` or `site`");
        return Err(Misplaced { line: cell.line, column: cell.column, message });
    }
    Ok(kind)
}

/// A cell, and where it starts.
#[derive(Clone, Debug, Default)]
struct Cell {
    text: String,
    line: usize,
    column: usize,
}

/// Reads CSV according to RFC 4180.
struct Cells<'t> {
    rest: &'t str,
    line: usize,
    column: usize,
}

impl Cells<'_> {
    fn row(&mut self) -> Result<Option<Vec<Cell>>, Misplaced> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        let mut row = Vec::new();
        loop {
            row.push(self.cell()?);
            match self.next() {
                Some(',') => {}
                Some('\r') if self.rest.starts_with('\n') => {
                    self.next();
                    return Ok(Some(row));
                }
                Some('\n') | None => return Ok(Some(row)),
                Some(_) => return Err(self.misplaced("text follows the closing quotation mark")),
            }
        }
    }

    fn cell(&mut self) -> Result<Cell, Misplaced> {
        let (line, column) = (self.line, self.column);
        let mut text = String::new();
        if !self.rest.starts_with('"') {
            while let Some(c) = self.rest.chars().next().filter(|c| !matches!(c, ',' | '\n')) {
                if self.rest.starts_with("\r\n") {
                    break;
                }
                text.push(c);
                self.next();
            }
            return Ok(Cell { text, line, column });
        }
        self.next();
        while let Some(c) = self.next() {
            match c {
                '"' if self.rest.starts_with('"') => {
                    text.push('"');
                    self.next();
                }
                '"' => return Ok(Cell { text, line, column }),
                _ => text.push(c),
            }
        }
        Err(Misplaced { line, column, message: "the quotation mark is not closed".to_string() })
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        (self.line, self.column) = if c == '\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        Some(c)
    }

    fn misplaced(&self, message: &str) -> Misplaced {
        Misplaced { line: self.line, column: self.column.saturating_sub(1), message: message.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read() {
        let text = "\u{feff}count,wanted,found,kind\r\n3,\"Tal, Mihail\",\"Tal, \"\"Misha\"\"\",\r\n\r\n1,London,Londn,site\n\
            2,,Nobody,player\n2,Other,Londn,site";
        let aliases = Aliases::parse(text).unwrap();
        for kind in NameKind::ALL {
            assert_eq!(aliases.wanted("Tal, \"Misha\"", kind), Some("Tal, Mihail"));
            assert_eq!(aliases.wanted("Nobody", kind), None);
        }
        assert_eq!(aliases.wanted(" Londn ", NameKind::Site), Some("London"));
        assert_eq!(aliases.wanted("Londn", NameKind::Event), None);
        assert_eq!(aliases.wanted("count", NameKind::Event), None);
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        for (text, line, column, message) in [
            ("", 1, 1, "there is no column `found`"),
            ("found,Wanted\n", 1, 1, "there is no column `wanted`"),
            ("found,wanted\na,b\nc\n", 3, 1, "the row has no value for `wanted`"),
            ("found,wanted\n\"a\nb,c", 2, 1, "the quotation mark is not closed"),
            ("found,wanted\n\"a\"b,c", 2, 4, "text follows the closing quotation mark"),
            (
                "kind,found,wanted\nplayer,a,b\nriver,a,b",
                3,
                1,
                "`river` is not a kind of names; use `player`, `event` or `site`",
            ),
        ] {
            let expected = Misplaced { line, column, message: message.to_string() };
            assert_eq!(Aliases::parse(text), Err(expected), "{text}");
        }
    }
}
