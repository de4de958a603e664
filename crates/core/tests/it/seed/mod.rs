//! Numbers that look random and are the same on each run, and games made of them.

use scoresheet_core::position::fen;
use scoresheet_core::rules::variant::{BESIDE_THE_BOARD, NORMAL};
use scoresheet_core::rules::{NAMED, Position, Rules};

/// A generator of numbers.
pub(crate) struct Seed(pub(crate) u64);

impl Seed {
    /// A number from 0 to `end` - 1.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    pub(crate) fn pick<'t, T>(&mut self, items: &'t [T]) -> &'t T {
        &items[self.below(items.len())]
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.below(256) as u8
    }

    /// Bytes, most of them from `usual`, so that they get past the first look.
    pub(crate) fn bytes(&mut self, longest: usize, usual: &[u8]) -> Vec<u8> {
        let length = self.below(longest + 1);
        (0..length).map(|_| if self.below(12) == 0 { self.byte() } else { *self.pick(usual) }).collect()
    }

    /// The bytes with a few changes: some overwritten, some taken out, some put in, some repeated elsewhere. What is put in
    /// comes from `signs`.
    pub(crate) fn damaged(&mut self, bytes: &[u8], signs: &[u8]) -> Vec<u8> {
        let mut damaged = bytes.to_vec();
        for _ in 0..=self.below(4) {
            let at = self.below(damaged.len());
            match self.below(4) {
                0 => damaged[at] = *self.pick(signs),
                1 => drop(damaged.drain(at..(at + self.below(40)).min(damaged.len()))),
                2 => damaged.insert(at, *self.pick(signs)),
                _ => {
                    let from = self.below(damaged.len());
                    let part = damaged[from..(from + self.below(60)).min(damaged.len())].to_vec();
                    damaged.splice(at..at, part);
                }
            }
        }
        damaged
    }
}

/// Where walks start: the standard start, boards full of special moves, and Chess960 with kings and rooks in odd places.
const STARTS: [&str; 16] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "q2qk2q/8/8/8/8/8/8/Q2QK2Q w - - 0 1",
    "2n1kn2/8/2n3n1/8/8/1N3N2/8/1N2KN2 w - - 0 1",
    "8/8/8/8/8/5k2/6q1/7K w - - 0 1",
    "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
    "nrkr1b1r/pppppppp/8/8/8/8/PPPPPPPP/NRKR1B1R w KDQkdq - 0 1",
    "1r2k1r1/6p1/8/8/8/8/6P1/1R2K1R1 w GBgb - 0 1",
    "r5kr/8/8/8/8/8/8/R5KR w HAha - 0 1",
    "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1",
    "3k1r2/8/8/8/8/8/8/3K1R2 w Ff - 0 1",
    "rnkbbnqr/pppppppp/8/8/8/8/PPPPPPPP/RNKBBNQR w HAha - 0 1",
];

/// Plays games of legal moves taken at random, and shows each position on the way.
pub(crate) fn walk(seed: u64, games: usize, longest: usize, mut see: impl FnMut(&Position)) {
    let mut seed = Seed(seed);
    for start in STARTS {
        let start = fen::parse(start).expect("a start's FEN is right");
        for _ in 0..games {
            let mut position = start.clone();
            for _ in 0..longest {
                see(&position);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.after(*seed.pick(&moves));
            }
        }
    }
}

/// The rules a board at random is given.
pub(crate) fn any_rules(seed: &mut Seed) -> Rules {
    if seed.below(2) == 0 { Rules::STANDARD } else { Rules::CHESS960 }
}

/// Rules that positions are played by: named ones, and as often mixtures, each with Chess960 now and then.
pub(crate) fn any_played_rules(seed: &mut Seed) -> Rules {
    let rules = if seed.below(2) == 0 { seed.pick(&NAMED).rules } else { any_mixture(seed) };
    let free = rules.with_free_castling();
    if seed.below(4) == 0 && free.is_played().is_ok() { free } else { rules }
}

/// Some numbers of normal chess less and some others more, so that all rules fit together.
fn any_mixture(seed: &mut Seed) -> Rules {
    const STALEMATE: [&str; 3] = ["H", "1A", "1B"];
    let number = |code| u32::from_str_radix(code, 36).expect("a code is a number with 36 digits");
    loop {
        let mut numbers: Vec<u32> = (1..=NORMAL).filter(|number| !BESIDE_THE_BOARD.contains(number)).collect();
        let common_kings = seed.below(5) == 0;
        let mut without = vec!["H"];
        without.extend(["6", "7", "A", "B", "I"].into_iter().filter(|_| seed.below(6) == 0));
        without.extend(["F", "G"].into_iter().filter(|_| common_kings));
        numbers.retain(|rule| !without.iter().any(|code| number(code) == *rule));
        let more = ["11", "12", "13", "15", "16", "17", "18", "19", "1H", "1K", "1L"].into_iter();
        numbers.extend(more.filter(|_| seed.below(5) == 0).map(number));
        numbers.extend(common_kings.then(|| number("14")));
        numbers.push(number(STALEMATE[[0, 0, 1, 2][seed.below(4)]]));
        if let Ok(rules) = Rules::played_of(numbers) {
            return rules;
        }
    }
}
