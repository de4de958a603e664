//! A second implementation of the move model: plain, slow, and without sets of squares.
//!
//! The board is turned so that the mover is White. Everything else follows the description of the features, one at a time.

use scoresheet_archive::moves::Tables;
use scoresheet_core::rules::{Color, Move, MoveKind, Position, king_destination};

mod sights;

use sights::{NOTHING, Sights};

/// The widths of the groups, in bits.
const GROUPS: [u32; 16] = [18, 14, 14, 10, 18, 13, 15, 15, 11, 12, 18, 18, 18, 18, 16, 16];

/// The groups of tables with plain, with rich features, and with shapes.
const PLAIN: &[usize] = &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const RICH: &[usize] = &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];
const SHAPES: &[usize] = &[0, 1, 2, 3, 4, 5, 8, 9, 14, 15];

/// A table and its book, unpacked.
pub(crate) struct Weights {
    weights: Vec<i8>,
    groups: &'static [usize],
    book: std::collections::HashMap<u32, Vec<(usize, u32)>>,
}

impl Weights {
    pub(crate) fn of(tables: &Tables) -> Weights {
        let weights: Vec<i8> = unpack(tables.table).into_iter().map(|byte| byte as i8).collect();
        let groups = match tables.number {
            1 | 3 => PLAIN,
            2 | 4 => RICH,
            _ => SHAPES,
        };
        assert_eq!(weights.len(), groups.iter().map(|group| 1 << GROUPS[*group]).sum::<usize>());
        let mut numbers = leb128(&unpack(tables.book)).into_iter();
        let mut take = |count: usize| -> Vec<u32> { numbers.by_ref().take(count).collect() };
        let count = take(1)[0] as usize;
        let (keys, lengths) = (take(count), take(count));
        let entries = lengths.iter().sum::<u32>() as usize;
        let (indexes, counts) = (take(entries), take(entries));
        let (mut book, mut key, mut at) = (std::collections::HashMap::new(), 0, 0);
        for (difference, length) in keys.iter().zip(&lengths) {
            key += difference;
            let range = at..at + *length as usize;
            book.insert(key, range.clone().map(|entry| (indexes[entry] as usize, counts[entry])).collect());
            at = range.end;
        }
        Weights { weights, groups, book }
    }

    /// The weight of a group, or 0 if the table does not have the group.
    fn weight(&self, group: usize, fields: &[(usize, u32)]) -> i32 {
        let Some(place) = self.groups.iter().position(|other| *other == group) else { return 0 };
        let start: usize = self.groups[..place].iter().map(|group| 1 << GROUPS[*group]).sum();
        let mut index = 0;
        for (value, bits) in fields {
            assert!(*value < 1 << bits);
            index = index << bits | value;
        }
        assert_eq!(fields.iter().map(|(_, bits)| bits).sum::<u32>(), GROUPS[group]);
        i32::from(self.weights[start + index])
    }
}

fn unpack(file: &[u8]) -> Vec<u8> {
    let end = file.windows(2).position(|bytes| bytes == b"\n\n").expect("a header");
    zstd::bulk::decompress(&file[end + 2..], 1 << 23).expect("a frame")
}

fn leb128(bytes: &[u8]) -> Vec<u32> {
    let (mut numbers, mut value, mut shift) = (Vec::new(), 0, 0);
    for byte in bytes {
        value |= u32::from(byte & 0x7f) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            numbers.push(value);
            (value, shift) = (0, 0);
        }
    }
    numbers
}

/// A move as it was when it was played, on the squares of the game.
#[derive(Clone, Copy)]
struct Past {
    role: usize,
    from: usize,
    to: usize,
    captured: usize,
}

const NONE: Past = Past { role: NOTHING, from: 0, to: 0, captured: NOTHING };

/// A position with its history.
pub(crate) struct Reference {
    pub(crate) position: Position,
    last: Past,
    own: Past,
    ply: u32,
}

/// A legal move with what its features need, on the turned board.
struct Candidate {
    mv: Move,
    role: usize,
    from: usize,
    to: usize,
    captured: usize,
    placed: usize,
}

impl Reference {
    pub(crate) fn new(start: &Position) -> Reference {
        let ply = if start.occupied().count_ones() == 32 { 0 } else { 40 };
        Reference { position: start.clone(), last: NONE, own: NONE, ply }
    }

    pub(crate) fn push(&mut self, mv: Move) {
        let flip = self.flip();
        let candidate = self.candidate(mv, &Sights::of(&self.turned()));
        self.own = self.last;
        self.last = Past {
            role: candidate.role,
            from: candidate.from ^ flip,
            to: candidate.to ^ flip,
            captured: candidate.captured,
        };
        self.ply += 1;
        self.position.play_unchecked(mv);
    }

