//! Values that are chosen out of a dictionary: what came last with the same key, or a word, or letters.

use super::FACTS;
use super::fallback::Fallback;
use super::key::Key;
use super::names;
use super::recency::{Cell, Recent};
use super::table::{Table, ValueMeaning};
use super::words::{Classes, NONE, Words};
use crate::bytes::{Cursor, push_number};
use crate::coder::Bit;
use crate::damage::Damage;
use crate::symbols::{Coder, Learns};
use std::sync::Arc;

/// The most keys of a column.
const MAX_KEYS: usize = 3;

/// The candidates of a value: the last one with each key, what the key has in the group, and the last one of all.
const CANDIDATES: usize = MAX_KEYS + 2;

/// How many contexts the bit of a candidate has: how many others agree, and its last successes.
const CONTEXTS: usize = 4 * 8;

/// One or two columns with a dictionary.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) columns: Vec<usize>,
    pub(super) spec: ChoiceSpec,
    words: Fallback,
    /// The value of the first key's symbols in the group.
    map: Arc<Vec<u32>>,
    hits: Vec<[Bit; CONTEXTS]>,
}

/// By what values are chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ChoiceSpec {
    /// The keys of each column.
    pub(super) keys: Vec<Vec<Key>>,
    /// Whether the termination is the context of what no candidate has.
    pub(super) by_facts: bool,
    /// Whether there are candidates.
    pub(super) has_candidates: bool,
    /// The columns of White and Black, if values have their names in them.
    pub(super) names: Option<[usize; 2]>,
    /// Whether the group has a value for each value of the first key.
    pub(super) has_map: bool,
}

/// What was seen in the block.
struct ChoiceState {
    recent: [Recent<u32>; MAX_KEYS],
    last: u32,
    /// The last successes of each candidate.
    history: [usize; CANDIDATES],
}

impl Choice {
    pub(super) fn new(columns: Vec<usize>, spec: ChoiceSpec, words: Arc<Words>) -> Choice {
        let words = Fallback::new(words, if spec.by_facts { FACTS } else { 1 });
        Choice { columns, spec, words, map: Arc::default(), hits: vec![[Bit::NEW; CONTEXTS]; CANDIDATES] }
    }

    /// All keys of its columns.
    pub(super) fn keys(&self) -> impl Iterator<Item = Key> {
        self.spec.keys.iter().flatten().copied()
    }

    /// The column whose words have values in the group.
    pub(super) fn map_key(&self) -> Option<usize> {
        let key = self.spec.keys.iter().find_map(|keys| keys.first());
        key.filter(|_| self.spec.has_map).and_then(|key| key.column())
    }

    pub(super) fn words(&self) -> &Words {
        &self.words.words
    }

    pub(super) fn set_map(&mut self, map: Vec<u32>) {
        self.map = Arc::new(map);
    }

    pub(super) fn code<C: Coder>(&mut self, coder: &mut C, table: &mut Table<'_>) -> Result<(), Damage> {
        let mut state = ChoiceState { recent: Default::default(), last: NONE, history: [0; CANDIDATES] };
        for game in 0..table.len() {
            for side in 0..self.columns.len() {
                let column = self.columns[side];
                if let Some(place) = table.place(game, column) {
                    let symbol = self.code_value(coder, table, (game, side, place), &mut state)?;
                    table.set_meaning(game, column, ValueMeaning::symbol(symbol));
                }
            }
            if coder.is_exhausted() {
                return Err(Damage::Short);
            }
        }
        Ok(())
    }

    fn code_value<C: Coder>(
        &mut self,
        coder: &mut C,
        table: &mut Table<'_>,
        (game, side, place): (usize, usize, usize),
        state: &mut ChoiceState,
    ) -> Result<u32, Damage> {
        let mut pattern = String::new();
        let given = match self.spec.names {
            Some(names) if !C::READS => {
                names::replace_in(table, (game, names), table.given(place), &mut pattern);
                self.words.words.find(&pattern)
            }
            _ => self.words.find::<C>(table, place),
        };
        let mut keys: [Option<(u32, Cell)>; MAX_KEYS] = [None; MAX_KEYS];
        let mut candidates = [NONE; CANDIDATES];
        for (place, key) in self.spec.keys[side].iter().take(MAX_KEYS).enumerate() {
            if let Some(key) = key.of(table, game) {
                let (cell, value) = state.recent[place].find(key);
                keys[place] = Some((key, cell));
                candidates[place] = value.unwrap_or(NONE);
            }
        }
        candidates[MAX_KEYS] = keys[0].and_then(|(key, _)| self.map.get(key as usize).copied()).unwrap_or(NONE);
        candidates[MAX_KEYS + 1] = state.last;
        let symbol = match self.code_candidate(coder, given, &candidates, state) {
            Some(symbol) => symbol,
            None => {
                let context = if self.spec.by_facts { table.facts(game).symbol() as usize } else { 0 };
                self.words.code_symbol(coder, context, given)
            }
        };
        match self.spec.names {
            Some(names) => self.finish_pattern(coder, table, (game, names, place), (symbol, &pattern))?,
            None => self.words.finish(coder, table, (symbol, place))?,
        }
        if symbol != NONE {
            state.last = symbol;
            for (recent, key) in state.recent.iter_mut().zip(keys) {
                if let Some((key, cell)) = key {
                    recent.put(cell, key, symbol);
                }
            }
        }
        Ok(symbol)
    }

