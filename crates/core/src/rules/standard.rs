//! Standard chess.

use super::variant::Rules;

pub(super) static RULES: Rules =
    Rules { id: "standard", title: "Chess", names: &["chess", "normal", "orthodox"], free_castling: false };