    fn flip(&self) -> usize {
        if self.position.turn() == Color::White { 0 } else { 56 }
    }

    /// The position with the mover as White.
    fn turned(&self) -> Position {
        if self.flip() == 0 { self.position.clone() } else { self.position.mirror() }
    }

    fn candidate(&self, mv: Move, sights: &Sights) -> Candidate {
        let flip = self.flip();
        let to = if mv.kind == MoveKind::Castle { king_destination(mv.from, mv.to) } else { mv.to };
        let (from, to) = (mv.from.index() ^ flip, to.index() ^ flip);
        let role = sights.board[from].expect("a piece moves").1;
        let captured = match mv.kind {
            MoveKind::EnPassant => 0,
            MoveKind::Castle | MoveKind::Null | MoveKind::Drop => NOTHING,
            MoveKind::Plain => sights.board[to].map_or(NOTHING, |(_, role)| role),
        };
        let placed = mv.promotion.map_or(role, |role| role as usize - 1);
        Candidate { mv, role, from, to, captured, placed }
    }

    /// The moves in the order of the format, with their frequencies.
    pub(crate) fn frequencies(&self, weights: &Weights) -> Vec<(Move, u32)> {
        let sights = Sights::of(&self.turned());
        let mut moves: Vec<Candidate> =
            self.position.legal_moves().into_iter().map(|mv| self.candidate(mv, &sights)).collect();
        moves.sort_by_key(order);
        if moves.len() == 1 {
            return vec![(moves[0].mv, 1)];
        }
        let scores: Vec<i32> = moves.iter().map(|mv| self.score(weights, &sights, mv, moves.len())).collect();
        let best = scores.iter().copied().max().unwrap_or(0);
        let reduced = if moves.len() > 256 { 8 } else { 1 };
        let mut frequencies: Vec<u32> =
            scores.iter().map(|score| (exponential(best - score) / reduced).max(1)).collect();
        self.mix(weights, &mut frequencies);
        moves.iter().map(|mv| mv.mv).zip(frequencies).collect()
    }

    fn mix(&self, weights: &Weights, frequencies: &mut [u32]) {
        let Some(entries) = weights.book.get(&self.key()).filter(|_| self.ply < 40) else { return };
        let total: u32 = frequencies.iter().sum();
        for frequency in frequencies.iter_mut() {
            *frequency = (u64::from(*frequency) * 15 * 1024 / u64::from(total)).max(1) as u32;
        }
        for (index, count) in entries {
            if *index < frequencies.len() {
                frequencies[*index] += count * 1024;
            }
        }
    }

    fn key(&self) -> u32 {
        let turned = self.turned();
        let sights = Sights::of(&turned);
        let set = |wanted: &dyn Fn(bool, usize) -> bool| {
            (0..64)
                .filter(|at| sights.board[*at].is_some_and(|(ours, role)| wanted(ours, role)))
                .map(|at| 1_u64 << at)
                .sum()
        };
        let mut words: Vec<u64> = (0..6).map(|role| set(&|_, other| other == role)).collect();
        words.push(set(&|ours, _| ours));
        words.push(turned.castling());
        let passed = turned.passed().map_or(0, |passed| {
            let pawn = passed.index() - 8;
            let beside = |at: usize| at / 8 == pawn / 8 && sights.board[at] == Some((true, 0));
            if beside(pawn - 1) || beside(pawn + 1) { passed.bit() } else { 0 }
        });
        words.push(passed);
        let mut hash = 0x9E37_79B9_7F4A_7C15_u64;
        for word in words {
            hash = (hash ^ word).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
            hash ^= hash >> 32;
        }
        (hash >> 32) as u32
    }

    fn phase(&self, sights: &Sights) -> usize {
        let value: u32 = sights.board.iter().flatten().map(|(_, role)| [0, 3, 3, 5, 9, 0][*role]).sum();
        match (self.ply, value) {
            (0..8, _) => 0,
            (8..16, _) => 1,
            (16..28, _) => 2,
            (_, 37..) => 3,
            (_, 19..) => 4,
            _ => 5,
        }
    }