    /// Codes a pattern that has no symbol, and puts the value of the pattern.
    fn finish_pattern<C: Coder>(
        &mut self,
        coder: &mut C,
        table: &mut Table<'_>,
        (game, names, place): (usize, [usize; 2], usize),
        (symbol, given): (u32, &str),
    ) -> Result<(), Damage> {
        let limit = table.limit.saturating_sub(table.text.len());
        let spelled;
        let pattern = if symbol == NONE {
            spelled = self.words.code_pattern(coder, given, limit)?;
            &spelled
        } else {
            self.words.words.get(symbol).unwrap_or_default()
        };
        if C::READS {
            let value = names::expand(table, (game, names), pattern, limit).ok_or(Damage::Size)?;
            table.put(place, &value)?;
        }
        Ok(())
    }

    /// Codes whether a candidate has the value.
    fn code_candidate<C: Coder>(
        &mut self,
        coder: &mut C,
        given: u32,
        candidates: &[u32; CANDIDATES],
        state: &mut ChoiceState,
    ) -> Option<u32> {
        if !self.spec.has_candidates {
            return None;
        }
        for place in 0..CANDIDATES {
            let candidate = candidates[place];
            if candidate == NONE || candidates[..place].contains(&candidate) {
                continue;
            }
            let agree = candidates[place + 1..].iter().filter(|&&other| other == candidate).count().min(3);
            let context = agree << 3 | state.history[place] & 7;
            let is_hit = coder.bit(&mut self.hits[place][context], given == candidate);
            state.history[place] = state.history[place] << 1 | usize::from(is_hit);
            if is_hit {
                return Some(candidate);
            }
        }
        None
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        push_number(self.columns.len() as u64, out);
        let spec = &self.spec;
        out.push(u8::from(spec.by_facts) | u8::from(spec.has_candidates) << 1 | u8::from(spec.has_map) << 2);
        for name in spec.names.map_or([0; 2], |names| names.map(|column| column as u64 + 1)) {
            push_number(name, out);
        }
        for (&column, keys) in self.columns.iter().zip(&spec.keys) {
            push_number(column as u64, out);
            push_number(keys.len() as u64, out);
            keys.iter().for_each(|key| key.write(out));
        }
    }

    pub(super) fn read(cursor: &mut Cursor<'_>, columns: usize, words: &Arc<Words>) -> Result<Choice, Damage> {
        let count = cursor.number_up_to(2)?;
        let flags = cursor.byte()?;
        let mut spec = ChoiceSpec {
            by_facts: flags & 1 != 0,
            has_candidates: flags & 2 != 0,
            has_map: flags & 4 != 0,
            names: None,
            keys: Vec::new(),
        };
        let names = [cursor.number_up_to(columns)?, cursor.number_up_to(columns)?];
        if let [Some(white), Some(black)] = names.map(|name| name.checked_sub(1)) {
            spec.names = Some([white, black]);
        }
        let mut own = Vec::new();
        for _ in 0..count {
            own.push(cursor.number_up_to(columns.saturating_sub(1))?);
            let keys = cursor.number_up_to(MAX_KEYS)?;
            spec.keys.push((0..keys).map(|_| Key::read(cursor, columns)).collect::<Result<_, _>>()?);
        }
        Ok(Choice::new(own, spec, words.clone()))
    }

    /// Codes the values of the first key's symbols; `order` has these symbols.
    pub(super) fn code_map<C: Coder>(&mut self, coder: &mut C, order: &[u32]) {
        if !self.spec.has_map {
            return;
        }
        let (mut same, mut classes) = ([Bit::NEW; 2], Classes::default());
        let mut map = std::mem::take(&mut self.map).to_vec();
        map.resize(order.len(), NONE);
        let (mut last, mut was_same) = (NONE, false);
        for &key in order {
            let value = &mut map[key as usize];
            was_same = coder.bit(&mut same[usize::from(was_same)], *value == last);
            *value = if was_same { last } else { self.words.words.code(&mut classes, coder, *value) };
            last = *value;
        }
        self.map = Arc::new(map);
    }
}

impl Learns for Choice {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        if self.spec.has_candidates {
            self.hits.each_bit(visit);
        }
        self.words.each_bit(visit);
    }
}
