//! FEN: six fields, the board first. `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1`.
//!
//! Castling rights are read as FEN, X-FEN and Shredder-FEN write them.

use super::{PositionError, PositionNotation};
use crate::error::Code;
use crate::notation::Spec;
use crate::rules::{self, Color, Parts, Piece, Position, Role, Rules, Square, attacks::Squares};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The notation, with X-FEN castling and the en passant square only where a capture is legal.
pub struct Fen;

static SPEC: Spec = Spec {
    id: "fen",
    title: "Forsyth-Edwards Notation",
    source: "PGN standard (1994), section 16.1; X-FEN for castling",
    example: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    version: "1994",
    pattern: r"^(?:[KQRBNPkqrbnp1-8]{1,8}/){7}[KQRBNPkqrbnp1-8]{1,8} [wb] (?:-|[A-HKQ]{1,2}[a-hkq]{0,2}|[a-hkq]{1,2}) (?:-|[a-h][36]) [0-9]{1,10} [0-9]{1,10}\Z",
    binary: false,
    losses: &[],
    limits: Some("the en passant square is written only where a capture is legal"),
};

/// Counters above this are refused.
const MOST_MOVES: u32 = 99_999;

impl PositionNotation for Fen {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn write(&self, position: &Position, out: &mut Vec<u8>) {
        out.extend_from_slice(write(position, Style::default()).as_bytes());
    }

    fn read(&self, text: &[u8]) -> Result<(Position, Vec<Code>), PositionError> {
        read(text, None)
    }
}

/// When the en passant square is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EnPassant {
    /// Where a capture is legal.
    #[default]
    Legal,
    /// After every double step.
    Always,
}

/// How castling rights are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Castling {
    /// `KQkq`, and a file's letter for a rook that is not the outermost.
    #[default]
    XFen,
    /// Always the files' letters.
    Shredder,
}

/// The choices in writing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// When the en passant square is written.
    pub en_passant: EnPassant,
    /// How castling rights are written.
    pub castling: Castling,
}

/// The FEN of a position.
pub fn write(position: &Position, style: Style) -> String {
    let mut out = String::with_capacity(80);
    write_board(position, &mut out);
    out.push_str(if position.turn() == Color::White { " w " } else { " b " });
    write_castling(position, style.castling, &mut out);
    let shown = position.passed().filter(|_| style.en_passant == EnPassant::Always || position.has_legal_en_passant());
    match shown {
        Some(square) => out.push_str(&format!(" {square}")),
        None => out.push_str(" -"),
    }
    out.push_str(&format!(" {} {}", position.halfmove(), position.fullmove()));
    out
}

fn write_board(position: &Position, out: &mut String) {
    for rank in (0..8).rev() {
        let mut empty = 0u8;
        for file in 0..8 {
            match position.piece_at(Square::at(file, rank)) {
                None => empty += 1,
                Some(piece) => {
                    push_count(&mut empty, out);
                    out.push(piece.letter() as char);
                }
            }
        }
        push_count(&mut empty, out);
        if rank > 0 {
            out.push('/');
        }
    }
}

fn push_count(empty: &mut u8, out: &mut String) {
    if *empty > 0 {
        out.push((b'0' + *empty) as char);
        *empty = 0;
    }
}

fn write_castling(position: &Position, castling: Castling, out: &mut String) {
    let before = out.len();
    for color in [Color::White, Color::Black] {
        let rooks = position.castling() & 0xff << (color.back_rank() * 8);
        let mut rooks: Vec<Square> = Squares(rooks).collect();
        rooks.reverse();
        for rook in rooks {
            let letter = castling_letter(position, color, rook, castling);
            out.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter } as char);
        }
    }
    if out.len() == before {
        out.push('-');
    }
}

fn castling_letter(position: &Position, color: Color, rook: Square, castling: Castling) -> u8 {
    let by_king_side = position.king(color).is_some_and(|king| rook > king);
    if castling == Castling::XFen && outermost(position, color, by_king_side) == Some(rook) {
        return if by_king_side { b'k' } else { b'q' };
    }
    b'a' + rook.file()
}

