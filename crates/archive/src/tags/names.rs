//! Values that have the names of the game's players in them.

use super::table::Table;

/// In a pattern, these mean the names of White and Black, and before a letter that is one of these three.
const WHITE: char = '\u{3}';
const BLACK: char = '\u{4}';
const QUOTE: char = '\u{5}';

/// Shorter names are not replaced.
const LEAST: usize = 3;

/// The names of the players of a game.
fn names<'t>(table: &'t Table<'_>, game: usize, columns: [usize; 2]) -> [&'t str; 2] {
    columns.map(|column| table.place(game, column).map_or("", |place| table.value(place)))
}

/// Whether a value has the name of a player in it.
pub(super) fn has_name(value: &str, names: [&str; 2]) -> bool {
    names.iter().any(|name| name.len() >= LEAST && value.contains(name))
}

/// Replaces the names of the players by marks.
pub(super) fn replace(value: &str, names: [&str; 2], pattern: &mut String) {
    pattern.clear();
    let mut rest = value;
    while let Some(letter) = rest.chars().next() {
        let found = (names.iter().zip([WHITE, BLACK]))
            .filter(|(name, _)| name.len() >= LEAST && rest.starts_with(*name))
            .max_by_key(|(name, _)| name.len());
        match found {
            Some((name, mark)) => {
                pattern.push(mark);
                rest = &rest[name.len()..];
            }
            None => {
                if (WHITE..=QUOTE).contains(&letter) {
                    pattern.push(QUOTE);
                }
                pattern.push(letter);
                rest = &rest[letter.len_utf8()..];
            }
        }
    }
}

/// Replaces names in a value of a game.
pub(super) fn replace_in(table: &Table<'_>, (game, columns): (usize, [usize; 2]), value: &str, pattern: &mut String) {
    replace(value, names(table, game, columns), pattern);
}

/// The value of a pattern in a game; `None` if it has more than `limit` bytes.
pub(super) fn expand(
    table: &Table<'_>,
    (game, columns): (usize, [usize; 2]),
    pattern: &str,
    limit: usize,
) -> Option<String> {
    let names = names(table, game, columns);
    let mut value = String::new();
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        match letter {
            WHITE => value.push_str(names[0]),
            BLACK => value.push_str(names[1]),
            QUOTE => value.extend(letters.next()),
            letter => value.push(letter),
        }
        if value.len() > limit {
            return None;
        }
    }
    Some(value)
}
