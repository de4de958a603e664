//! Moves that are not written as the standard has it: a text becomes patterns, and the one legal move that fits is it.
//!
//! Reached only when the strict path of [`super::san`] fails, so it may list all legal moves.

use super::language::Letters;
use super::{Claim, MoveError, Named, Notes};
use crate::error::Code;
use crate::rules::{Kind, Move, Position, Role, Wing};
use crate::text::{self, Encoding};
use alloc::vec::Vec;

/// No move is written longer than this, `Qa6xb7(=Q) e.p. mate` and the like included.
const LONGEST: usize = 40;

/// Finds the one legal move that `word` names in any spelling known here.
pub(super) fn read(before: &Position, word: &[u8], letters: &Letters) -> Result<Named, MoveError> {
    let text = Text::new(word, letters).ok_or(MoveError::Syntax { at: 0, expected: "a move" })?;
    let (mut understood, mut ambiguous) = (false, false);
    for reading in Reading::ORDER {
        let Some(pattern) = Pattern::parse(&text.body, reading) else { continue };
        understood = true;
        let moves = pattern.matches(before);
        match moves.as_slice() {
            [] => {}
            [mv] => {
                let mut notes = text.notes;
                pattern.judge(before, *mv, &text.body, &mut notes);
                return Ok(Named { mv: *mv, notes, claim: text.claim });
            }
            _ => ambiguous = true,
        }
        if ambiguous {
            break;
        }
    }
    Err(match (understood, ambiguous) {
        (_, true) => MoveError::Ambiguous,
        (true, false) => MoveError::Illegal,
        (false, false) => MoveError::Syntax { at: 0, expected: "a move" },
    })
}

/// The legal moves nearest to a word that could not be played: those that fit where more than one does, else those of the
/// piece it names; and that piece.
pub(super) fn near(before: &Position, word: &[u8], letters: &Letters) -> (Option<Role>, Vec<Move>) {
    let Some(text) = Text::new(word, letters) else { return (None, before.legal_moves()) };
    let patterns: Vec<Pattern> = Reading::ORDER.iter().filter_map(|reading| Pattern::parse(&text.body, *reading)).collect();
    if let Some(moves) = patterns.iter().map(|pattern| pattern.matches(before)).find(|moves| moves.len() > 1) {
        return (None, moves);
    }
    let Some(pattern) = patterns.first() else { return (None, before.legal_moves()) };
    if pattern.shape != Shape::Piece {
        let wider = Pattern { role: Some(Role::King), ..Pattern::default() };
        return (Some(Role::King), wider.matches(before));
    }
    let role = pattern.role.or_else(|| pattern.stands_on(before));
    let wider = Pattern { role, ..Pattern::default() };
    let mut moves = wider.matches(before);
    if role == Some(Role::Pawn) {
        moves.retain(|mv| Some(mv.from.file()) == pattern.from_file.or(pattern.to_file) || Some(mv.to.file()) == pattern.to_file);
    }
    (role, moves)
}

/// A word in plain letters: figurines, foreign letters and signs replaced, marks cut off.
struct Text {
    body: Vec<u8>,
    notes: Notes,
    claim: Claim,
}

impl Text {
    fn new(word: &[u8], letters: &Letters) -> Option<Text> {
        if word.is_empty() || word.len() > LONGEST {
            return None;
        }
        let mut notes = Notes::default();
        let decoded = text::decode(word, Encoding::of(word));
        let mut body = plain_letters(&decoded, letters, &mut notes)?;
        let claim = cut_marks(&mut body, &mut notes);
        Some(Text { body, notes, claim })
    }
}

/// ASCII for everything that has a meaning; `None` where something has none.
fn plain_letters(word: &str, letters: &Letters, notes: &mut Notes) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(word.len());
    let mut rest = word;
    while let Some(c) = rest.chars().next() {
        let foreign = if letters.is_english() { None } else { letters.starts(rest) };
        if let Some((role, length)) = foreign {
            out.push(role.letter());
            notes.add(Code::ForeignLetter);
            rest = rest.get(length..)?;
            continue;
        }
        rest = rest.get(c.len_utf8()..)?;
        match c {
            '\u{2654}'..='\u{265f}' => {
                out.push(b"KQRBNP"[(c as usize - 0x2654) % 6]);
                notes.add(Code::Figurine);
            }
            '\u{fe0e}' | '\u{fe0f}' => {}
            '×' => out.push(b'x'),
            '–' | '—' | '‐' | '‑' => out.push(b'-'),
            '†' => out.extend_from_slice(b"+!"),
            '‡' => out.extend_from_slice(b"+!"),
            c if c.is_ascii_graphic() || c == ' ' => out.push(c as u8),
            _ => return None,
        }
    }
    Some(out)
}