/// The rook farthest from the king on one side of it, on the back rank.
fn outermost(position: &Position, color: Color, by_king_side: bool) -> Option<Square> {
    let king = position.king(color)?;
    let rooks = position.of(color, Role::Rook) & 0xff << (color.back_rank() * 8);
    let beyond = Squares(rooks).filter(|rook| (*rook > king) == by_king_side);
    if by_king_side { beyond.last() } else { beyond.take(1).next() }
}

/// Reads a FEN of an ordinary game, for tests and constants: leniencies are not told.
pub fn parse(text: &str) -> Result<Position, PositionError> {
    read(text.as_bytes(), None).map(|(position, _)| position)
}

/// Reads a FEN. `rules`: those of the Variant tag; `None` where nothing says which, and then castling rights that only
/// Chess960 explains select it. The codes are the leniencies taken.
///
/// # Errors
/// What no game can be played from: see the `fen-` codes.
pub fn read(text: &[u8], rules: Option<&'static Rules>) -> Result<(Position, Vec<Code>), PositionError> {
    let (mut parts, fields) = read_parts(text)?;
    let mut notes = Vec::new();
    if fields.counters < 2 {
        notes.push(Code::FenCounters);
    }
    parts.rules = rules.unwrap_or(rules::standard());
    let bare = Position::assemble(&parts);
    check_board(&bare)?;
    read_castling(&fields, rules, &bare, &mut parts, &mut notes)?;
    if parts.passed.is_some_and(|square| !double_step_possible(&bare, square)) {
        parts.passed = None;
        notes.push(Code::FenEnPassant);
    }
    let position = Position::assemble(&parts);
    if position.king_attacked(position.turn().other()) {
        return Err(error(
            Code::FenOpponentInCheck,
            0,
            format!("{} to move could take the king", side(position.turn())),
        ));
    }
    Ok((position, notes))
}

/// Reads a FEN's board, turn, en passant square and counters without asking whether a game can be played from there:
/// what notations for any board need. Castling rights are kept where a rook of that side stands there.
///
/// # Errors
/// `fen-syntax` and `fen-counter` only.
pub fn read_any(text: &[u8], rules: &'static Rules) -> Result<Position, PositionError> {
    let (mut parts, fields) = read_parts(text)?;
    parts.rules = rules;
    let bare = Position::assemble(&parts);
    parts.castling =
        fields.castling.iter().filter_map(|&letter| right(&bare, letter)).fold(0, |set, rook| set | rook.bit());
    Ok(Position::assemble(&parts))
}

/// The fields that need the board to be understood.
struct Fields<'a> {
    castling: &'a [u8],
    castling_at: usize,
    counters: usize,
}

fn error(code: Code, at: usize, message: String) -> PositionError {
    PositionError { code, at, message }
}

fn side(color: Color) -> &'static str {
    if color == Color::White { "White" } else { "Black" }
}

/// The words of a text with the byte each starts at.
fn words(text: &[u8]) -> Vec<(usize, &[u8])> {
    let mut words = Vec::with_capacity(6);
    let mut at = 0;
    for word in text.split(u8::is_ascii_whitespace) {
        if !word.is_empty() && words.len() < 7 {
            words.push((at, word));
        }
        at += word.len() + 1;
    }
    words
}

