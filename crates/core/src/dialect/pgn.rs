//! The meaning of the tags of PGN.

use super::label::named;
use super::meaning::{Deciding, Found, Given, Meaning, Role, Setup, variant_of};
use super::vgn::is_composite;
use crate::error::Code;
use crate::step::{Dialect, Termination};

/// The tags of PGN.
pub(super) struct PgnDialect;

impl Meaning for PgnDialect {
    #[inline(always)]
    fn role(&self, name: &[u8]) -> Option<Role> {
        match name {
            b"FEN" => Some(Role::Fen),
            b"Variant" => Some(Role::Variant),
            b"Result" => Some(Role::Result),
            b"GameFormat" => Some(Role::GameFormat),
            b"NAGFormat" => Some(Role::Nags),
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

    fn set_up<'a, 'g>(&self, deciding: &Deciding<'a>, given: &Given<'g>) -> Setup<'a, 'g> {
        let composite = |found: &Found<'a>| is_composite(&found.tag.value(given.encoding));
        let setup = Setup { composite: deciding.get(Role::Nags).is_some_and(composite), ..Setup::of(given) };
        if let Some(format) = deciding.get(Role::GameFormat).filter(|_| given.only_pgn)
            && named(&format.tag.value(given.encoding)) == Some(Dialect::Vgn)
        {
            return setup.refused(Code::FormatRefused, format);
        }
        let rules = match variant_of(deciding, given.encoding) {
            Ok(rules) => rules,
            Err(unknown) => return setup.refused(Code::VariantUnsupported, unknown),
        };
        match deciding.get(Role::Fen) {
            Some(fen) => setup.with_fen(fen, given.encoding, rules),
            None => setup.with_rules(rules),
        }
    }

    fn result(&self, value: &str) -> Option<Termination> {
        Termination::find(value)
    }
}
