//! The meaning of the tags of PGN.

use super::label::named;
use super::vgn::is_composite;
use crate::dialect::{Deciding, GameContext, GameSetup, LocatedTag, TagRole, TagSemantics, variant_of};
use crate::error::Code;
use crate::result_text;
use crate::step::{Dialect, Termination};

/// The tags of PGN.
pub(super) struct PgnDialect;

impl TagSemantics for PgnDialect {
    #[inline(always)]
    fn role(&self, name: &[u8]) -> Option<TagRole> {
        match name {
            b"FEN" => Some(TagRole::Fen),
            b"Variant" => Some(TagRole::Variant),
            b"Result" => Some(TagRole::Result),
            b"GameFormat" => Some(TagRole::GameFormat),
            b"NAGFormat" => Some(TagRole::Nags),
            b"WhiteA" => Some(TagRole::TwoBoards),
            _ => None,
        }
    }

    fn names(&self) -> &'static [&'static str] {
        &["FEN", "SetUp", "Variant", "Result", "GameFormat", "MoveFormat"]
    }

    #[inline(always)]
    fn last_counts(&self) -> bool {
        false
    }

    fn set_up<'a, 'g>(&self, deciding: &Deciding<'a>, given: &GameContext<'g>) -> GameSetup<'a, 'g> {
        let composite = |found: &LocatedTag<'a>| is_composite(&found.tag.value(given.encoding));
        let setup = GameSetup { composite: deciding.get(TagRole::Nags).is_some_and(composite), ..GameSetup::of(given) };
        if let Some(format) = deciding.get(TagRole::GameFormat).filter(|_| given.only_pgn)
            && named(&format.tag.value(given.encoding)) == Some(Dialect::Vgn)
        {
            return setup.refused(Code::FormatRefused, format);
        }
        if let Some(board) = deciding.get(TagRole::TwoBoards) {
            return setup.refused_saying(
                Code::FormatUnsupported,
                board,
                "two boards of Bughouse in one game are not read",
            );
        }
        let rules = match variant_of(deciding, given.encoding) {
            Ok(rules) => rules,
            Err(unsupported) => return GameSetup { refused: Some(unsupported), ..setup },
        };
        match deciding.get(TagRole::Fen) {
            Some(fen) => setup.with_fen(fen, given.encoding, rules),
            None => setup.with_rules(rules),
        }
    }

    fn result(&self, value: &str) -> Option<Termination> {
        result_text::of_tag(value)
    }
}