fn read_parts(text: &[u8]) -> Result<(Parts, Fields<'_>), PositionError> {
    let words = words(text);
    if words.len() > 6 {
        return Err(error(Code::FenSyntax, words[6].0, "more than six fields".into()));
    }
    let field = |index: usize| words.get(index).copied();
    let (at, board) = field(0).ok_or_else(|| error(Code::FenSyntax, 0, "an empty FEN".into()))?;
    let pieces = read_board(board, at)?;
    let turn = match field(1) {
        Some((_, b"w" | b"W")) => Color::White,
        Some((_, b"b" | b"B")) => Color::Black,
        Some((at, word)) => {
            return Err(error(Code::FenSyntax, at, format!("`{}` is not a side to move, `w` or `b`", shown(word))));
        }
        None => return Err(error(Code::FenSyntax, text.len(), "the side to move is missing".into())),
    };
    let (castling_at, castling) = field(2).unwrap_or((text.len(), b"-"));
    let passed = field(3).map_or(Ok(None), |(at, word)| read_square(word, at))?;
    let halfmove = field(4).map_or(Ok(0), |(at, word)| read_counter(word, at))?;
    let fullmove = field(5).map_or(Ok(1), |(at, word)| read_counter(word, at))?.max(1);
    let parts = Parts { pieces, turn, castling: 0, passed, halfmove, fullmove, rules: rules::standard() };
    Ok((parts, Fields { castling, castling_at, counters: words.len().saturating_sub(4) }))
}

fn shown(word: &[u8]) -> String {
    String::from_utf8_lossy(word).chars().take(crate::error::TEXT_SHOWN).collect()
}

fn read_board(board: &[u8], start: usize) -> Result<[Option<Piece>; 64], PositionError> {
    let mut pieces = [None; 64];
    let (mut rank, mut file) = (7u8, 0u8);
    for (offset, &letter) in board.iter().enumerate() {
        let wrong = |why: &str| Err(error(Code::FenSyntax, start + offset, why.into()));
        match letter {
            b'/' if file == 8 && rank > 0 => (rank, file) = (rank - 1, 0),
            b'/' if file == 8 => return wrong("more than eight ranks"),
            b'/' => return wrong("a rank of fewer than eight squares"),
            b'1'..=b'8' if file + (letter - b'0') <= 8 => file += letter - b'0',
            _ => match Piece::from_letter(letter) {
                Some(piece) if file < 8 => {
                    pieces[Square::at(file, rank).index()] = Some(piece);
                    file += 1;
                }
                Some(_) => return wrong("a rank of more than eight squares"),
                None if letter.is_ascii_digit() => return wrong("a rank of more than eight squares"),
                None => return wrong("a letter that is no piece"),
            },
        }
    }
    if (rank, file) == (0, 8) {
        return Ok(pieces);
    }
    Err(error(Code::FenSyntax, start + board.len(), "fewer than eight ranks of eight squares".into()))
}

fn read_square(word: &[u8], at: usize) -> Result<Option<Square>, PositionError> {
    match word {
        b"-" => Ok(None),
        [file, rank] if Square::parse(*file, *rank).is_some() => Ok(Square::parse(*file, *rank)),
        _ => Err(error(Code::FenSyntax, at, format!("`{}` is not an en passant square", shown(word)))),
    }
}

fn read_counter(word: &[u8], at: usize) -> Result<u32, PositionError> {
    if word == b"-" {
        return Ok(0);
    }
    if word.is_empty() || !word.iter().all(u8::is_ascii_digit) {
        return Err(error(Code::FenSyntax, at, format!("`{}` is not a number", shown(word))));
    }
    let value = word.iter().try_fold(0u32, |value, digit| value.checked_mul(10)?.checked_add(u32::from(digit - b'0')));
    match value {
        Some(value) if value <= MOST_MOVES => Ok(value),
        _ => Err(error(Code::FenCounter, at, format!("the counter `{}` is above {MOST_MOVES}", shown(word)))),
    }
}

/// What a board must be for a game to start from it.
fn check_board(position: &Position) -> Result<(), PositionError> {
    for color in [Color::White, Color::Black] {
        let kings = position.of(color, Role::King).count_ones();
        if kings != 1 {
            return Err(error(Code::FenKings, 0, format!("{} has {kings} kings", side(color))));
        }
        let (pawns, all) = (position.of(color, Role::Pawn).count_ones(), position.color(color).count_ones());
        if pawns > 8 || all > 16 {
            return Err(error(Code::FenTooMany, 0, format!("{} has {all} pieces, {pawns} of them pawns", side(color))));
        }
    }
    if position.role(Role::Pawn) & 0xff00_0000_0000_00ff != 0 {
        return Err(error(Code::FenPawnRank, 0, "a pawn stands on the first or last rank".into()));
    }
    Ok(())
}

