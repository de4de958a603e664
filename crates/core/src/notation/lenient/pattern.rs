//! The meaning of the letters of a word, independent of the board.

use crate::error::Code;
use crate::notation::SpellingNotes;
use crate::notation::lenient::SpellingForm;
use crate::notation::lenient::word::OTHER_DASH;
use crate::notation::origin::{Origin, origin_needed};
use crate::rules::attacks::Squares;
use crate::rules::{Move, MoveKind, Position, Role, Square, Wing};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// Ways to take the letters of a word, tried in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum LetterReading {
    /// Unchanged: capitals are pieces, small letters are files.
    #[default]
    Written,
    /// Small letters may be pieces: `nf3`, `rxq`, `bf2`.
    SmallPieces,
    /// Capital letters may be files: `E4`, `NF3`.
    CapitalFiles,
}

impl LetterReading {
    pub(super) const ORDER: [LetterReading; 3] =
        [LetterReading::Written, LetterReading::SmallPieces, LetterReading::CapitalFiles];

    /// The piece that a letter names in this reading.
    fn role(self, letter: u8) -> Option<Role> {
        let letter = if self == LetterReading::SmallPieces { letter.to_ascii_uppercase() } else { letter };
        Role::from_letter(letter)
    }
}

/// The kind of move that a pattern describes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum MoveShape {
    #[default]
    Piece,
    /// `plain`: written with capital letters O and hyphens.
    Castle {
        wing: Wing,
        plain: bool,
    },
    /// A piece from the hand. `plain`: written with its letter and `@`.
    Drop {
        plain: bool,
    },
    Null,
}

/// A square, as far as it is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PartialSquare {
    pub(super) file: Option<u8>,
    rank: Option<u8>,
}

impl PartialSquare {
    /// A file, a rank, both or nothing.
    fn parse(text: &[u8]) -> Option<PartialSquare> {
        let file = |byte: &u8| (b'a'..=b'h').contains(byte).then(|| byte - b'a');
        let rank = |byte: &u8| (b'1'..=b'8').contains(byte).then(|| byte - b'1');
        match text {
            [] => Some(PartialSquare::default()),
            [one] if file(one).is_some() => Some(PartialSquare { file: file(one), rank: None }),
            [one] => Some(PartialSquare { file: None, rank: Some(rank(one)?) }),
            [one, two] => Some(PartialSquare { file: Some(file(one)?), rank: Some(rank(two)?) }),
            _ => None,
        }
    }

    pub(super) fn is_whole(self) -> bool {
        self.file.is_some() && self.rank.is_some()
    }
}

/// The text between origin and target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Sign {
    #[default]
    None,
    Hyphen,
    /// `x`.
    Takes,
    /// `:` or `X`.
    OtherTakes,
}

/// The statements of a text about a move. Missing ones are `None`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MovePattern {
    pub(super) shape: MoveShape,
    /// What moves: `None` if only its square is given.
    pub(super) role: Option<Role>,
    /// The letter for what moves is there, and how.
    letter: Option<u8>,
    pub(super) from: PartialSquare,
    sign: Sign,
    pub(super) to: PartialSquare,
    captured: Option<Role>,
    promotion: Option<Role>,
    /// A promotion is there as `=Q`.
    plain_promotion: bool,
    reading: LetterReading,
}

impl MovePattern {
    /// `None` if this reading finds no move in the word, or the same as [`LetterReading::Written`].
    pub(super) fn parse(body: &[u8], reading: LetterReading) -> Option<MovePattern> {
        if let Some(shape) = special(body) {
            return (reading == LetterReading::Written).then(|| MovePattern { shape, ..MovePattern::default() });
        }
        let body = if reading == LetterReading::CapitalFiles { small_files(body)? } else { Cow::Borrowed(body) };
        let mut pattern = MovePattern { reading, ..MovePattern::default() };
        if let Some(sign) = body.iter().position(|byte| matches!(byte, b'@' | b'*')) {
            return pattern.take_drop(&body, sign).map(|()| pattern);
        }
        let rest = pattern.cut_promotion(&body);
        let rest = pattern.take_letter(rest);
        pattern.take_squares(rest)?;
        pattern.is_spelling().then_some(pattern)
    }

    /// Whether a pawn becomes a king, which few rules allow.
    pub(super) fn makes_king(&self) -> bool {
        self.promotion == Some(Role::King)
    }

