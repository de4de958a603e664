//! The SetUp tag: the position a game starts from, `FORMAT:board` or an SFEN.

use super::codes::{self, MOVE_FORMATS};
use crate::error::Code;
use crate::notation::{Claim, Validation};
use crate::position::fen::{self, EnPassant, Style};
use crate::position::{self, PositionError, PositionNotation, sfen::SFEN};
use crate::rules::{Position, Rules};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The meaning of a SetUp tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetUpTag {
    /// The position that the game starts from.
    pub position: Position,
    /// The leniencies it took to read it.
    pub notes: Vec<Code>,
    /// The meaning of its end marks.
    pub claim: Claim,
    /// Whether no board is named: PGN's `0`.
    pub standard_start: bool,
}

impl SetUpTag {
    /// Whether its marks mean that the game is over: then no move may follow.
    pub fn is_over(&self) -> bool {
        self.claim.is_end()
    }
}

/// Reads the value of a SetUp tag. `fen` is the value of a FEN tag, to which PGN's `SetUp "1"` points; `rules` are
/// those the game is played by, `None` if they are not known.
/// ```
/// use scoresheet_core::{dialect::vgn::setup, notation::Validation};
/// let setup = setup::read("sfen:4k3/8/8/8/8/8/8/4K2R", None, None, Validation::Basic).unwrap();
/// assert_eq!(setup.position.castling(), 1 << 7);
/// assert!(setup::read("MCN:e2e4", None, None, Validation::Basic).is_err());
/// ```
///
/// # Errors
/// If there is no board of a known format, or `validation` rejects it. Its place counts from the start of `value`, or,
/// if the FEN tag is at fault, from the start of that.
pub fn read(
    value: &str,
    fen: Option<&str>,
    rules: Option<Rules>,
    validation: Validation,
) -> Result<SetUpTag, PositionError> {
    let by = |notation: &dyn PositionNotation, text: &[u8], note: Option<Code>| {
        if let Some(rules) = rules.filter(|rules| rules.has_own_start())
            && let Ok(fields) = notation.fields(text)
            && fields.is_start_of_chess()
        {
            let notes = note.into_iter().chain([Code::FenStart]).collect();
            let position = Position::start_of(rules);
            return Ok(SetUpTag { position, notes, claim: fields.claim, standard_start: false });
        }
        let read = notation.read(text, rules, validation)?;
        let mut notes: Vec<Code> = note.into_iter().chain(read.notes).collect();
        let claim = read.fields.claim;
        if claim.is_end() && !claim.fits_check(read.position.is_check()) {
            notes.push(Code::CheckSign);
        }
        Ok(SetUpTag { position: read.position, notes, claim, standard_start: false })
    };
    match (value.split_once(':'), value.trim(), fen) {
        (Some((prefix, board)), _, _) => by_format(prefix, board, by).map_err(|mut error| {
            error.at += prefix.len() + 1;
            error
        }),
        (None, "0", _) => {
            let position = Position::start_of(rules.unwrap_or(Rules::STANDARD));
            Ok(SetUpTag { position, notes: [Code::SetupFlag].into(), claim: Claim::Any, standard_start: true })
        }
        (None, "1", Some(fen)) => by(&fen::Fen, fen.as_bytes(), Some(Code::SetupFlag)),
        (None, "1", None) => Err(unsupported("`1` announces a FEN tag, but there is none".into())),
        (None, board, _) => by(&SFEN, board.as_bytes(), None).or_else(|error| {
            // SFEN has no clocks, so nothing is both.
            let is_fen = board.split_ascii_whitespace().count() == 6;
            let read = is_fen.then(|| by(&fen::Fen, board.as_bytes(), Some(Code::SetupFen)));
            read.and_then(Result::ok).ok_or(error)
        }),
    }
}

type By<'b> = &'b dyn Fn(&dyn PositionNotation, &[u8], Option<Code>) -> Result<SetUpTag, PositionError>;

