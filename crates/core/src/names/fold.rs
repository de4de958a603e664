//! Names in plain letters, and keys that are equal for the usual transliterations of a name.

use alloc::string::String;

/// The plain letters that replace others, in lower case.
#[rustfmt::skip]
static LETTERS: &[(&str, &str)] = &[
    // Latin letters with diacritics.
    ("a", "àáâãāăąǎạảấầẩẫậắằẳẵặ"), ("c", "çćĉċč"), ("d", "ďđð"), ("e", "èéêëēĕėęěẹẻẽếềểễệ"), ("g", "ĝğġģǧ"), ("h", "ĥħ"),
    ("i", "ìíîïĩīĭįıǐịỉ"), ("j", "ĵ"), ("k", "ķĸǩ"), ("l", "ĺļľŀł"), ("n", "ñńņňŉŋ"), ("o", "òóôõōŏőǒơọỏốồổỗộớờởỡợ"),
    ("r", "ŕŗř"), ("s", "śŝşšș"), ("t", "ţťŧț"), ("u", "ùúûũūŭůűųǔưụủứừửữự"), ("w", "ŵẁẃẅ"), ("y", "ýÿŷỳỵỷỹ"), ("z", "źżž"),
    ("ae", "äæǽ"), ("oe", "öøœǿ"), ("ue", "ü"), ("aa", "å"), ("ss", "ß"), ("th", "þ"), ("ij", "ĳ"),
    // Cyrillic letters: Russian, Ukrainian, Belarusian, Bulgarian, Serbian and Macedonian.
    ("a", "а"), ("b", "б"), ("v", "в"), ("g", "гґѓ"), ("d", "д"), ("dj", "ђ"), ("e", "еёэ"), ("ye", "є"), ("zh", "ж"),
    ("z", "з"), ("dz", "ѕџ"), ("i", "иії"), ("y", "йы"), ("j", "ј"), ("k", "кќ"), ("l", "л"), ("lj", "љ"), ("m", "м"),
    ("n", "н"), ("nj", "њ"), ("o", "о"), ("p", "п"), ("r", "р"), ("s", "с"), ("t", "т"), ("c", "ћ"), ("u", "уў"),
    ("f", "ф"), ("kh", "х"), ("ts", "ц"), ("ch", "ч"), ("sh", "ш"), ("shch", "щ"), ("", "ъь"), ("yu", "ю"), ("ya", "я"),
];

/// The usual transliterations of one sound, the longest first, and the letters for it in keys.
static SOUNDS: &[(&str, &str)] = &[
    ("schtsch", "sc"),
    ("chtch", "sc"),
    ("shch", "sc"),
    ("szcz", "sc"),
    ("tsch", "c"),
    ("tch", "c"),
    ("sch", "s"),
    ("ch", "c"),
    ("cz", "c"),
    ("ts", "c"),
    ("tz", "c"),
    ("sh", "s"),
    ("sz", "s"),
    ("zh", "z"),
    ("kh", "h"),
    ("ks", "x"),
    ("ck", "k"),
    ("ph", "f"),
    ("th", "t"),
    ("ae", "a"),
    ("aa", "a"),
    ("oe", "o"),
    ("ue", "u"),
    ("j", "i"),
    ("y", "i"),
    ("q", "k"),
    ("w", "v"),
];

/// A name in lower case and plain letters, with one space between its words. Other scripts than Latin and Cyrillic are kept.
///
/// ```
/// use scoresheet_core::names::fold::fold;
/// assert_eq!(fold("Müller,  Karl-Heinz"), "mueller karl heinz");
/// assert_eq!(fold("Непомнящий"), "nepomnyashchiy");
/// assert_eq!(fold("O'Kelly"), "okelly");
/// ```
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            'a'..='z' | '0'..='9' => folded.push(c),
            'A'..='Z' => folded.push(c.to_ascii_lowercase()),
            // They occur within words, and combining marks change the letter before them.
            '\'' | '`' | '´' | '‘' | '’' | 'ʼ' | '\u{300}'..='\u{36f}' => {}
            _ if c.is_alphanumeric() => c.to_lowercase().for_each(|c| push_plain(c, &mut folded)),
            _ if folded.is_empty() || folded.ends_with(' ') => {}
            _ => folded.push(' '),
        }
    }
    folded.truncate(folded.trim_end().len());
    folded
}

fn push_plain(letter: char, folded: &mut String) {
    if ('\u{300}'..='\u{36f}').contains(&letter) {
        return;
    }
    match LETTERS.iter().find(|(_, letters)| letters.contains(letter)) {
        Some((plain, _)) => folded.push_str(plain),
        None => folded.push(letter),
    }
}