    /// Reads `N@f3` and `N*f3`, and `@e4` for a pawn.
    fn take_drop(&mut self, body: &[u8], sign: usize) -> Option<()> {
        let (letter, target) = (&body[..sign], &body[sign + 1..]);
        let [file, rank] = *target else { return None };
        Square::parse(file, rank)?;
        self.to = PartialSquare::parse(target)?;
        (self.letter, self.role) = match (letter, body[sign]) {
            ([], b'@') => (None, Some(Role::Pawn)),
            ([letter], _) => (Some(*letter), Some(self.reading.role(*letter)?)),
            _ => return None,
        };
        self.shape = MoveShape::Drop { plain: !letter.is_empty() && body[sign] == b'@' };
        Some(())
    }

    /// Whether origin and target are given in full, or need not be.
    pub(super) fn is_long(&self) -> bool {
        self.shape != MoveShape::Piece || self.from.is_whole() && self.to.is_whole()
    }

    /// Only squares: `e2e4`, `a7a8q`.
    pub(super) fn is_coordinates(&self) -> bool {
        self.letter.is_none() && self.sign == Sign::None && self.from.is_whole()
    }

    pub(super) fn takes(&self) -> bool {
        matches!(self.sign, Sign::Takes | Sign::OtherTakes)
    }

    /// A capture without the capturing pawn's file, `xd5`.
    pub(super) fn is_bare_take(&self) -> bool {
        self.takes() && self.from == PartialSquare::default() && self.letter.is_none()
    }

    /// Cuts `=Q`, `/Q`, `(Q)`, `(=Q)`, `=(Q)` or a bare `Q` after the last rank off the end.
    fn cut_promotion<'t>(&mut self, body: &'t [u8]) -> &'t [u8] {
        let inner = body.strip_suffix(b")").unwrap_or(body);
        let Some((letter, rest)) = inner.split_last() else { return body };
        let role = Role::from_letter(letter.to_ascii_uppercase()).filter(|role| *role != Role::Pawn);
        let is_sign = |byte: &u8| matches!(byte, b'=' | b'/' | b'(');
        let squares = &rest[..rest.iter().rposition(|byte| !is_sign(byte)).map_or(0, |at| at + 1)];
        if role.is_none() || !matches!(squares, [.., b'a'..=b'h', b'1' | b'8']) {
            return body;
        }
        self.promotion = role;
        self.plain_promotion =
            body.len() == inner.len() && rest.strip_prefix(squares) == Some(b"=") && letter.is_ascii_uppercase();
        squares
    }

    /// Takes the letter of the moving piece off the front.
    fn take_letter<'t>(&mut self, text: &'t [u8]) -> &'t [u8] {
        let Some((&letter, rest)) = text.split_first() else { return text };
        let Some(role) = self.reading.role(letter) else { return text };
        (self.role, self.letter) = (Some(role), Some(letter));
        rest
    }

    /// Reads origin, sign and target.
    fn take_squares(&mut self, text: &[u8]) -> Option<()> {
        let sign = text.iter().enumerate().find_map(|(at, byte)| match byte {
            b'x' => Some((at, Sign::Takes)),
            b'X' | b':' => Some((at, Sign::OtherTakes)),
            b'-' | &OTHER_DASH => Some((at, Sign::Hyphen)),
            _ => None,
        });
        let (origin, target) = match sign {
            Some((at, sign)) => {
                self.sign = sign;
                (&text[..at], &text[at + 1..])
            }
            None => split_unsigned(text),
        };
        self.from = PartialSquare::parse(origin)?;
        self.take_target(target)?;
        if self.letter.is_none() && !self.from.is_whole() {
            self.role = Some(Role::Pawn);
        }
        Some(())
    }

    /// A square, a file (`exd`), or a captured piece with or without where it is (`RxN`, `RxNa`, `RxNa2`).
    fn take_target(&mut self, target: &[u8]) -> Option<()> {
        let is_square = matches!(target, [b'a'..=b'h', b'1'..=b'8']);
        // After a pawn's file `b` is a file before it is a bishop.
        let is_file = target == b"b" && self.letter.is_none();
        let named = target.first().and_then(|&letter| self.reading.role(letter)).filter(|_| !is_square && !is_file);
        self.captured = named;
        self.to = PartialSquare::parse(if named.is_some() { target.get(1..)? } else { target })?;
        Some(())
    }

    /// Whether this is a spelling in use: it must give enough to identify a move.
    fn is_spelling(&self) -> bool {
        let lettered = self.letter.is_some();
        if self.captured.is_some() {
            // After a hyphen a piece's letter is not a capture: `P-K4` is descriptive notation.
            return (lettered || self.from.file.is_some()) && self.sign != Sign::Hyphen;
        }
        if self.to.is_whole() {
            return lettered || self.from.rank.is_none() || self.from.is_whole();
        }
        // `Rxg`, `exd`, `ed`: not `be`, which no pawn can do and every English text does.
        match (self.to.file, self.from) {
            (Some(_), _) if lettered => self.takes(),
            (Some(to), PartialSquare { file: Some(from), rank: None }) => to.abs_diff(from) == 1,
            _ => false,
        }
    }
}

