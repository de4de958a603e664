//! The letters that languages have for pieces.

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
    /// For each byte the number of the role it stands for, 0 for none.
    table: [u8; 256],
}

/// The roles in the order of [`Letters::pieces`].
pub const ORDER: [Role; 5] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

impl Letters {
    const fn new(id: &'static str, title: &'static str, pieces: [&'static str; 5]) -> Letters {
        let mut table = [0; 256];
        let mut i = 0;
        while i < 5 {
            let letter = pieces[i].as_bytes();
            if letter.len() == 1 {
                table[letter[0] as usize] = ORDER[i] as u8;
            }
            i += 1;
        }
        Letters { id, title, pieces, table }
    }

    /// The role that an ASCII letter stands for.
    #[inline]
    pub fn role(&self, letter: u8) -> Option<Role> {
        Role::from_number(self.table[usize::from(letter)])
    }

    /// The role whose letter `text` starts with, and the letter's length. The longest letter wins: `Кр` before `К`.
    pub fn starts(&self, text: &str) -> Option<(Role, usize)> {
        let fits = self.pieces.iter().zip(ORDER).filter(|(letter, _)| text.starts_with(*letter));
        fits.map(|(letter, role)| (role, letter.len())).max_by_key(|(_, length)| *length)
    }

    /// Whether these are the letters of the standard.
    #[inline]
    pub fn is_english(&self) -> bool {
        core::ptr::eq(self, &ENGLISH)
    }
}

/// The letters of the standard.
pub static ENGLISH: Letters = Letters::new("en", "English", ["K", "Q", "R", "B", "N"]);

/// Every language's letters. Languages that share all five stand together, under the code listed first.
#[rustfmt::skip]
pub static ALL: &[&Letters] = &[
    &ENGLISH,
    &Letters::new("fr", "French", ["R", "D", "T", "F", "C"]),
    &Letters::new("de", "German", ["K", "D", "T", "L", "S"]),
    &Letters::new("es", "Spanish", ["R", "D", "T", "A", "C"]),
    &Letters::new("it", "Italian", ["R", "D", "T", "A", "C"]),
    &Letters::new("nl", "Dutch", ["K", "D", "T", "L", "P"]),
    &Letters::new("pl", "Polish", ["K", "H", "W", "G", "S"]),
    &Letters::new("ru", "Russian", ["Кр", "Ф", "Л", "С", "К"]),
    &Letters::new("sv", "Swedish", ["K", "D", "T", "L", "S"]),
    &Letters::new("da", "Danish", ["K", "D", "T", "L", "S"]),
    &Letters::new("no", "Norwegian", ["K", "D", "T", "L", "S"]),
    &Letters::new("cs", "Czech", ["K", "D", "V", "S", "J"]),
    &Letters::new("hu", "Hungarian", ["K", "V", "B", "F", "H"]),
    &Letters::new("pt", "Portuguese", ["R", "D", "T", "B", "C"]),
    &Letters::new("fi", "Finnish", ["K", "D", "T", "L", "R"]),
    &Letters::new("ro", "Romanian", ["R", "D", "T", "N", "C"]),
    &Letters::new("tr", "Turkish", ["Ş", "V", "K", "F", "A"]),
];

/// The letters with this code.
pub fn find(id: &str) -> Option<&'static Letters> {
    ALL.iter().copied().find(|letters| letters.id == id)
}
