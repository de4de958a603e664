//! The stream `items`: the kinds of the parts of games that do not consist only of moves.

use crate::coder::Bit;
use crate::damage::Damage;
use crate::games::TextKind;
use crate::symbols::{Coder, Learns, Tree};
use scoresheet_core::rules::{Move, MoveKind, Role, Square};
use scoresheet_core::step::{CommentForm, Termination};

/// The kind of a part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// The end of the game.
    End,
    /// A move that the model has coded.
    Move,
    /// A move that it could not, and whether it is illegal.
    Odd(Move, bool),
    Nag(u8),
    Comment(CommentForm),
    Open,
    Close,
    Inner(Termination),
    /// The marker at the end, which is in the head.
    Termination,
    Text(TextKind),
}

/// The texts that are neither comments nor tags, by their numbers.
const TEXTS: [TextKind; 9] = [
    TextKind::Nag,
    TextKind::Unplayed,
    TextKind::Escape,
    TextKind::Annotation,
    TextKind::Field,
    TextKind::Skipped,
    TextKind::Prologue,
    TextKind::Rest,
    TextKind::Tail,
];

/// The number of the first of them among the kinds of tokens.
const FIRST_TEXT: u32 = 10;

/// How many kinds there are, rounded up to a power of two.
const KINDS: usize = 32;

impl Token {
    fn kind(self) -> u32 {
        match self {
            Token::End => 0,
            Token::Move => 1,
            Token::Odd(..) => 2,
            Token::Nag(_) => 3,
            Token::Comment(CommentForm::Braces) => 4,
            Token::Comment(CommentForm::Line) => 5,
            Token::Open => 6,
            Token::Close => 7,
            Token::Inner(_) => 8,
            Token::Termination => 9,
            Token::Text(kind) => FIRST_TEXT + TEXTS.iter().position(|known| *known == kind).unwrap_or(0) as u32,
        }
    }
}

/// What the stream has learned about the order of parts.
#[derive(Clone)]
pub(crate) struct ItemModel {
    /// By the kind before, the one before that, and whether a variation is open.
    kinds: Vec<Tree<KINDS>>,
    nags: [Tree<256>; 2],
    inner: Tree<8>,
    illegal: Bit,
    before: [u32; 2],
    depth: u32,
}

/// Kinds before the last one are distinguished up to this one.
const TOLD_APART: u32 = 7;

impl Default for ItemModel {
    fn default() -> ItemModel {
        ItemModel {
            kinds: vec![Tree::default(); KINDS * 8 * 2],
            nags: Default::default(),
            inner: Tree::default(),
            illegal: Bit::NEW,
            before: [0; 2],
            depth: 0,
        }
    }
}

impl Learns for ItemModel {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        self.kinds.each_bit(visit);
        self.nags.each_bit(visit);
        self.inner.each_bit(visit);
        self.illegal.each_bit(visit);
    }
}

impl ItemModel {
    /// Starts a game.
    pub(crate) fn start(&mut self) {
        (self.before, self.depth) = ([0; 2], 0);
    }

    /// Codes the next token.
    pub(crate) fn code(&mut self, coder: &mut impl Coder, token: Token) -> Result<Token, Damage> {
        let [last, earlier] = self.before;
        let context = (last * 8 + earlier.min(TOLD_APART)) * 2 + u32::from(self.depth > 0);
        let kind = self.kinds[context as usize].code(coder, token.kind());
        self.before = [kind, last];
        Ok(match kind {
            0 => Token::End,
            1 => Token::Move,
            2 => self.odd(coder, token)?,
            3 => {
                let value = if let Token::Nag(value) = token { value } else { 0 };
                Token::Nag(self.nags[usize::from(last == 3)].code(coder, u32::from(value)) as u8)
            }
            4 => Token::Comment(CommentForm::Braces),
            5 => Token::Comment(CommentForm::Line),
            6 => {
                self.depth = self.depth.saturating_add(1);
                Token::Open
            }
            7 => {
                self.depth = self.depth.saturating_sub(1);
                Token::Close
            }
            8 => {
                let marker = if let Token::Inner(marker) = token { marker } else { Termination::Unknown };
                let place = Termination::ALL.iter().position(|known| *known == marker).unwrap_or(0);
                let place = self.inner.code(coder, place as u32);
                Token::Inner(*Termination::ALL.get(place as usize).ok_or(Damage::Content)?)
            }
            9 => Token::Termination,
            text => Token::Text(*TEXTS.get((text - FIRST_TEXT) as usize).ok_or(Damage::Content)?),
        })
    }

    /// Codes a move that the model cannot, square by square.
    fn odd(&mut self, coder: &mut impl Coder, token: Token) -> Result<Token, Damage> {
        let (packed, illegal) = if let Token::Odd(mv, illegal) = token { (packed(mv), illegal) } else { (0, false) };
        let packed = coder.bits(packed, 17);
        let illegal = coder.bit(&mut self.illegal, illegal);
        let promotion = match packed >> 12 & 7 {
            0 => None,
            number => Some(Role::from_number(number as u8).ok_or(Damage::Content)?),
        };
        let (from, to) = (Square::masked(packed as u8), Square::masked((packed >> 6) as u8));
        let kind = MoveKind::of_two_bits((packed >> 15) as u8, promotion);
        Ok(Token::Odd(Move { from, to, promotion, kind }, illegal))
    }
}

/// A move in 17 bits: its squares, what is promoted to, and what is special about it.
fn packed(mv: Move) -> u64 {
    let kind = u64::from(mv.kind.two_bits());
    let promotion = mv.promotion.map_or(0, |role| role as u64);
    u64::from(mv.from.number()) | u64::from(mv.to.number()) << 6 | promotion << 12 | kind << 15
}
