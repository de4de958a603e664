//! Texts that look like PGN here and there, and are the same on each run.

use crate::seed::Seed;

/// Pieces of PGN in any order: what bytes at random would never hit upon.
const PIECES: [&str; 53] = [
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    " ",
    "\t",
    "[Event \"x\"]",
    "[A \"",
    "[Result \"0-0\"]",
    "\"]",
    "\"",
    "]",
    "[",
    "{",
    "}",
    "(",
    ")",
    ";",
    "%",
    "\n%",
    "1.",
    "1...",
    "12",
    ".",
    "e4",
    "exd6 e.p.",
    " e.p.",
    "Nf3+",
    "+-",
    "=",
    "!",
    "?",
    "$3",
    "$",
    "1-0",
    "*",
    "1/2",
    "½-½",
    "0-0",
    "±",
    "\u{feff}",
    "<",
    "<a ",
    ">",
    "[!",
    "\u{a0}",
    "\\",
    "Q",
    "f8(Q)",
    "-",
    "\n\n[Event \"y\"]\n",
    "\n\n[Odd+ \"z\"]\n",
    "\0",
];

/// Pieces one after another, with a few bytes of other kinds.
pub(crate) fn soup(seed: &mut Seed, pieces: usize) -> Vec<u8> {
    let mut text = Vec::new();
    for _ in 0..pieces {
        match seed.below(24) {
            0 => text.push(seed.below(256) as u8),
            1 => text.push([0xb1, 0xbd, 0xe2, 0xc2, 0xef, 0xbb][seed.below(6)]),
            _ => text.extend_from_slice(PIECES[seed.below(PIECES.len())].as_bytes()),
        }
    }
    text
}
