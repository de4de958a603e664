//! The templates of a group, and the slots of their fields.

use super::segments::{LONGEST, MOST_FIELDS, MOVES, NUMBER, SQUARES, is_field};
use crate::bytes::{Cursor, push_number, push_text};
use crate::damage::Damage;
use std::collections::HashMap;

/// A group has at most this many templates.
pub(super) const MOST: usize = 4000;
/// This many slots have models of their own.
pub(super) const MOST_SLOTS: usize = 64;

/// What the numbers of a slot mean, determined by the word before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SlotMeaning {
    /// The time left: `%clk`, `tl`.
    Left,
    /// The time of a move: `%emt`, `mt`.
    Spent,
    /// An evaluation: `%eval`, `ev`.
    Evaluation,
    /// The moves until mate.
    Mate,
    /// Nodes searched.
    Nodes,
    /// Nodes per second.
    Speed,
    /// The difference in material: of which pieces.
    Material(u8),
    /// The moves until a draw by the rule of fifty.
    Fifty,
    /// Moves.
    Moves,
    /// Anything else.
    Plain,
}

/// Fields that are preceded by the same word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) meaning: SlotMeaning,
}

/// The templates of a group.
#[derive(Clone, Debug, Default)]
pub(super) struct Dictionary {
    templates: Vec<Template>,
    places: HashMap<Box<[u8]>, u32>,
    slots: Vec<Slot>,
    words: HashMap<Box<[u8]>, u32>,
}

/// A template, and the slots of its fields.
#[derive(Clone, Debug)]
pub(super) struct Template {
    pub(super) text: Box<[u8]>,
    pub(super) slots: Box<[u32]>,
}

impl Dictionary {
    /// The number of a template.
    pub(super) fn find(&self, template: &[u8]) -> Option<u32> {
        self.places.get(template).copied()
    }

    /// The template with this number.
    pub(super) fn get(&self, number: u32) -> Option<&Template> {
        self.templates.get(number as usize)
    }

    pub(super) fn len(&self) -> usize {
        self.templates.len()
    }

    pub(super) fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// Adds a template, and returns its number.
    pub(super) fn push(&mut self, text: &[u8]) -> u32 {
        let mut slots = Vec::new();
        for (at, byte) in text.iter().enumerate() {
            if is_field(*byte) {
                slots.push(self.slot(&text[..=at]));
            }
        }
        let number = self.templates.len() as u32;
        self.templates.push(Template { text: text.into(), slots: slots.into() });
        self.places.insert(text.into(), number);
        number
    }

    /// The slot of the field that ends this text.
    fn slot(&mut self, text: &[u8]) -> u32 {
        let word = word_before(text);
        if let Some(slot) = self.words.get(word) {
            return *slot;
        }
        let number = self.slots.len().min(MOST_SLOTS - 1) as u32;
        if self.slots.len() < MOST_SLOTS {
            self.slots.push(Slot { meaning: meaning(word) });
        }
        self.words.insert(word.into(), number);
        number
    }

    /// Appends the templates.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let mut texts = Vec::new();
        self.templates.iter().for_each(|template| push_text(&template.text, &mut texts));
        push_number(self.templates.len() as u64, out);
        push_number(texts.len() as u64, out);
        let packed = zstd::bulk::compress(&texts, 19).unwrap_or_default();
        push_text(&packed, out);
    }

    /// Reads what [`Dictionary::write`] wrote.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Dictionary, Damage> {
        let count = cursor.number_up_to(MOST)?;
        let length = cursor.number_up_to(count * (LONGEST + 4))?;
        let texts = zstd::bulk::decompress(cursor.text()?, length).map_err(|_| Damage::Content)?;
        let mut texts = Cursor::new(&texts);
        let mut dictionary = Dictionary::default();
        for _ in 0..count {
            let text = texts.text()?;
            let fields = text.iter().filter(|byte| is_field(**byte)).count();
            if text.is_empty() || text.len() > LONGEST || fields > MOST_FIELDS {
                return Err(Damage::Size);
            }
            dictionary.push(text);
        }
        Ok(dictionary)
    }
}

/// The last word of a text, with the blanks and the field after it.
fn word_before(text: &[u8]) -> &[u8] {
    let front = text.split_last().map_or(text, |(_, front)| front);
    let end = front.iter().rposition(|byte| !byte.is_ascii_whitespace()).map_or(0, |last| last + 1);
    let start = front[..end].iter().rposition(u8::is_ascii_whitespace).map_or(0, |last| last + 1);
    &text[start..]
}

/// What the number after this word means.
fn meaning(word: &[u8]) -> SlotMeaning {
    let Some((field, front)) = word.split_last() else { return SlotMeaning::Plain };
    let fields = front.iter().filter(|byte| **byte == NUMBER).count();
    let is_mate = matches!(front.last(), Some(b'#' | b'M'));
    let name: Vec<u8> = front.iter().copied().filter(u8::is_ascii_alphanumeric).collect();
    match (&name[..], *field) {
        (_, MOVES | SQUARES) => SlotMeaning::Moves,
        (b"clk" | b"tl", _) => SlotMeaning::Left,
        (b"emt" | b"mt", _) => SlotMeaning::Spent,
        (b"eval" | b"ev" | b"wv" | b"evalM" | b"evM" | b"wvM" | b"M", NUMBER) if is_mate => SlotMeaning::Mate,
        (b"eval" | b"ev" | b"wv", NUMBER) => SlotMeaning::Evaluation,
        (b"n", NUMBER) => SlotMeaning::Nodes,
        (b"s", NUMBER) => SlotMeaning::Speed,
        (b"mb", NUMBER) => SlotMeaning::Material(fields.min(4) as u8),
        (b"R50", NUMBER) => SlotMeaning::Fifty,
        _ => SlotMeaning::Plain,
    }
}