/// Without a sign the target is the last square, or the last file or letter if there is no whole square.
fn split_unsigned(text: &[u8]) -> (&[u8], &[u8]) {
    let target = match text {
        [.., b'a'..=b'h', b'1'..=b'8'] => 2,
        _ => text.len().min(1),
    };
    text.split_at(text.len() - target)
}

/// Castling and null moves, which name no squares.
fn special(body: &[u8]) -> Option<MoveShape> {
    let is_dash = |byte: &u8| matches!(byte, b'-' | &OTHER_DASH);
    let is_line = matches!(body.len(), 2 | 3) && body.iter().all(is_dash);
    if is_line || matches!(body, b"Z0" | b"@@@@" | b"null" | b"pass" | b"0000") {
        return Some(MoveShape::Null);
    }
    let is_letter = |byte: &u8| matches!(byte, b'O' | b'o' | b'0');
    let parts: Vec<&[u8]> = body.split(is_dash).collect();
    let letters = parts.concat();
    let whole = parts.iter().all(|part| !part.is_empty()) && letters.iter().all(is_letter);
    match letters.len() {
        2 if whole => Some(MoveShape::Castle { wing: Wing::King, plain: body == b"O-O" }),
        3 if whole => Some(MoveShape::Castle { wing: Wing::Queen, plain: body == b"O-O-O" }),
        _ => None,
    }
}

/// The text with capital files made small; `None` if that changes nothing.
fn small_files(body: &[u8]) -> Option<Cow<'_, [u8]>> {
    let is_file = |at: usize| {
        let before_rank = body.get(at + 1).is_some_and(|next| (b'1'..=b'8').contains(next));
        (b'A'..=b'H').contains(&body[at]) && (before_rank || at == 0 && Role::from_letter(body[at]).is_none())
    };
    let folded: Vec<u8> =
        (0..body.len()).map(|at| if is_file(at) { body[at].to_ascii_lowercase() } else { body[at] }).collect();
    (folded != body).then_some(Cow::Owned(folded))
}

impl PartialSquare {
    fn allows(self, square: Square) -> bool {
        self.file.is_none_or(|file| file == square.file()) && self.rank.is_none_or(|rank| rank == square.rank())
    }
}

impl MovePattern {
    /// The legal moves that fit, as if no rule had ended the game. A king's move is castling only if no plain move fits.
    pub(super) fn matches(&self, before: &Position) -> Vec<Move> {
        match self.shape {
            MoveShape::Null => Some(before.null_move()).filter(|null| before.is_legal(*null)).into_iter().collect(),
            MoveShape::Castle { wing, .. } => before.castle(wing).into_iter().collect(),
            MoveShape::Drop { .. } => self.dropped().filter(|mv| before.is_legal(*mv)).into_iter().collect(),
            MoveShape::Piece => {
                let fitting = self.candidates(before).into_iter().filter(|mv| self.fits(before, *mv));
                let (castling, plain): (Vec<Move>, Vec<Move>) = fitting.partition(|mv| mv.kind == MoveKind::Castle);
                if plain.is_empty() { castling } else { plain }
            }
        }
    }

    /// The drop that is described.
    fn dropped(&self) -> Option<Move> {
        Some(Move::drop(self.role?, Square::at(self.to.file?, self.to.rank?)))
    }

    /// The legal moves among which the matching ones are. If the target is given, only moves to it are examined,
    /// because under rules that make examining a move slower than in chess, examining all would take too long.
    fn candidates(&self, before: &Position) -> Vec<Move> {
        let (Some(file), Some(rank)) = (self.to.file, self.to.rank) else { return before.moves() };
        let (us, to) = (before.turn(), Square::at(file, rank));
        let own = self.role.map_or(before.color(us), |role| before.of(us, role));
        let movers = || Squares(own).filter(|from| self.from.allows(*from));
        let is_last = rank == us.other().back_rank();
        let mut found = Vec::new();
        for from in movers() {
            let becomes = |promotion| Move { promotion, ..Move::plain(from, to) };
            if is_last && before.role(Role::Pawn) & from.bit() != 0 {
                let kings = before.rules().has_common_kings().then_some(Role::King);
                found.extend(Role::PROMOTIONS.into_iter().chain(kings).map(|role| becomes(Some(role))));
            } else {
                found.push(becomes(None));
            }
        }
        found.retain(|mv| before.is_legal(*mv));
        found.extend(movers().filter_map(|from| before.en_passant(from, to)));
        found.extend([Wing::King, Wing::Queen].into_iter().filter_map(|wing| before.castle(wing)));
        found
    }