/// The key by which a folded name is compared: equal for the usual transliterations of it.
///
/// ```
/// use scoresheet_core::names::fold::{fold, key};
/// let keys = ["Корчной", "Korchnoi", "Kortschnoj", "Korčnoj"].map(|name| key(&fold(name)));
/// assert!(keys.iter().all(|key| key == "korcnoi"));
/// ```
pub fn key(folded: &str) -> String {
    let mut key = String::with_capacity(folded.len());
    for word in folded.split(' ') {
        if !key.is_empty() {
            key.push(' ');
        }
        push_key(word, &mut key);
    }
    key
}

fn push_key(word: &str, key: &mut String) {
    let start = key.len();
    // A letter at the end of the word that is spelled in several ways: `Kasparov`, `Kasparow`, `Kasparoff`.
    let stem = word.trim_end_matches('f');
    let (stem, last) = if stem.len() < word.len() && !stem.is_empty() { (stem, "v") } else { (word, "") };
    let mut rest = stem;
    while let Some(first) = rest.chars().next() {
        let sound = SOUNDS.iter().find(|(written, _)| rest.starts_with(written));
        let (length, letters) = sound.map_or((first.len_utf8(), &rest[..first.len_utf8()]), |(w, l)| (w.len(), *l));
        push_once(letters, start, key);
        rest = &rest[length..];
    }
    push_once(last, start, key);
    // `Evgeny` and `Yevgeny`.
    if key[start..].starts_with("ie") {
        key.remove(start);
    }
}

/// Adds letters to a word; a letter that is doubled counts once, and a digit as often as it is there.
fn push_once(letters: &str, start: usize, key: &mut String) {
    for letter in letters.chars() {
        if letter.is_ascii_digit() || !key[start..].ends_with(letter) {
            key.push(letter);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_folded() {
        for (text, folded) in [
            ("Carlsen, Magnus", "carlsen magnus"),
            ("  CARLSEN ,M. ", "carlsen m"),
            ("Aagård, Jákøb", "aagaard jakoeb"),
            ("Grünfeld", "gruenfeld"),
            ("Weiß", "weiss"),
            ("Wojtaszek, Radosław", "wojtaszek radoslaw"),
            ("Hráček", "hracek"),
            ("Hra\u{301}c\u{30c}ek", "hracek"),
            ("İpatov", "ipatov"),
            ("Ñíguez", "niguez"),
            ("Þórsson", "thorsson"),
            ("Петров", "petrov"),
            ("Щукин, Юрий", "shchukin yuriy"),
            ("Đoković", "dokovic"),
            ("Tal'", "tal"),
            ("丁立人", "丁立人"),
            ("", ""),
            (" , ", ""),
        ] {
            assert_eq!(fold(text), folded, "{text}");
        }
    }

    #[test]
    fn each_letter_is_folded_in_one_way() {
        let all = || LETTERS.iter().flat_map(|(_, letters)| letters.chars());
        for letter in all() {
            assert_eq!(all().filter(|other| *other == letter).count(), 1, "{letter}");
            assert!(letter.to_lowercase().eq([letter]), "{letter}");
        }
    }

    #[test]
    fn transliterations_have_one_key() {
        for names in [
            &["Kasparov", "Kasparow", "Kasparoff", "Каспаров"][..],
            &["Непомнящий", "Nepomniachtchi", "Nepomnyashchy", "Nepomnjaschtschi"],
            &["Shirov", "Schirow", "Širov", "Широв"],
            &["Müller", "Mueller", "Muller", "MÜLLER"],
            &["Karjakin", "Karyakin", "Kariakin", "Карякин"],
            &["Sergey", "Sergei", "Sergej", "Сергей"],
            &["Evgeny", "Yevgeny", "Evgenij", "Jewgeni", "Евгений"],
            &["Alexey", "Aleksej", "Alexei", "Алексей"],
            &["Aagaard", "Ågård", "Agard"],
            &["Sørensen", "Soerensen", "Sorensen"],
            &["Zhukov", "Žukov", "Жуков"],
            &["Yusupov", "Jussupow", "Юсупов"],
            &["Spassky", "Spasski", "Spassky", "Спасский"],
        ] {
            let expected = key(&fold(names[0]));
            assert!(names.iter().all(|name| key(&fold(name)) == expected), "{names:?} {expected}");
        }
        assert_ne!(key("player11"), key("player1"));
        assert_ne!(key("karpov"), key("kasparov"));
    }
}