/// Decides the rights, and with them the rules where no tag did.
fn read_castling(
    fields: &Fields<'_>,
    rules: Option<&'static Rules>,
    board: &Position,
    parts: &mut Parts,
    notes: &mut Vec<Code>,
) -> Result<(), PositionError> {
    let (mut rights, mut dropped, mut free) = (0, false, false);
    for (offset, &letter) in fields.castling.iter().enumerate() {
        if letter == b'-' && fields.castling.len() == 1 {
            break;
        }
        if !matches!(letter.to_ascii_lowercase(), b'k' | b'q' | b'a'..=b'h') {
            let at = fields.castling_at + offset;
            return Err(error(Code::FenSyntax, at, format!("`{}` are not castling rights", shown(fields.castling))));
        }
        match right(board, letter) {
            None => dropped = true,
            Some(rook) => {
                let usual = is_usual(board, rook);
                if usual || rules.is_none_or(|rules| rules.free_castling) {
                    free |= !usual;
                    rights |= rook.bit();
                } else {
                    dropped = true;
                }
            }
        }
    }
    if free && rules.is_none() {
        parts.rules = rules::chess960();
        notes.push(Code::Chess960Assumed);
    }
    if dropped {
        notes.push(Code::FenCastling);
    }
    parts.castling = rights;
    Ok(())
}

/// The rook a letter of the castling field stands for.
fn right(board: &Position, letter: u8) -> Option<Square> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let king = board.king(color)?;
    if king.rank() != color.back_rank() {
        return None;
    }
    match letter.to_ascii_lowercase() {
        b'k' => outermost(board, color, true),
        b'q' => outermost(board, color, false),
        file @ b'a'..=b'h' => {
            let rook = Square::at(file - b'a', color.back_rank());
            (board.of(color, Role::Rook) & rook.bit() != 0).then_some(rook)
        }
        _ => None,
    }
}

/// Whether standard chess knows this right: king on the e-file, rook in the corner.
fn is_usual(board: &Position, rook: Square) -> bool {
    let color = if rook.rank() == 0 { Color::White } else { Color::Black };
    matches!(rook.file(), 0 | 7) && board.king(color).is_some_and(|king| king.file() == 4)
}

/// Whether the side that is not to move can just have passed over `square`: its pawn stands beyond, and the square and the
/// one the pawn came from are empty.
fn double_step_possible(board: &Position, square: Square) -> bool {
    let (rank, from, to) = if board.turn() == Color::White { (5, 6, 4) } else { (2, 1, 3) };
    let pawn = Square::at(square.file(), to).bit();
    let empty = square.bit() | Square::at(square.file(), from).bit();
    square.rank() == rank && board.of(board.turn().other(), Role::Pawn) & pawn != 0 && board.occupied() & empty == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_is_written_as_everybody_writes_it() {
        assert_eq!(write(&Position::start(), Style::default()), SPEC.example);
        assert_eq!(parse(SPEC.example), Ok(Position::start()));
    }

    #[test]
    fn shredder_letters_and_inner_rooks() {
        let fen = "nrkr1b1r/pppppppp/8/8/8/8/PPPPPPPP/NRKR1B1R w KDQkdq - 0 1";
        let (position, notes) = read(fen.as_bytes(), None).expect("is right");
        assert_eq!(notes, [Code::Chess960Assumed]);
        assert_eq!(write(&position, Style::default()), fen);
        let shredder = Style { castling: Castling::Shredder, ..Style::default() };
        assert!(write(&position, shredder).contains(" HDBhdb "));
    }
}