/// Cuts check, mate and en passant marks off the end and says what they claim. One `+` or `#` is as the standard has it;
/// anything else is noted, and then not compared with the board a second time.
fn cut_marks(body: &mut Vec<u8>, notes: &mut Notes) -> Claim {
    const MARKS: [(&[u8], Option<Claim>); 10] = [
        (b"e.p.", None),
        (b"e.p", None),
        (b"ep", None),
        (b"+!", Some(Claim::Any)),
        (b"+", Some(Claim::Check)),
        (b"#", Some(Claim::Mate)),
        (b"mate", Some(Claim::Any)),
        (b"dblch", Some(Claim::Any)),
        (b"ch", Some(Claim::Any)),
        (b" ", Some(Claim::Quiet)),
    ];
    let mut claim = Claim::Quiet;
    while let Some((mark, says)) = MARKS.iter().find(|(mark, _)| body.len() > mark.len() && body.ends_with(mark)) {
        body.truncate(body.len() - mark.len());
        match says {
            None => notes.add(Code::EnPassantSuffix),
            Some(Claim::Quiet) => {}
            Some(says) if claim == Claim::Quiet => claim = *says,
            Some(_) => claim = Claim::Any,
        }
    }
    notes.add_if(claim == Claim::Any, Code::CheckSign);
    claim
}

/// Ways to take the letters of a word, tried in this order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// As they stand: small letters are files.
    Written,
    /// Small letters may be pieces: `nf3`, `rxq`, `bf2`.
    SmallPieces,
    /// Capital letters may be files: `E4`, `NF3`.
    CapitalFiles,
}

impl Reading {
    const ORDER: [Reading; 3] = [Reading::Written, Reading::SmallPieces, Reading::CapitalFiles];
}

/// What kind of move a pattern asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Shape {
    #[default]
    Piece,
    Castle(bool),
    Null,
}

/// What a text says of a move. What it does not say is `None`.
#[derive(Clone, Copy, Debug, Default)]
struct Pattern {
    shape: Shape,
    role: Option<Role>,
    from_file: Option<u8>,
    from_rank: Option<u8>,
    to_file: Option<u8>,
    to_rank: Option<u8>,
    captured: Option<Role>,
    promotion: Option<Role>,
    /// A capture sign stands in the text.
    takes: bool,
    /// Origin and target are both whole squares, or a hyphen stands between them.
    long: bool,
    /// A capture without the capturing pawn's file, `xd5`.
    bare_take: bool,
    letter: Letter,
}

/// How the moving piece is named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Letter {
    #[default]
    None,
    Capital,
    Small,
}

impl Pattern {
    fn parse(body: &[u8], reading: Reading) -> Option<Pattern> {
        if let Some(shape) = special(body) {
            return Some(Pattern { shape, ..Pattern::default() });
        }
        let mut pattern = Pattern::default();
        let folded = fold_files(body, reading)?;
        let (squares, promotion) = cut_promotion(&folded);
        pattern.promotion = promotion;
        let rest = pattern.take_letter(squares, reading);
        pattern.take_squares(rest, reading)?;
        Some(pattern)
    }