/// A board whose format is named.
fn by_format(
    prefix: &str,
    board: &str,
    by: impl Fn(&dyn PositionNotation, &[u8], Option<Code>) -> Result<SetUpTag, PositionError>,
) -> Result<SetUpTag, PositionError> {
    let by: By<'_> = &by;
    let format = MOVE_FORMATS.iter().find(|format| format.code.eq_ignore_ascii_case(prefix.trim()));
    let notation = format.and_then(|format| position::find(format.notation));
    let board = board.trim();
    match notation {
        Some(notation) if notation.spec().binary => by(notation, &bytes(board)?, None),
        Some(notation) => by(notation, board.as_bytes(), None),
        None => Err(unsupported(format!("`{}` is not a supported board format", shown(prefix)))),
    }
}

/// The bytes of a binary board, which a tag holds as hexadecimal digits, in groups or not.
fn bytes(text: &str) -> Result<Vec<u8>, PositionError> {
    let wrong = |at| PositionError { code: Code::BcfenLength, at, message: "not 64 hexadecimal digits".to_string() };
    let digit = |(at, byte): (usize, &u8)| match (*byte as char).to_digit(16) {
        Some(digit) => Ok(digit as u8),
        None => Err(wrong(at)),
    };
    let signs = text.as_bytes().iter().enumerate().filter(|(_, byte)| !byte.is_ascii_whitespace());
    let digits: Vec<u8> = signs.map(digit).collect::<Result<_, _>>()?;
    match digits.len() {
        64 => Ok(digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect()),
        _ => Err(wrong(text.len())),
    }
}

fn unsupported(message: String) -> PositionError {
    PositionError { code: Code::SetupUnsupported, at: 0, message }
}

fn shown(text: &str) -> String {
    text.chars().take(crate::error::TEXT_SHOWN).collect()
}

/// The claim of the end marks in the value of a SetUp tag, for code that writes it again. [`Claim::Any`] if there are
/// none.
pub fn marks(value: &str) -> Claim {
    let (prefix, board) = value.split_once(':').unwrap_or(("SFEN", value));
    // Both versions of SFEN have marks, and nothing else has.
    let is_sfen = codes::move_format(prefix).is_some_and(|format| matches!(format.notation, "sfen" | "sfen2"));
    let last = board.split_ascii_whitespace().last().filter(|_| is_sfen).unwrap_or("");
    Some(last)
        .filter(|last| last.starts_with(['+', '#']))
        .and_then(|last| Claim::of_marks(last.as_bytes()))
        .unwrap_or(Claim::Any)
}

/// Whether only a FEN can describe the start of a game: its clocks matter, the inner one of two rooks may castle,
/// pieces are in hand or promoted, or checks were given.
pub(crate) fn needs_fen(position: &Position) -> bool {
    !SFEN.losses(position).is_empty()
}