    fn fits(&self, before: &Position, mv: Move) -> bool {
        let fits_mover = !mv.is_drop()
            && self.from.allows(mv.from)
            && (self.role.is_none() || self.role == role_on(before, mv.from));
        fits_mover
            && if mv.kind == MoveKind::Castle { self.fits_castling(before, mv) } else { self.fits_plain(before, mv) }
    }

    fn fits_plain(&self, before: &Position, mv: Move) -> bool {
        let captured = captured(before, mv);
        self.to.allows(mv.to)
            && (self.promotion.is_none() || self.promotion == mv.promotion)
            && (self.captured.is_none() || self.captured == captured)
            && (captured.is_some() || !self.needs_capture())
    }

    /// Castling as the king's move: to where it goes, or onto its rook. The latter only if nothing else can be meant:
    /// in Chess960, or with the square the king starts from.
    fn fits_castling(&self, before: &Position, mv: Move) -> bool {
        let may_name_rook = self.from.is_whole() || self.takes() && before.rules().free_castling();
        let fits_target = self.to.allows(mv.destination()) && !self.takes() || self.to.allows(mv.to) && may_name_rook;
        self.to.is_whole() && self.captured.is_none() && self.promotion.is_none() && fits_target
    }

    /// What names no whole target names a capture; so does a pawn's move without a file.
    fn needs_capture(&self) -> bool {
        self.is_bare_take() || self.to.rank.is_none()
    }

    /// The role on the origin square, if the text gives the whole square.
    pub(super) fn stands_on(&self, before: &Position) -> Option<Role> {
        role_on(before, Square::at(self.from.file?, self.from.rank?))
    }

    /// Notes how the text differs from what would be written in this form.
    pub(super) fn judge(&self, before: &Position, mv: Move, form: SpellingForm, notes: &mut SpellingNotes) {
        match (self.shape, mv.kind) {
            (MoveShape::Null, _) => return notes.add(Code::Null),
            (MoveShape::Drop { plain }, _) => {
                notes.add_if(!plain, Code::DropSpelling);
                return self.judge_letters(before, mv, notes);
            }
            (MoveShape::Castle { plain, .. }, _) => return notes.add_if(!plain, Code::CastlingSpelling),
            (_, MoveKind::Castle) => return notes.add(Code::CastlingSpelling),
            _ => {}
        }
        self.judge_letters(before, mv, notes);
        let takes = captured(before, mv).is_some();
        notes.add_if(self.captured.is_some() || self.to.rank.is_none(), Code::CapturedPiece);
        notes.add_if(self.is_bare_take(), Code::Underspecified);
        if !self.is_coordinates() {
            notes.add_if(self.takes() != takes || self.sign == Sign::OtherTakes, Code::CaptureSign);
            notes.add_if(mv.promotion.is_some() && !self.plain_promotion, Code::PromotionSpelling);
        }
        if form == SpellingForm::Any {
            self.judge_origin(before, mv, notes);
        }
    }

    fn judge_letters(&self, before: &Position, mv: Move, notes: &mut SpellingNotes) {
        let small_piece = self.letter.is_some_and(|letter| letter.is_ascii_lowercase());
        notes.add_if(small_piece || self.reading == LetterReading::CapitalFiles, Code::LowerCase);
        notes.add_if(
            self.letter.is_some() && !mv.is_drop() && role_on(before, mv.from) == Some(Role::Pawn),
            Code::PawnLetter,
        );
    }

    fn judge_origin(&self, before: &Position, mv: Move, notes: &mut SpellingNotes) {
        if self.sign == Sign::Hyphen || self.from.is_whole() && self.letter.is_none() {
            return notes.add(Code::LongForm);
        }
        let needed = match role_on(before, mv.from) {
            Some(role) if role != Role::Pawn => origin_needed(before, role, mv.from, mv.to),
            _ => Origin { file: mv.from.file() != mv.to.file(), rank: false },
        };
        let told = Origin { file: self.from.file.is_some(), rank: self.from.rank.is_some() };
        notes.add_if(told.exceeds(needed), Code::Overspecified);
    }
}

fn role_on(before: &Position, square: Square) -> Option<Role> {
    before.piece_at(square).map(|piece| piece.role)
}

/// What a move captures.
fn captured(before: &Position, mv: Move) -> Option<Role> {
    match mv.kind {
        MoveKind::EnPassant => Some(Role::Pawn),
        MoveKind::Plain => role_on(before, mv.to),
        MoveKind::Castle | MoveKind::Null | MoveKind::Drop => None,
    }
}
