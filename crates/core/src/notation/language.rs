//! The piece letters of each language, and SAN in each of them.

use super::{NotationSpec, WordUse};
use crate::loss::LossKind;
use crate::rules::Role;

/// A language's letters.
#[derive(Debug)]
pub struct Letters {
    /// Its code, as `--language` takes it.
    pub id: &'static str,
    /// The languages that use these letters.
    pub title: &'static str,
    /// King, queen, rook, bishop, knight.
    pub pieces: [&'static str; 5],
    /// The letter for a pawn that is dropped: `P`, or nothing if another piece has that letter.
    pub pawn: &'static str,
    /// The registry entry of SAN with these letters.
    pub san: NotationSpec,
    /// For each byte the number of the role that it means, 0 for none.
    table: [u8; 256],
}

/// The roles in the order of [`Letters::pieces`].
pub const ORDER: [Role; 5] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

impl Letters {
    const fn new(
        (id, title): (&'static str, &'static str),
        pieces: [&'static str; 5],
        pawn: &'static str,
        san: NotationSpec,
    ) -> Letters {
        let mut table = [0; 256];
        let mut i = 0;
        while i < 5 {
            let letter = pieces[i].as_bytes();
            if letter.len() == 1 {
                table[letter[0] as usize] = ORDER[i] as u8;
            }
            i += 1;
        }
        Letters { id, title, pieces, pawn, san, table }
    }

    /// The role that an ASCII letter means.
    #[inline]
    pub fn role(&self, letter: u8) -> Option<Role> {
        Role::from_number(self.table[usize::from(letter)])
    }

    /// The same as the role's number; 0 for none.
    #[inline(always)]
    pub(super) fn role_number(&self, letter: u8) -> u8 {
        self.table[usize::from(letter)]
    }

    /// The role whose letter `text` starts with, and the letter's length. The longest letter wins: `Кр` before `К`.
    pub fn starts(&self, text: &str) -> Option<(Role, usize)> {
        let fits = self.pieces.iter().zip(ORDER).filter(|(letter, _)| text.starts_with(*letter));
        fits.map(|(letter, role)| (role, letter.len())).max_by_key(|(_, length)| *length)
    }

    /// The letter of a role; none for a pawn.
    pub fn letter(&self, role: Role) -> &'static str {
        ORDER.iter().position(|known| *known == role).map_or("", |at| self.pieces[at])
    }

    /// The letter before the `@` of a drop.
    pub fn dropped(&self, role: Role) -> &'static str {
        if role == Role::Pawn { self.pawn } else { self.letter(role) }
    }

    /// Whether these are the letters of the standard.
    #[inline]
    pub fn is_english(&self) -> bool {
        core::ptr::eq(self, &ENGLISH)
    }
}

/// Any language's letters may occur in PGN; if there are only moves, nothing shows the language, and only the
/// standard's may.
const fn words_of(id: &str) -> WordUse {
    if matches!(id.as_bytes(), b"en") { WordUse::ANYWHERE } else { WordUse::IN_PGN }
}

/// One set of letters with its SAN.
macro_rules! letters {
    ($id:literal $title:literal [$k:literal, $q:literal, $r:literal, $b:literal, $n:literal, $p:literal]
        $san:literal $named:literal) => {
        Letters::new(
            ($id, $title),
            [$k, $q, $r, $b, $n],
            $p,
            NotationSpec {
                id: $san,
                title: $named,
                source: "PGN standard (1994), section 8.2.3",
                example: concat!($n, "f3"),
                version: "1994",
                pattern: concat!(
                    "(?:(?:O-O(?:-O)?|(?:",
                    $k,
                    "|",
                    $q,
                    "|",
                    $r,
                    "|",
                    $b,
                    "|",
                    $n,
                    ")[a-h]?[1-8]?x?[a-h][1-8]",
                    "|(?:[a-h]x)?[a-h](?:[2-7]|[18]=(?:",
                    $q,
                    "|",
                    $r,
                    "|",
                    $b,
                    "|",
                    $n,
                    "|",
                    $k,
                    "))|(?:",
                    $q,
                    "|",
                    $r,
                    "|",
                    $b,
                    "|",
                    $n,
                    "|",
                    $p,
                    ")@[a-h][1-8])[+#]?|--)",
                ),
                binary: false,
                words: words_of($id),
                losses: &[LossKind::IllegalMove, LossKind::KingCapture],
                limits: None,
            },
        )
    };
}

/// The letters of the languages, each listed once: also in [`ALL`], with its SAN.
macro_rules! languages {
    ($($name:ident $id:literal $title:literal $pieces:tt $san:literal $letters:literal;)*) => {
        $(
            #[doc = concat!("The letters of ", $title, ".")]
            pub static $name: Letters =
                letters!($id $title $pieces $san $letters);
        )*

        /// Every language's letters. Languages that share all five are combined, under the code listed first.
        pub static ALL: &[&Letters] = &[$(&$name,)*];
    };
}

#[rustfmt::skip]
languages! {
    ENGLISH "en" "English" ["K", "Q", "R", "B", "N", "P"] "san" "Standard Algebraic Notation";
    FR "fr" "French" ["R", "D", "T", "F", "C", "P"] "san-fr" "SAN with French letters";
    DE "de" "German" ["K", "D", "T", "L", "S", "P"] "san-de" "SAN with German letters";
    ES "es" "Spanish" ["R", "D", "T", "A", "C", "P"] "san-es" "SAN with Spanish letters";
    IT "it" "Italian" ["R", "D", "T", "A", "C", "P"] "san-it" "SAN with Italian letters";
    NL "nl" "Dutch" ["K", "D", "T", "L", "P", ""] "san-nl" "SAN with Dutch letters";
    PL "pl" "Polish" ["K", "H", "W", "G", "S", "P"] "san-pl" "SAN with Polish letters";
    RU "ru" "Russian" ["Кр", "Ф", "Л", "С", "К", "P"] "san-ru" "SAN with Russian letters";
    SV "sv" "Swedish" ["K", "D", "T", "L", "S", "P"] "san-sv" "SAN with Swedish letters";
    DA "da" "Danish" ["K", "D", "T", "L", "S", "P"] "san-da" "SAN with Danish letters";
    NO "no" "Norwegian" ["K", "D", "T", "L", "S", "P"] "san-no" "SAN with Norwegian letters";
    CS "cs" "Czech" ["K", "D", "V", "S", "J", "P"] "san-cs" "SAN with Czech letters";
    HU "hu" "Hungarian" ["K", "V", "B", "F", "H", "P"] "san-hu" "SAN with Hungarian letters";
    PT "pt" "Portuguese" ["R", "D", "T", "B", "C", "P"] "san-pt" "SAN with Portuguese letters";
    FI "fi" "Finnish" ["K", "D", "T", "L", "R", "P"] "san-fi" "SAN with Finnish letters";
    RO "ro" "Romanian" ["R", "D", "T", "N", "C", "P"] "san-ro" "SAN with Romanian letters";
    TR "tr" "Turkish" ["Ş", "V", "K", "F", "A", "P"] "san-tr" "SAN with Turkish letters";
}

/// Figurines for letters, those of White's pieces for both sides, as in print.
pub static FIGURINES: Letters =
    letters!("figurine" "Figurines" ["♔", "♕", "♖", "♗", "♘", "♙"] "san-figurine" "SAN with figurines");

/// The letters with this code.
pub fn find(id: &str) -> Option<&'static Letters> {
    ALL.iter().copied().find(|letters| letters.id == id)
}