    /// Takes the letter of the moving piece off the front.
    fn take_letter<'t>(&mut self, text: &'t [u8], reading: Reading) -> &'t [u8] {
        let (Some(&first), Some(rest)) = (text.first(), text.get(1..)) else { return text };
        if let Some(role) = Role::from_letter(first) {
            (self.role, self.letter) = (Some(role), Letter::Capital);
            return rest;
        }
        if reading == Reading::SmallPieces
            && let Some(role) = Role::from_letter(first.to_ascii_uppercase())
        {
            (self.role, self.letter) = (Some(role), Letter::Small);
            return rest;
        }
        text
    }

    /// Reads origin, sign and target.
    fn take_squares(&mut self, text: &[u8], reading: Reading) -> Option<()> {
        let sign = text.iter().position(|byte| matches!(byte, b'x' | b'X' | b':' | b'-'));
        let (origin, target) = match sign {
            Some(at) => {
                self.takes = text[at] != b'-';
                self.long = text[at] == b'-';
                (&text[..at], &text[at + 1..])
            }
            None => self.split_unsigned(text),
        };
        (self.from_file, self.from_rank) = coordinates(origin)?;
        self.take_target(target, reading)?;
        let whole_origin = self.from_file.is_some() && self.from_rank.is_some();
        self.long |= whole_origin && self.role.is_none();
        self.bare_take = self.takes && origin.is_empty() && self.role.is_none();
        if self.role.is_none() && !whole_origin {
            self.role = Some(Role::Pawn);
        }
        Some(())
    }

    /// Without a sign the target is the last square, or the last file or letter where there is no whole square.
    fn split_unsigned<'t>(&self, text: &'t [u8]) -> (&'t [u8], &'t [u8]) {
        let target = match text {
            [.., b'a'..=b'h', b'1'..=b'8'] => 2,
            [_, _, ..] | [_] => 1,
            [] => 0,
        };
        text.split_at(text.len() - target)
    }

    /// A square, a file (`exd`), or a captured piece with or without where it stands (`RxN`, `RxNa`, `RxNa2`).
    fn take_target(&mut self, target: &[u8], reading: Reading) -> Option<()> {
        let capital = target.first().and_then(|&first| Role::from_letter(first));
        let small = target.first().and_then(|&first| Role::from_letter(first.to_ascii_uppercase()));
        let named = match reading {
            // `b` alone is a file before it is a bishop.
            Reading::SmallPieces if target != b"b" || self.role.is_some() => small.filter(|_| !is_place(target)),
            _ => capital,
        };
        if let Some(role) = named {
            self.captured = Some(role);
            (self.to_file, self.to_rank) = coordinates(target.get(1..)?)?;
            return Some(());
        }
        (self.to_file, self.to_rank) = coordinates(target)?;
        self.to_file.map(|_| ())
    }

    /// The legal moves that fit. Castling fits as the king's move only where no plain move does.
    fn matches(&self, before: &Position) -> Vec<Move> {
        match self.shape {
            Shape::Null => {
                let null = before.null_move();
                return if before.is_legal(null) { Vec::from([null]) } else { Vec::new() };
            }
            Shape::Castle(king_side) => {
                let wing = if king_side { Wing::King } else { Wing::Queen };
                return before.castle(wing).into_iter().collect();
            }
            Shape::Piece => {}
        }
        let mut plain = Vec::new();
        let mut castling = Vec::new();
        before.each_legal(|mv| {
            if self.fits(before, mv) {
                if mv.kind == Kind::Castle { castling.push(mv) } else { plain.push(mv) }
            }
            true
        });
        if plain.is_empty() { castling } else { plain }
    }

    fn fits(&self, before: &Position, mv: Move) -> bool {
        let role = before.piece_at(mv.from).map(|piece| piece.role);
        let is = |wanted: Option<u8>, found: u8| wanted.is_none_or(|wanted| wanted == found);
        if self.role.is_some() && self.role != role || !is(self.from_file, mv.from.file()) || !is(self.from_rank, mv.from.rank()) {
            return false;
        }
        if mv.kind == Kind::Castle {
            let named = |square: crate::rules::Square| is(self.to_file, square.file()) && is(self.to_rank, square.rank());
            // Onto the own rook only where the text tells the whole square it starts from.
            let on_rook = self.from_file.is_some() && self.from_rank.is_some() && named(mv.to);
            return self.captured.is_none() && self.promotion.is_none() && self.to_rank.is_some() && (named(mv.destination()) || on_rook);
        }
        is(self.to_file, mv.to.file())
            && is(self.to_rank, mv.to.rank())
            && (self.promotion.is_none() || self.promotion == mv.promotion)
            && (self.captured.is_none() || self.captured == captured(before, mv))
            && (!self.needs_capture() || captured(before, mv).is_some())
    }

    /// `exd` and `xd5` name a pawn's capture; `ed5` does by its two files.
    fn needs_capture(&self) -> bool {
        self.bare_take || self.takes && self.to_rank.is_none()
    }

    /// The role on the origin square, where the text tells the whole of it.
    fn stands_on(&self, before: &Position) -> Option<Role> {
        let square = crate::rules::Square::at(self.from_file?, self.from_rank?);
        before.piece_at(square).map(|piece| piece.role)
    }

    /// Notes how the text differs from the standard's.
    fn judge(&self, before: &Position, mv: Move, body: &[u8], notes: &mut Notes) {
        match (self.shape, mv.kind) {
            (Shape::Null, _) => return notes.add(Code::Null),
            (_, Kind::Castle) => return notes.add(Code::CastlingSpelling),
            _ => {}
        }
        let role = before.piece_at(mv.from).map(|piece| piece.role);
        let takes = captured(before, mv).is_some();
        notes.add_if(self.letter == Letter::Small, Code::LowerCase);
        notes.add_if(role == Some(Role::Pawn) && self.letter != Letter::None, Code::PawnLetter);
        notes.add_if(self.long, Code::LongForm);
        notes.add_if(self.captured.is_some() || self.to_rank.is_none(), Code::CapturedPiece);
        notes.add_if(self.bare_take, Code::Underspecified);
        notes.add_if(self.takes != takes || body.contains(&b':') || body.contains(&b'X'), Code::CaptureSign);
        notes.add_if(mv.promotion.is_some() && !promotion_is_plain(body), Code::PromotionSpelling);
        let told = usize::from(self.from_file.is_some()) + usize::from(self.from_rank.is_some());
        let mut canonical = Vec::new();
        super::san::write_body(before, mv, &mut canonical);
        let written = body.iter().any(|byte| byte.is_ascii_uppercase() && (b'A'..=b'H').contains(byte) && Role::from_letter(*byte).is_none());
        notes.add_if(written, Code::LowerCase);
        notes.add_if(!self.long && told > canonical_origin(&canonical), Code::Overspecified);
    }
}

