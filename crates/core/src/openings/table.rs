//! The table of named positions. `crates/core/openings/README.md` describes its two files.

use super::Opening;

const TABLE: &[u8] = include_bytes!("table.bin");
static NAMES: &str = include_str!("names.txt");

const COUNT: usize = TABLE[0] as usize | (TABLE[1] as usize) << 8;

/// How many different sets of unmoved pawns the positions have.
const SETS: usize = TABLE[2] as usize | (TABLE[3] as usize) << 8;

const HEADER: usize = 4;

/// For each set of unmoved pawns, the fewest pieces in any position of the table that can still be reached with it: one whose
/// unmoved pawns are all in the set. 255 if there is no such position.
#[allow(long_running_const_eval, reason = "a million short steps, once for each build")]
static FEWEST_PIECES: [u8; 1 << 16] = {
    let mut fewest = [u8::MAX; 1 << 16];
    let mut entry = 0;
    while entry < SETS {
        let start = HEADER + 12 * COUNT + 3 * entry;
        fewest[number(start, 2) as usize] = TABLE[start + 2];
        entry += 1;
    }
    // A set can reach everything that the set without one of its pawns can.
    let mut pawn = 1;
    while pawn < fewest.len() {
        let mut set = 0;
        while set < fewest.len() {
            if set & pawn != 0 && fewest[set ^ pawn] < fewest[set] {
                fewest[set] = fewest[set ^ pawn];
            }
            set += 1;
        }
        pawn <<= 1;
    }
    fewest
};

/// The fewest pieces in any position of the table that can be reached while these pawns have not moved.
#[inline]
pub(super) fn fewest_pieces(unmoved: u16) -> u32 {
    u32::from(FEWEST_PIECES[usize::from(unmoved)])
}

/// The keys in ascending order.
static KEYS: [u64; COUNT] = {
    let mut keys = [0; COUNT];
    let mut entry = 0;
    while entry < COUNT {
        keys[entry] = number(HEADER + 8 * entry, 8);
        entry += 1;
    }
    keys
};

/// Where the line of each key's opening starts in `NAMES`.
static PLACES: [u32; COUNT] = {
    let mut places = [0; COUNT];
    let mut entry = 0;
    while entry < COUNT {
        places[entry] = number(HEADER + 8 * COUNT + 4 * entry, 4) as u32;
        entry += 1;
    }
    places
};

/// How many leading bits of a key choose the few keys that it is compared with: about one.
const BITS: u32 = 12;

/// How many keys come before those that start with these bits.
static BEFORE: [u16; (1 << BITS) + 1] = {
    let mut before = [0; (1 << BITS) + 1];
    let (mut bits, mut entry) = (0, 0);
    while bits < before.len() {
        while entry < COUNT && (KEYS[entry] >> (u64::BITS - BITS)) < bits as u64 {
            entry += 1;
        }
        before[bits] = entry as u16;
        bits += 1;
    }
    before
};

/// How many trailing bits of a key choose its bit in the filter. Of the keys outside the table, 1 in 30 gets through.
const FILTER_BITS: u32 = 17;

/// A set bit for each key. Most positions are not in the table, and this shows it without a branch that is hard to
/// predict.
static FILTER: [u64; 1 << (FILTER_BITS - 6)] = {
    let mut filter = [0; 1 << (FILTER_BITS - 6)];
    let mut entry = 0;
    while entry < COUNT {
        filter[word(KEYS[entry])] |= bit(KEYS[entry]);
        entry += 1;
    }
    filter
};

/// The word of the filter that holds the bit of a key.
const fn word(key: u64) -> usize {
    (key >> 6) as usize & ((1 << (FILTER_BITS - 6)) - 1)
}

/// The bit of a key in its word of the filter.
const fn bit(key: u64) -> u64 {
    1 << (key & 63)
}

/// The number in these bytes of the table.
const fn number(start: usize, bytes: usize) -> u64 {
    let (mut value, mut at) = (0, bytes);
    while at > 0 {
        at -= 1;
        value = value << 8 | TABLE[start + at] as u64;
    }
    value
}

/// The place of the opening of the position with this key among the names.
#[inline]
pub(super) fn place(key: u64) -> Option<u32> {
    if FILTER[word(key)] & bit(key) == 0 { None } else { search(key) }
}

fn search(key: u64) -> Option<u32> {
    let bits = (key >> (u64::BITS - BITS)) as usize;
    let (start, end) = (usize::from(*BEFORE.get(bits)?), usize::from(*BEFORE.get(bits + 1)?));
    let found = KEYS.get(start..end)?.iter().position(|known| *known == key)?;
    PLACES.get(start + found).copied()
}

/// The opening whose line starts here.
pub(super) fn opening(place: u32) -> Option<Opening> {
    let line = NAMES.get(place as usize..)?.split('\n').next()?;
    let (eco, name) = line.split_once('\t')?;
    Some(Opening { eco, name })
}
