//! The stream `heads`: what is known of each game besides its tags and moves.

use crate::coder::Bit;
use crate::damage::Damage;
use crate::symbols::{Coder, Learns, Number, Tree};
use scoresheet_core::step::{Dialect, Termination};

/// The markers at the end of games, by their numbers.
const TERMINATIONS: [Option<Termination>; 6] = [
    None,
    Some(Termination::WhiteWins),
    Some(Termination::BlackWins),
    Some(Termination::Draw),
    Some(Termination::BothLose),
    Some(Termination::Unknown),
];

/// How many there are, rounded up to a power of two.
const MARKERS: usize = 8;

/// The content of the stream for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HeadCode {
    pub(crate) dialect: Dialect,
    /// The notation of the moves, by its number in the header of the group.
    pub(crate) notation: usize,
    pub(crate) start: StartCode,
    pub(crate) termination: Option<Termination>,
    pub(crate) body: Body,
}

/// Where a game starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartCode {
    /// At the standard position.
    Standard,
    /// At the board of the FEN tag, by the rules of this number in the header of the group.
    OfTag(usize),
    /// At a board among the texts, by the rules of this number.
    OfText(usize),
}

/// How the moves of a game are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Body {
    /// Only this number of legal moves, and the marker.
    Plain(u32),
    /// Only legal moves up to a position without one, and the marker.
    Dead,
    /// Items, whose kinds are in a stream of their own.
    Items,
    /// The text of a game that could not be played.
    Text,
}

/// What the stream has learned about games.
#[derive(Clone, Default)]
pub(crate) struct HeadModel {
    vgn: Bit,
    notation: Number,
    starts: Tree<4>,
    rules: Number,
    marker: Tree<MARKERS>,
    body: [Tree<4>; MARKERS],
    plies: [Number; MARKERS],
}

impl Learns for HeadModel {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        self.vgn.each_bit(visit);
        self.notation.each_bit(visit);
        self.starts.each_bit(visit);
        self.rules.each_bit(visit);
        self.marker.each_bit(visit);
        self.body.each_bit(visit);
        self.plies.each_bit(visit);
    }
}

impl HeadModel {
    /// Codes the head of a game.
    pub(crate) fn code(&mut self, coder: &mut impl Coder, head: &HeadCode) -> Result<HeadCode, Damage> {
        let vgn = coder.bit(&mut self.vgn, head.dialect == Dialect::Vgn);
        let dialect = if vgn { Dialect::Vgn } else { Dialect::Pgn };
        let notation = self.notation.code(coder, head.notation as u64);
        let start = self.start(coder, head.start)?;
        let marker = TERMINATIONS.iter().position(|known| *known == head.termination).unwrap_or(0);
        let marker = self.marker.code(coder, marker as u32) as usize;
        let termination = *TERMINATIONS.get(marker).ok_or(Damage::Content)?;
        let body = match head.body {
            Body::Plain(_) => 0,
            Body::Dead => 1,
            Body::Items => 2,
            Body::Text => 3,
        };
        let body = match self.body[marker].code(coder, body) {
            0 => {
                let plies = if let Body::Plain(plies) = head.body { plies } else { 0 };
                let plies = self.plies[marker].code(coder, u64::from(plies));
                Body::Plain(u32::try_from(plies).map_err(|_| Damage::Size)?)
            }
            1 => Body::Dead,
            2 => Body::Items,
            _ => Body::Text,
        };
        let notation = usize::try_from(notation).map_err(|_| Damage::Size)?;
        Ok(HeadCode { dialect, notation, start, termination, body })
    }

    fn start(&mut self, coder: &mut impl Coder, start: StartCode) -> Result<StartCode, Damage> {
        let (kind, rules) = match start {
            StartCode::Standard => (0, 0),
            StartCode::OfTag(rules) => (1, rules),
            StartCode::OfText(rules) => (2, rules),
        };
        let kind = self.starts.code(coder, kind);
        if kind == 0 {
            return Ok(StartCode::Standard);
        }
        let rules = self.rules.code(coder, rules as u64);
        let rules = usize::try_from(rules).map_err(|_| Damage::Size)?;
        match kind {
            1 => Ok(StartCode::OfTag(rules)),
            2 => Ok(StartCode::OfText(rules)),
            _ => Err(Damage::Content),
        }
    }
}