/// How many characters of the origin the canonical text has.
fn canonical_origin(canonical: &[u8]) -> usize {
    let places = canonical.iter().filter(|byte| matches!(byte, b'a'..=b'h' | b'1'..=b'8')).count();
    places.saturating_sub(2)
}

/// What a move captures.
fn captured(before: &Position, mv: Move) -> Option<Role> {
    match mv.kind {
        Kind::EnPassant => Some(Role::Pawn),
        Kind::Plain => before.piece_at(mv.to).map(|piece| piece.role),
        Kind::Castle | Kind::Null => None,
    }
}

/// Whether a text is a file and perhaps a rank, so that its first letter is not a piece: `b4`.
fn is_place(target: &[u8]) -> bool {
    matches!(target, [b'a'..=b'h', b'1'..=b'8'])
}

/// A file, a rank, both or nothing.
fn coordinates(text: &[u8]) -> Option<(Option<u8>, Option<u8>)> {
    let file = |byte: u8| (b'a'..=b'h').contains(&byte).then(|| byte - b'a');
    let rank = |byte: u8| (b'1'..=b'8').contains(&byte).then(|| byte - b'1');
    match text {
        [] => Some((None, None)),
        [one] if file(*one).is_some() => Some((file(*one), None)),
        [one] => rank(*one).map(|rank| (None, Some(rank))),
        [one, two] => Some((Some(file(*one)?), Some(rank(*two)?))),
        _ => None,
    }
}

/// Castling and null moves, which name no squares.
fn special(body: &[u8]) -> Option<Shape> {
    if matches!(body, b"--" | b"Z0" | b"@@@@" | b"null" | b"pass" | b"0000") {
        return Some(Shape::Null);
    }
    let letters = body.iter().filter(|byte| **byte != b'-').count();
    let all = body.iter().all(|byte| matches!(byte, b'O' | b'o' | b'0' | b'-'));
    let starts = body.first().is_some_and(|first| *first != b'-') && body.last() != Some(&b'-');
    let hyphens = body.len() - letters;
    (all && starts && (2..=3).contains(&letters) && hyphens < letters).then_some(Shape::Castle(letters == 2))
}

/// The text with capital files made small, where that reading is asked for and changes anything.
fn fold_files(body: &[u8], reading: Reading) -> Option<Vec<u8>> {
    if reading != Reading::CapitalFiles {
        return Some(body.to_vec());
    }
    let is_file = |at: usize| {
        let next_is_rank = body.get(at + 1).is_some_and(|next| (b'1'..=b'8').contains(next));
        (b'A'..=b'H').contains(&body[at]) && (next_is_rank || at == 0 && Role::from_letter(body[at]).is_none())
    };
    let folded: Vec<u8> = (0..body.len()).map(|at| if is_file(at) { body[at].to_ascii_lowercase() } else { body[at] }).collect();
    (folded != body).then_some(folded)
}

/// Cuts `=Q`, `/Q`, `(Q)`, `(=Q)` or a bare `Q` after the last rank off the end.
fn cut_promotion(body: &[u8]) -> (&[u8], Option<Role>) {
    let inner = body.strip_suffix(b")").unwrap_or(body);
    let Some((&letter, rest)) = inner.split_last() else { return (body, None) };
    let role = Role::from_letter(letter.to_ascii_uppercase()).filter(|role| Role::PROMOTIONS.contains(role));
    let signs = |byte: &u8| matches!(byte, b'=' | b'/' | b'(');
    let end = rest.iter().rposition(|byte| !signs(byte)).map_or(0, |at| at + 1);
    let (squares, signed) = (&rest[..end], end < rest.len());
    let after_rank = matches!(squares, [.., b'1' | b'8']);
    match role {
        Some(role) if after_rank && (signed || letter != b'b' || squares.len() >= 2) => (squares, Some(role)),
        _ => (body, None),
    }
}

fn promotion_is_plain(body: &[u8]) -> bool {
    matches!(body, [.., b'1' | b'8', b'=', b'Q' | b'R' | b'B' | b'N'])
}