/// The value of a SetUp tag: an SFEN, or `FEN:…` if that is needed or wanted. Marks are written if they were read and a
/// FEN is not needed.
///
/// ```
/// use scoresheet_core::{dialect::vgn::setup, notation::Claim, position::fen};
/// let start = fen::parse("8/8/8/4k3/8/8/4P3/4K3 w - - 5 39").unwrap();
/// assert_eq!(setup::write(&start, Claim::Any, false), "FEN:8/8/8/4k3/8/8/4P3/4K3 w - - 5 39");
/// ```
pub fn write(position: &Position, marks: Claim, fen: bool) -> String {
    let marked = !marks.marks().is_empty();
    if needs_fen(position) || fen && !marked {
        let style = Style { en_passant: EnPassant::Always, ..Style::default() };
        return format!("FEN:{}", fen::write(position, style));
    }
    let mut out = Vec::with_capacity(80);
    SFEN.write(position, marks, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fen_of(setup: &SetUpTag) -> String {
        fen::write(&setup.position, Style { en_passant: EnPassant::Always, ..Style::default() })
    }

    fn told(value: &str) -> (String, Vec<Code>) {
        let setup = read(value, Some("8/8/8/4k3/8/8/4P3/4K3 w - - 5 39"), None, Validation::Basic).expect(value);
        (fen_of(&setup), setup.notes)
    }

    #[test]
    fn boards_in_every_format() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let bcfen = "9ABCDBA9EEEEEEEE0000000000000000000000000000000066666666".to_string() + "12345321";
        for (value, fen, notes) in [
            ("4rkr1/4p1p1/8/8/8/8/8/4K2R w K", "4rkr1/4p1p1/8/8/8/8/8/4K2R w K - 0 1", &[][..]),
            (" sfen: 8/8/8/4k3/8/8/4P3/4K3 b -", "8/8/8/4k3/8/8/4P3/4K3 b - - 0 1", &[]),
            ("SFEN2:8/8/8/4k3/8/8/4P3/4K3 b -", "8/8/8/4k3/8/8/4P3/4K3 b - - 0 1", &[]),
            ("4k3/8/8/8/8/8/8/4K2R", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", &[]),
            ("Fen:8/8/8/4k3/8/8/4P3/4K3 w - - 3 7", "8/8/8/4k3/8/8/4P3/4K3 w - - 3 7", &[]),
            ("8/8/8/4k3/8/8/4P3/4K3 w - - 3 7", "8/8/8/4k3/8/8/4P3/4K3 w - - 3 7", &[Code::SetupFen]),
            ("1", "8/8/8/4k3/8/8/4P3/4K3 w - - 5 39", &[Code::SetupFlag]),
            ("0", start, &[Code::SetupFlag]),
            (&format!("BCFEN:{bcfen}"), start, &[]),
            ("4rkr1/4p1p1/8/8/8/8/8/3K2R1 w K", "4rkr1/4p1p1/8/8/8/8/8/3K2R1 w K - 0 1", &[Code::Chess960Assumed]),
        ] {
            assert_eq!(told(value), (fen.to_string(), notes.to_vec()), "{value}");
        }
    }

    #[test]
    fn what_is_refused() {
        let code = |value| read(value, None, None, Validation::Basic).map_err(|error| (error.code, error.at)).err();
        assert_eq!(code("MCN:e2e4"), Some((Code::SetupUnsupported, 4)));
        assert_eq!(code("PGC:1"), Some((Code::SetupUnsupported, 4)));
        assert_eq!(code("XYZ:1"), Some((Code::SetupUnsupported, 4)));
        assert_eq!(code("1"), Some((Code::SetupUnsupported, 0)));
        assert_eq!(code("BCFEN:9A"), Some((Code::BcfenLength, 8)));
        assert_eq!(code("BCFEN:9x"), Some((Code::BcfenLength, 7)));
        assert_eq!(code("8/8/8/8/8/8/8"), Some((Code::SfenSyntax, 13)));
        assert_eq!(code("SFEN:8/8/8/8/8/8/8"), Some((Code::SfenSyntax, 18)));
    }

    #[test]
    fn marks_end_the_game() {
        for (value, over, notes) in [
            ("4rkr1/4p1p1/8/8/8/8/8/5RK1 b - +#", true, &[][..]),
            ("4rkr1/4p1p1/8/8/8/8/8/5RK1 b - +", false, &[]),
            ("4rkr1/4p1p1/8/8/8/8/8/4R1K1 b - +#", true, &[Code::CheckSign]),
            ("4rkr1/4p1p1/8/8/8/8/8/5RK1 b -", false, &[]),
        ] {
            let setup = read(value, None, None, Validation::Basic).expect(value);
            assert_eq!((setup.is_over(), &*setup.notes), (over, notes), "{value}");
            assert_eq!(write(&setup.position, marks(value), true).starts_with("FEN:"), marks(value) == Claim::Any);
            assert_eq!(write(&setup.position, marks(value), false), value);
        }
        assert_eq!(marks("FEN:8/8/8/8/8/8/8/8 w - - 0 1"), Claim::Any);
        assert_eq!(marks("sfen:8/8/8/8/8/8/8/8 ##"), Claim::Drawn);
    }

    #[test]
    fn what_is_written_is_read_back() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "8/8/8/4k3/8/8/4P3/4K3 w - - 5 39",
            "nrkr1b1r/pppppppp/8/8/8/8/PPPPPPPP/NRKR1B1R w KDQkdq - 0 1",
            "bnrkrbqn/pppppppp/8/8/8/8/PPPPPPPP/BNRKRBQN w KQkq - 0 1",
        ] {
            for wanted in [false, true] {
                let (position, notes) = fen::read(fen.as_bytes(), None).expect(fen);
                let value = write(&position, Claim::Any, wanted);
                let rules = notes.contains(&Code::Chess960Assumed).then_some(Rules::CHESS960);
                let setup = read(&value, None, rules, Validation::Full).expect(&value);
                assert_eq!((setup.position, &*setup.notes), (position, &[][..]), "{value}");
            }
        }
    }
}
