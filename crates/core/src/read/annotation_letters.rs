//! The letters for diagrams and novelties after moves.

/// The signs, longer ones first, and the NAG with the same meaning.
const REMARKS: [(&str, u8); 4] = [("TN", NOVELTY), ("RR", EDITORIAL), ("D", DIAGRAM), ("N", NOVELTY)];
const EDITORIAL: u8 = 145;
const NOVELTY: u8 = 146;
const DIAGRAM: u8 = 220;

/// The move that a sign is attached to, which is empty if the sign is separate; the sign, and its NAG.
pub(super) fn cut(word: &[u8]) -> Option<(&[u8], &'static str, u8)> {
    REMARKS.into_iter().find_map(|(sign, nag)| Some((word.strip_suffix(sign.as_bytes())?, sign, nag)))
}

/// Whether a word is such a sign and nothing else.
pub(crate) fn is_remark(word: &[u8]) -> bool {
    cut(word).is_some_and(|(mv, ..)| mv.is_empty())
}
