//! Chess960: king and rooks start on any file, castling ends where it always does. Double Chess960 is the same rules.

use super::variant::Rules;

pub(super) static RULES: Rules = Rules {
    id: "chess960",
    title: "Chess960",
    names: &["fischerandom", "fischerrandom", "freestyle"],
    free_castling: true,
};
