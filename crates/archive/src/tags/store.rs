//! The tags of many games, in one buffer.

use std::collections::HashMap;

/// A part of a buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) length: usize,
}

impl Span {
    /// The text of this part, which is empty if the buffer has no such part.
    pub(super) fn of(self, text: &str) -> &str {
        text.get(self.start..self.start + self.length).unwrap_or_default()
    }
}

/// One game: which names it has, and where its values start.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameRow {
    pub(super) shape: u32,
    pub(super) first: usize,
}

/// The tags of games, in the order in which they were added.
///
/// Names are stored once, and so is each sequence of names.
#[derive(Clone, Debug, Default)]
pub struct TagStore {
    pub(super) text: String,
    pub(super) values: Vec<Span>,
    pub(super) rows: Vec<GameRow>,
    pub(super) shapes: Vec<Box<[u32]>>,
    pub(super) names: Vec<Box<str>>,
    /// Whether the text has the order of the columns, and not that of the games.
    pub(super) by_column: bool,
    name_ids: HashMap<Box<str>, u32>,
    shape_ids: HashMap<Box<[u32]>, u32>,
}

impl TagStore {
    /// A store without games.
    pub fn new() -> TagStore {
        TagStore::default()
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Roughly how many bytes of memory the tags take.
    pub fn size(&self) -> usize {
        self.text.len() + self.values.len() * size_of::<Span>() + self.rows.len() * size_of::<GameRow>()
    }

    /// Adds the tags of a game.
    pub fn push_game<'t>(&mut self, tags: impl IntoIterator<Item = (&'t str, &'t str)>) {
        let first = self.values.len();
        let last = self.rows.last().map(|row| row.shape);
        let mut same = 0;
        let mut ids: Vec<u32> = Vec::new();
        let mut differs = last.is_none();
        for (name, value) in tags {
            let expected = last.and_then(|shape| self.shapes[shape as usize].get(same).copied());
            match expected {
                Some(id) if !differs && *self.names[id as usize] == *name => same += 1,
                _ => {
                    if !differs || ids.is_empty() {
                        differs = true;
                        let shape = last.map_or(&[][..], |shape| &self.shapes[shape as usize]);
                        ids = shape[..same.min(shape.len())].to_vec();
                        same = 0;
                    }
                    ids.push(self.name_id(name));
                }
            }
            let start = self.text.len();
            self.text.push_str(value);
            self.values.push(Span { start, length: value.len() });
        }
        let shape = match last {
            Some(shape) if !differs && self.shapes[shape as usize].len() == same => shape,
            Some(shape) if !differs => self.shape_id(self.shapes[shape as usize][..same].to_vec()),
            _ => self.shape_id(ids),
        };
        self.rows.push(GameRow { shape, first });
    }

    /// How many sequences of names there are.
    pub fn shapes(&self) -> usize {
        self.shapes.len()
    }

    /// The sequence of names that a game has, as a number below [`TagStore::shapes`]. A game that is not there has the first.
    pub fn shape(&self, game: usize) -> usize {
        self.rows.get(game).map_or(0, |row| row.shape as usize)
    }

    /// The names and values of a game, in order. A game that is not there has none.
    pub fn game(&self, game: usize) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.names_of(game).iter().map(|&name| &*self.names[name as usize]).zip(self.values(game))
    }

    /// The values of a game, in order.
    pub fn values(&self, game: usize) -> impl ExactSizeIterator<Item = &str> {
        let first = self.rows.get(game).map_or(0, |row| row.first);
        let values = self.values.get(first..first + self.names_of(game).len()).unwrap_or_default();
        values.iter().map(|value| value.of(&self.text))
    }

    fn names_of(&self, game: usize) -> &[u32] {
        self.rows.get(game).map_or(&[], |row| &self.shapes[row.shape as usize])
    }

    /// The value of the first tag with this name.
    pub fn tag(&self, game: usize, name: &str) -> Option<&str> {
        self.game(game).find(|(found, _)| *found == name).map(|(_, value)| value)
    }

    /// Keeps only the first games.
    pub fn truncate(&mut self, games: usize) {
        if let Some(row) = self.rows.get(games) {
            if let (Some(value), false) = (self.values.get(row.first), self.by_column) {
                self.text.truncate(value.start);
            }
            self.values.truncate(row.first);
            self.rows.truncate(games);
        }
    }

    /// Adds the games of another store.
    pub fn append(&mut self, other: &TagStore) {
        let (text, first) = (self.text.len(), self.values.len());
        self.by_column |= other.by_column;
        self.text.push_str(&other.text);
        self.values.extend(other.values.iter().map(|value| Span { start: value.start + text, ..*value }));
        let mut shapes: Vec<Option<u32>> = vec![None; other.shapes.len()];
        for row in &other.rows {
            let shape = *shapes[row.shape as usize].get_or_insert_with(|| {
                let names = other.shapes[row.shape as usize].iter().map(|&name| &*other.names[name as usize]);
                let ids = names.map(|name| self.name_id(name)).collect();
                self.shape_id(ids)
            });
            self.rows.push(GameRow { shape, first: row.first + first });
        }
    }

    pub(super) fn value(&self, place: usize) -> &str {
        self.values.get(place).map_or("", |value| value.of(&self.text))
    }

    pub(super) fn name_id(&mut self, name: &str) -> u32 {
        if let Some(&id) = self.name_ids.get(name) {
            return id;
        }
        let id = self.names.len() as u32;
        self.names.push(name.into());
        self.name_ids.insert(name.into(), id);
        id
    }

    pub(super) fn shape_id(&mut self, names: Vec<u32>) -> u32 {
        if let Some(&id) = self.shape_ids.get(&*names) {
            return id;
        }
        let id = self.shapes.len() as u32;
        self.shapes.push(names.clone().into());
        self.shape_ids.insert(names.into(), id);
        id
    }
}

#[cfg(test)]
mod tests {
    use super::TagStore;

    fn games() -> Vec<Vec<(&'static str, &'static str)>> {
        vec![
            vec![],
            vec![("A", "1"), ("B", "2")],
            vec![("A", "1"), ("B", "2")],
            vec![("A", "3")],
            vec![("A", ""), ("C", "4"), ("A", "5")],
            vec![("", "x")],
            vec![],
            vec![("B", "é"), ("A", "1")],
        ]
    }

    fn read(store: &TagStore) -> Vec<Vec<(&str, &str)>> {
        (0..store.len()).map(|game| store.game(game).collect()).collect()
    }

    #[test]
    fn games_come_back() {
        let mut store = TagStore::new();
        games().into_iter().for_each(|game| store.push_game(game));
        assert_eq!(read(&store), games());
        assert_eq!(store.tag(4, "C"), Some("4"));
        let mut twice = store.clone();
        twice.append(&store);
        assert_eq!(read(&twice), [games(), games()].concat());
        twice.truncate(3);
        assert_eq!(read(&twice), games()[..3]);
        twice.push_game([("A", "9")]);
        assert_eq!(twice.tag(3, "A"), Some("9"));
    }
}