    fn score(&self, weights: &Weights, sights: &Sights, mv: &Candidate, count: usize) -> i32 {
        let flip = self.flip();
        let turned = |past: Past| Past { from: past.from ^ flip, to: past.to ^ flip, ..past };
        let unseen = |past: Past| if past.role == NOTHING { NONE } else { turned(past) };
        let (last, own) = (unseen(self.last), unseen(self.own));
        let (role, from, to, captured) = (mv.role, mv.from, mv.to, mv.captured);
        let captures = captured != NOTHING;
        let (guard, guard_from) = (sights.guard(to), sights.guard(from));
        let least = if role == 0 && !captures { 1 } else { 2 };
        let support = usize::from(sights.attackers(true, to).len() >= least);
        let check = if sights.discovers(from, to) { 2 } else { usize::from(sights.would_attack_king(mv.placed, to)) };
        let recapture = usize::from(last.captured != NOTHING && to == last.to && captures);
        let twice = usize::from(sights.attackers(false, to).len() >= 2);
        let defended = usize::from(!sights.attackers(true, from).is_empty());
        let mut sum = weights.weight(0, &[(self.phase(sights), 3), (role, 3), (from, 6), (to, 6)]);
        let exchange = [(role, 3), (captured, 3), (guard, 3), (support, 1), (check, 2), (recapture, 1), (twice, 1)];
        sum += weights.weight(1, &exchange);
        let escape = [(role, 3), (captured, 3), (guard_from, 3), (defended, 1), (guard, 3), (support, 1)];
        sum += weights.weight(2, &escape);
        if mv.placed != role {
            sum += weights.weight(3, &[(mv.placed, 3), (guard, 3), (captured, 3), (support, 1)]);
        }
        sum += weights.weight(4, &[(last.role, 3), (last.to, 6), (role, 3), (to, 6)]);
        let again = own.role != NOTHING && from == own.to;
        let back = again && to == own.from;
        let moved = last.role != NOTHING;
        let seen = |square| moved && sights.sees(last.to, square);
        let chases = moved && sights.could_attack(mv.placed, to, last.to);
        let relation = [moved && to == last.from, chases, seen(to), seen(from), back, again];
        let mut fields = vec![(last.role, 3), (role, 3)];
        fields.extend(relation.map(|bit| (usize::from(bit), 1)));
        fields.push((usize::from(captures), 1));
        sum += weights.weight(5, &fields);
        sum += weights.weight(6, &[(sights.king(false), 6), (role, 3), (to, 6)]);
        sum += weights.weight(7, &[(sights.king(true), 6), (role, 3), (to, 6)]);
        let (hanging, squares) = sights.hanging();
        let hangs = usize::from(squares.contains(&from));
        sum += weights.weight(8, &[(hanging, 3), (role, 3), (captured, 3), (hangs, 1), (usize::from(check > 0), 1)]);
        let bucket = [2, 4, 8, 16, 24, 32, 42].iter().filter(|least| count >= **least).count();
        let checkers = sights.checkers();
        let bits = [!checkers.is_empty(), captures, role == 0 && sights.is_passed(from), checkers.contains(&to)];
        let mut fields = vec![(bucket, 3), (role, 3)];
        fields.extend(bits.map(|bit| (usize::from(bit), 1)));
        fields.push((if guard == 0 { 0 } else { 2 - support }, 2));
        sum += weights.weight(9, &fields);
        let word = |past: Past| (past.role << 12 | past.from << 6 | past.to) as u64;
        let path = word(Past { role, from, to, captured });
        let shape = |square| (role as u64) << 36 | sights.around(square);
        let hashed = [
            (last.captured as u64) << 40 | word(last) << 20 | path,
            1 << 50 | word(own) << 20 | path,
            (captured as u64) << 40 | shape(to),
            (to as u64) << 40 | shape(from),
        ];
        for (group, value) in (10..).zip(hashed) {
            let hash = value.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 46;
            sum += weights.weight(group, &[(hash as usize, 18)]);
        }
        sum += weights.weight(14, &[(sights.shape(to) ^ role, 16)]);
        sum += weights.weight(15, &[(sights.shape(from) ^ to, 16)]);
        sum
    }
}

/// Kings first, castling after their other moves, pawns last and by how they move; then by origin and destination.
fn order(mv: &Candidate) -> (usize, usize, usize, usize) {
    let promotion = [0, 4, 3, 2, 1, 0, 0][mv.placed];
    match (mv.role, mv.mv.kind) {
        (_, MoveKind::Castle) => (if mv.to % 8 == 6 { 1 } else { 2 }, 0, 0, 0),
        (5, _) => (0, mv.from, mv.to, 0),
        (0, MoveKind::EnPassant) => (14, mv.from, 0, 0),
        (0, _) => (
            [10, 11, 12, 13][[8, 16, 7, 9].iter().position(|step| *step == mv.to - mv.from).expect("a step")],
            mv.to,
            promotion,
            0,
        ),
        (role, _) => (2 + role, mv.from, mv.to, 0),
    }
}

/// 2^14 * e^(-difference/48) as the format defines it.
fn exponential(difference: i32) -> u32 {
    let mut value = 1_u128 << 44;
    for _ in 0..difference.min(511) {
        value = (value * 4_206_414_439) >> 32;
    }
    ((value >> 30) as u32).max(1)
}
