//! The meaning of the tags of VGN: SetUp contains the board, Rules and Pieces define the variant, Result is a sentence.

pub mod codes;
pub mod nags;
pub mod pieces;
pub mod result;
pub mod rules;
pub mod setup;

use super::label;
use crate::dialect::{
    Deciding, GameContext, GameSetup, TagFault, TagRole, TagSemantics, Unsupported, says_board, variant_of,
};
use crate::error::Code;
use crate::notation::Validation;
use crate::rules::Rules;
use crate::step::Termination;
use alloc::borrow::Cow;
use pieces::PieceSet;
use rules::RuleSet;

/// The tags of VGN.
pub(super) struct VgnDialect;

/// The tags that decide how a game is read. VGN's own names are known in any case.
const ROLES: [(&[u8], TagRole); 4] = [
    (b"Result", TagRole::Result),
    (b"SetUp", TagRole::SetUp),
    (b"Rules", TagRole::Rules),
    (b"Pieces", TagRole::Pieces),
];

/// Whether the value of a NAGFormat tag announces composite NAGs.
pub(crate) fn is_composite(value: &str) -> bool {
    label::split(value).0.eq_ignore_ascii_case("CNAG")
}

/// Whether castling rights alone make these rules of those that a Variant tag names.
fn may_come_to(named: Rules, rules: Rules) -> bool {
    named != Rules::STANDARD && named.with_free_castling() == rules
}

impl TagSemantics for VgnDialect {
    #[cold]
    fn role(&self, name: &[u8]) -> Option<TagRole> {
        match name {
            b"FEN" => Some(TagRole::Fen),
            b"Variant" => Some(TagRole::Variant),
            b"NAGFormat" => Some(TagRole::Nags),
            _ => ROLES.iter().find(|(known, _)| name.eq_ignore_ascii_case(known)).map(|(_, role)| *role),
        }
    }

    fn names(&self) -> &'static [&'static str] {
        &["FEN", "Variant"]
    }

    fn last_counts(&self) -> bool {
        true
    }

    fn set_up<'a, 'g>(&self, deciding: &Deciding<'a>, given: &GameContext<'g>) -> GameSetup<'a, 'g> {
        let mut setup = GameSetup::of(given);
        let encoding = given.encoding;
        setup.composite = deciding.get(TagRole::Nags).is_some_and(|found| is_composite(&found.tag.value(encoding)));
        let variant = variant_of(deciding, encoding);
        let mut by_rules = None;
        if let Some(found) = deciding.get(TagRole::Rules) {
            let Ok(set) = RuleSet::read(&found.tag.value(encoding)) else {
                return setup.refused(Code::RulesSyntax, found);
            };
            setup.passing = set.allows_passing();
            match set.played_by() {
                Ok(rules) => by_rules = Some(rules),
                Err(number) if setup.validation == Validation::Full => {
                    let refused = Some(TagFault::unsupported(Unsupported::Rule(number), found));
                    return GameSetup { refused, ..setup };
                }
                Err(_) => {
                    setup.note([Code::RulesUnknown], found);
                    setup.validation = Validation::Off;
                }
            }
        }
        let played = match (by_rules, variant) {
            (Some(rules), variant) => {
                let other = match variant {
                    Ok(named) => named.is_some_and(|named| named != rules && !may_come_to(named, rules)),
                    Err(_) => true,
                };
                if let Some(found) = deciding.get(TagRole::Variant).filter(|_| other) {
                    setup.note([Code::TagDiffers], found);
                }
                Some(rules)
            }
            (None, Ok(named)) => named,
            (None, Err(unsupported)) => return GameSetup { refused: Some(unsupported), ..setup },
        };
        if let Some(found) = deciding.get(TagRole::Pieces) {
            match PieceSet::read(&found.tag.value(encoding)) {
                Ok(set) if set.fits(played.unwrap_or(Rules::STANDARD)) => {}
                Ok(_) => return setup.refused(Code::PiecesUnsupported, found),
                Err(_) => return setup.refused(Code::PiecesSyntax, found),
            }
        }
        let Some(found) = deciding.get(TagRole::SetUp) else { return setup.with_rules(played) };
        let fen = deciding.get(TagRole::Fen).map(|fen| fen.tag.value(encoding)).filter(|fen| says_board(fen));
        match setup::read(&found.tag.value(encoding), fen.as_deref(), played, setup.validation) {
            Ok(board) => {
                setup.over = board.is_over();
                setup.note(board.notes, found);
                setup.start = Cow::Owned(board.position);
            }
            Err(error) => setup.refused = Some(TagFault::no_board(error, found.byte, found.tag.raw.clone())),
        }
        setup
    }

    fn result(&self, value: &str) -> Option<Termination> {
        result::read(value)
    }
}
