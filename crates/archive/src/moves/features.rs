//! The features of a move: in each group, the number of the weight that counts for it.

use super::board::{BISHOP, Board, FILE_A, FILE_H, KING, KNIGHT, NOTHING, PAWN, QUEEN, ROOK, first};
use super::candidate::Candidate;
use super::generate::{Candidates, pinned};
use super::groups::{
    AFTER_OURS, AFTER_THEIRS, ARRIVAL, ARRIVAL_SHAPE, CHOICE, DEPARTURE, DEPARTURE_SHAPE, ESCAPE, EXCHANGE, FeatureSet,
    HANGING, OUR_KING, PLACEMENT, PROMOTION, RELATION, REPLY, THEIR_KING,
};
use super::history::History;
use super::sight::Sight;
use super::square_shapes;
use scoresheet_core::rules::{Square, attacks};

/// Takes the features of a move one at a time, as indexes into the array of all weights.
pub(super) trait Taker {
    fn take(&mut self, index: usize);
}

/// Multiplies by 2^64 divided by the golden ratio, and keeps the highest 18 bits.
#[inline(always)]
fn hash(value: u64) -> usize {
    (value.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 46) as usize
}

/// The bits of a byte, each as the lowest bit of a byte of its own.
pub(super) static SPREAD: [u64; 256] = {
    let (mut table, mut byte) = ([0; 256], 0);
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= (byte as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The bits of a byte, each as the lowest bit of four.
static SPREAD_NARROW: [u32; 256] = {
    let (mut table, mut byte) = ([0; 256], 0);
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= (byte as u32 >> bit & 1) << (4 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// For each square the squares ahead on its own and the neighbouring files.
static AHEAD: [u64; 64] = {
    let (mut table, mut square) = ([0; 64], 0);
    while square < 64 {
        let file = FILE_A << (square % 8);
        let files = file | (file & !FILE_A) >> 1 | (file & !FILE_H) << 1;
        let rank = square / 8;
        table[square] = if rank == 7 { 0 } else { files & (u64::MAX << (8 * (rank + 1))) };
        square += 1;
    }
    table
};

/// The bits of [`View::facts`] for a square.
const ALL_OURS: u32 = 3;
const TWICE_OURS: u32 = 4;
const TWICE_THEIRS: u32 = 5;
const HANGS: u32 = 6;

/// The bits of [`View::marks`] for a square, some in the places that they have in an index.
const AGAIN: u8 = 1;
const RECAPTURES: u8 = 1 << 1;
const SEEN_FROM: u8 = 1 << 2;
const SEEN_TO: u8 = 1 << 3;
const FOLLOWS: u8 = 1 << 5;
const BACK: u8 = 1 << 6;
const TAKES_CHECKER: u8 = 1 << 7;

/// [`FeatureSet`] as a parameter of functions, which cannot be of its type.
pub(super) const PLAIN: u8 = FeatureSet::Plain as u8;
pub(super) const RICH: u8 = FeatureSet::Rich as u8;
pub(super) const SHAPES: u8 = FeatureSet::Shapes as u8;

/// What the features of all moves of one position share.
pub(super) struct View<'a> {
    history: &'a History,
    phase: usize,
    /// By square, as bits: the guard (3 bits), then the bits of the constants above.
    facts: [u8; 64],
    /// By square, what the last moves and checks mean for a move from there or to it, as bits.
    marks: [u8; 64],
    in_check: usize,
    /// Pieces of ours that would open a line to their king.
    discoverers: u64,
    /// By role, the squares from which it attacks their king.
    checking: [u64; 8],
    /// By role, the squares from which it attacks the piece that moved last.
    chasing: [u64; 8],
    /// The role of our most valuable piece that hangs, or none.
    hanging: usize,
    our_king: usize,
    their_king: usize,
    their_pawns: u64,
    /// The bucket of the number of moves.
    choice: usize,
    /// The squares as four bits each, with a border of 13 round them. Only [`FeatureSet::Rich`] needs it.
    rows: [u64; 10],
    /// By square, the shape round it. Only [`FeatureSet::Shapes`] needs it.
    shapes: [u16; 64],
}

impl<'a> View<'a> {
    #[inline(always)]
    pub(super) fn new<const SET: u8>(
        (board, theirs): (&Board, &Sight),
        history: &'a History,
        candidates: &Candidates,
    ) -> View<'a> {
        let ours = Sight::ours(board);
        let king = board.their_king();
        let occupied = board.occupied();
        let (hanging, hanging_at) = hanging(board, &ours, theirs);
        let (seen, chasing) = last_piece(board, history);
        let bits = guards(theirs);
        let sets = [bits[0], bits[1], bits[2], ours.all, ours.twice, theirs.twice, hanging_at];
        View {
            history,
            phase: phase(board, history.ply),
            facts: facts(sets),
            marks: marks(history, seen, candidates.checkers),
            in_check: usize::from(candidates.checkers != 0),
            discoverers: pinned(board, king, board.ours, board.ours),
            checking: from_where(king, occupied, false),
            chasing,
            hanging,
            our_king: board.our_king().index(),
            their_king: king.index(),
            their_pawns: board.roles[PAWN] & board.theirs,
            choice: choice(candidates.count),
            rows: if SET == RICH { rows(board) } else { [0; 10] },
            shapes: if SET == SHAPES { square_shapes::of(board) } else { [0; 64] },
        }
    }

    /// Hands out the features of one move.
    #[inline(always)]
    pub(super) fn features<const SET: u8>(&self, mv: Candidate, taker: &mut impl Taker) {
        let (from_square, to_square) = (mv.from(), mv.to());
        let (from, to, role, captured) = (from_square.index(), to_square.index(), mv.role(), mv.captured());
        let captures = usize::from(mv.captures());
        let (at_from, at_to) = (usize::from(self.facts[from]), usize::from(self.facts[to]));
        let fact = |facts: usize, bit: u32| facts >> bit & 1;
        let (guard_from, guard) = (at_from & 7, at_to & 7);
        let is_step = role == PAWN && captures == 0;
        let support = fact(at_to, if is_step { ALL_OURS } else { TWICE_OURS });
        let placed = mv.placed();
        let direct = (self.checking[placed] >> to & 1) as usize;
        let discovers = self.discoverers >> from & 1 == 1 && self.discovers(from_square, to_square);
        let check = if discovers { 2 } else { direct };
        let (marks_from, marks) = (usize::from(self.marks[from]), usize::from(self.marks[to]));
        let mark = |mark: u8| usize::from(mark);
        let last = &self.history.last;
        let (target, roles) = (mv.target(), mv.roles());
        taker.take(PLACEMENT.at(((self.phase << 3 | role) << 6 | from) << 6 | to));
        let exchange = (roles << 3 | guard) << 1 | support;
        taker.take(EXCHANGE.at((exchange << 2 | check) << 2 | marks & mark(RECAPTURES) | fact(at_to, TWICE_THEIRS)));
        let escape = (roles << 3 | guard_from) << 1 | fact(at_from, ALL_OURS);
        taker.take(ESCAPE.at((escape << 3 | guard) << 1 | support));
        if mv.promotes() {
            taker.take(PROMOTION.at(((placed << 3 | guard) << 3 | captured) << 1 | support));
        }
        taker.take(REPLY.at((last.role << 6 | last.to) << 9 | target));
        let chases = (self.chasing[placed] >> to & 1) as usize;
        let back = (marks & mark(BACK)) >> 5 & marks_from << 1;
        let seen = marks_from & mark(AGAIN | SEEN_FROM) | marks & mark(SEEN_TO | FOLLOWS);
        let relation = seen | back | chases << 4;
        taker.take(RELATION.at((last.role << 3 | role) << 7 | relation << 1 | captures));
        if SET != SHAPES {
            taker.take(THEIR_KING.at(self.their_king << 9 | target));
            taker.take(OUR_KING.at(self.our_king << 9 | target));
        }
        let hangs = self.hanging << 6 | roles;
        taker.take(HANGING.at(hangs << 2 | fact(at_from, HANGS) << 1 | usize::from(check > 0)));
        let passed = usize::from(role == PAWN && AHEAD[from] & self.their_pawns == 0);
        let parries = self.in_check << 3 | captures << 2 | passed << 1 | marks >> 7;
        let safety = if guard == 0 { 0 } else { 2 - support };
        taker.take(CHOICE.at((self.choice << 3 | role) << 6 | parries << 2 | safety));
        if SET == RICH {
            self.rich_features(mv, taker);
        }
        if SET == SHAPES {
            // Moves that differ only in the role, or only in the destination, find their weights in one line of the cache.
            taker.take(ARRIVAL_SHAPE.at(usize::from(self.shapes[to]) ^ role));
            taker.take(DEPARTURE_SHAPE.at(usize::from(self.shapes[from]) ^ to));
        }
    }

    #[inline(always)]
    fn rich_features(&self, mv: Candidate, taker: &mut impl Taker) {
        let (from, to, role) = (mv.from().index(), mv.to().index(), mv.role() as u64);
        let path = role << 12 | (from as u64) << 6 | to as u64;
        let (last, own) = (&self.history.last, &self.history.own);
        taker.take(AFTER_THEIRS.at(hash((last.captured as u64) << 40 | last.word() << 20 | path)));
        taker.take(AFTER_OURS.at(hash(1 << 50 | own.word() << 20 | path)));
        let captured = mv.captured() as u64;
        taker.take(ARRIVAL.at(hash(captured << 40 | role << 36 | self.around(to))));
        taker.take(DEPARTURE.at(hash((to as u64) << 40 | role << 36 | self.around(from))));
    }

    /// Whether the piece leaves the line between their king and a slider.
    #[inline(never)]
    fn discovers(&self, from: Square, to: Square) -> bool {
        attacks::line(Square::masked(self.their_king as u8), from) & to.bit() == 0
    }

    /// The eight squares round a square, four bits each: the rank below from left to right, left, right, the rank above.
    #[inline(always)]
    fn around(&self, square: usize) -> u64 {
        let (rank, shift) = (square >> 3 & 7, 4 * (square & 7));
        let row = |rank: usize| self.rows[rank] >> shift & 0xfff;
        let middle = row(rank + 1);
        row(rank) | (middle & 0xf) << 12 | middle >> 8 << 16 | row(rank + 2) << 20
    }
}

/// How far a game has come: 0 to 2 by plies, then 3 to 5 by the pieces that are left.
fn phase(board: &Board, ply: u32) -> usize {
    match ply {
        0..8 => 0,
        8..16 => 1,
        16..28 => 2,
        _ => {
            let minors = (board.roles[KNIGHT] | board.roles[BISHOP]).count_ones();
            let pieces = minors * 3 + board.roles[ROOK].count_ones() * 5 + board.roles[QUEEN].count_ones() * 9;
            if pieces > 36 { 3 } else { 5 - usize::from(pieces > 18) }
        }
    }
}

/// The least valuable piece that guards a square, as three sets that are the bits of a number: 0 for none, 1 for a pawn, 2 for
/// a knight or bishop, 3 for a rook, 4 for a queen, 5 for the king.
#[inline(always)]
fn guards(theirs: &Sight) -> [u64; 3] {
    let pawns = theirs.pawns;
    let minors = theirs.minors & !pawns;
    let rooks = theirs.rooks & !(pawns | theirs.minors);
    let queens = theirs.queens & !(pawns | theirs.minors | theirs.rooks);
    let king = theirs.all & !(pawns | theirs.minors | theirs.rooks | theirs.queens);
    [pawns | rooks | king, minors | rooks, queens | king]
}

/// One byte a square, whose bits are these sets.
#[inline(always)]
fn facts(sets: [u64; 7]) -> [u8; 64] {
    let mut facts = [0; 64];
    let (rows, _) = facts.as_chunks_mut::<8>();
    for (rank, row) in rows.iter_mut().enumerate() {
        let mut word = 0;
        for (bit, set) in sets.iter().enumerate() {
            word |= SPREAD[usize::from((set >> (8 * rank)) as u8)] << bit;
        }
        *row = word.to_le_bytes();
    }
    facts
}

/// One byte a square, for what the last moves and checks mean there.
#[inline(always)]
fn marks(history: &History, seen: u64, checkers: u64) -> [u8; 64] {
    let mut marks = [0; 64];
    let (rows, _) = marks.as_chunks_mut::<8>();
    for (rank, row) in rows.iter_mut().enumerate() {
        *row = (SPREAD[usize::from((seen >> (8 * rank)) as u8)] * u64::from(SEEN_FROM | SEEN_TO)).to_le_bytes();
    }
    let (last, own) = (&history.last, &history.own);
    let mut add = |is_there: bool, square: usize, mark: u8| marks[square & 63] |= if is_there { mark } else { 0 };
    // What captured is on its destination, so a move to there captures.
    add(last.captured < NOTHING, last.to, RECAPTURES);
    add(last.role < NOTHING, last.from, FOLLOWS);
    add(own.role < NOTHING, own.to, AGAIN);
    add(own.role < NOTHING, own.from, BACK);
    let mut checkers = checkers;
    while checkers != 0 {
        add(true, first(checkers).index(), TAKES_CHECKER);
        checkers &= checkers - 1;
    }
    marks
}

/// Our most valuable piece that is attacked by a lesser one, or attacked and not defended, and the squares of such pieces of
/// its role. A queen, rook, bishop, knight or pawn, in this order.
#[inline(always)]
fn hanging(board: &Board, ours: &Sight, theirs: &Sight) -> (usize, u64) {
    let loose = theirs.all & !ours.all;
    let minor = theirs.pawns | theirs.minors;
    let lesser = [0, theirs.pawns, theirs.pawns, minor, minor | theirs.rooks];
    for role in [QUEEN, ROOK, BISHOP, KNIGHT, PAWN] {
        let hanging = board.roles[role] & board.ours & (lesser[role] | loose);
        if hanging != 0 {
            return (role, hanging);
        }
    }
    (NOTHING, 0)
}

/// By role, the squares from which a piece attacks this one. Kings are left out unless `kings` is set.
#[inline(always)]
fn from_where(square: Square, occupied: u64, kings: bool) -> [u64; 8] {
    let (slanted, straight) = (attacks::bishop(square, occupied), attacks::rook(square, occupied));
    let bit = square.bit();
    let mut sets = [0; 8];
    sets[PAWN] = (bit & !FILE_A) >> 9 | (bit & !FILE_H) >> 7;
    sets[KNIGHT] = attacks::knight(square);
    sets[BISHOP] = slanted;
    sets[ROOK] = straight;
    sets[QUEEN] = slanted | straight;
    sets[KING] = if kings { attacks::king(square) } else { 0 };
    sets
}

/// The squares that the piece which moved last attacks, and from where it can be attacked, by role.
#[inline(always)]
fn last_piece(board: &Board, history: &History) -> (u64, [u64; 8]) {
    if history.last.role >= NOTHING {
        return (0, [0; 8]);
    }
    let at = Square::masked(history.last.to as u8);
    let chasing = from_where(at, board.occupied(), true);
    let seen = match usize::from(board.on[at.index()]) {
        PAWN => chasing[PAWN],
        role => chasing[role & 7],
    };
    (seen, chasing)
}

/// The bucket of a number of legal moves.
fn choice(count: usize) -> usize {
    [2, 4, 8, 16, 24, 32, 42].into_iter().filter(|least| count >= *least).count()
}

/// The ranks of the board as four bits a square, with a border of 13 round it: 0 for an empty square, 1 to 6 for our pawn to
/// king, 7 to 12 for theirs.
#[inline(always)]
fn rows(board: &Board) -> [u64; 10] {
    let (roles, ours, theirs) = (&board.roles, board.ours, board.theirs);
    let bits = [
        ours & (roles[PAWN] | roles[BISHOP] | roles[QUEEN]) | theirs & (roles[PAWN] | roles[BISHOP] | roles[QUEEN]),
        ours & (roles[KNIGHT] | roles[BISHOP] | roles[KING]) | theirs & (roles[PAWN] | roles[ROOK] | roles[QUEEN]),
        ours & (roles[ROOK] | roles[QUEEN] | roles[KING]) | theirs & (roles[PAWN] | roles[KING]),
        theirs & !roles[PAWN],
    ];
    let mut rows = [0xDD_DDDD_DDDD; 10];
    for (rank, row) in rows[1..9].iter_mut().enumerate() {
        let narrow = |set: u64| SPREAD_NARROW[usize::from((set >> (8 * rank)) as u8)];
        let word = narrow(bits[0]) | narrow(bits[1]) << 1 | narrow(bits[2]) << 2 | narrow(bits[3]) << 3;
        *row = 0xD0_0000_000D | u64::from(word) << 4;
    }
    rows
}
