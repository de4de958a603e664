//! A reader of any format. Only this file dispatches to the fast readers.

use super::format::{Block, FormatOptions, GameFormat, ReadOptions};
use super::{bgn, bgnl, bgnx, bson, chesscom, cpgn, exports, lichess, pgn, vgn_file};
use crate::date::Date;
use crate::error::Code;
use crate::event::{Bytes, Item, NearTag, TagStart, UsualTag};
use crate::notation::MoveNotation;
use crate::position::{BoardNote, PositionError};
use crate::read::{self, Encoded, GameReader, InfiniteDocument, Player, Record, Settings};
use crate::rules::Position;
use crate::step::{Dialect, Sink};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;
use core::ptr;

/// The games of a block of any format.
///
/// ```
/// use scoresheet_core::{game::AnyGames, read::{Record, Settings}};
/// let settings = Settings::default();
/// let mut games = AnyGames::new(b"[White \"A\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n", &settings);
/// let mut record = Record::new();
/// while games.next(&mut record, &mut ()) {
///     assert_eq!(record.plies.len(), 5);
///     assert!(record.ending.is_mate());
/// }
/// assert_eq!(games.into_tally().games, 1);
/// ```
pub type AnyGames<'a> = read::Games<'a, AnyReader<'a>>;

impl<'a> AnyGames<'a> {
    /// Reads a `block` of PGN, which starts where a game starts and ends where one ends.
    pub fn new(block: &'a [u8], settings: &Settings) -> AnyGames<'a> {
        AnyGames::of(&pgn::Pgn, block, settings)
    }

    /// The same for a block of any format, read with its usual options.
    pub fn of(format: &dyn GameFormat, block: &'a [u8], settings: &Settings) -> AnyGames<'a> {
        let options = ReadOptions { limits: &settings.limits, own: FormatOptions::NONE };
        AnyGames::of_block(format, Block::whole(block), &options, settings)
    }

    /// The same with options of the format.
    pub fn of_block(
        format: &dyn GameFormat,
        block: Block<'a>,
        options: &ReadOptions<'_>,
        settings: &Settings,
    ) -> AnyGames<'a> {
        AnyGames::reading(block.bytes, AnyReader::of(format, block, options), settings)
    }
}

/// The renderings of BGN.
pub(super) static DOCUMENTS: [&bgn::BgnFormat; 4] = [&bgn::BGN, &bgnl::BGNL, &bgnx::BGNX, &bson::BSON];

/// The exports of sites.
static EXPORTS: [&exports::ExportFormat; 2] = [&lichess::LICHESS, &chesscom::CHESSCOM];

/// A reader of any format. There is one for each block, so its size does not matter.
#[expect(clippy::large_enum_variant, reason = "the large one is the one that must be reached without a step")]
pub enum AnyReader<'a> {
    /// PGN's own: there is so much of it that it is worth a path without a call through a table for each event.
    #[doc(hidden)]
    Pgn(pgn::PgnReader<'a>),
    /// The one of VGN, whose plain moves have such a path too.
    #[doc(hidden)]
    Vgn(Box<vgn_file::VgnReader<'a>>),
    /// The one of BGN, whose moves are played without asking a notation.
    #[doc(hidden)]
    Bgn(Box<bgn::BgnReader<'a>>),
    /// The one of cpgn, which has no texts of its moves.
    #[doc(hidden)]
    Cpgn(Box<cpgn::CpgnReader<'a>>),
    /// The one of exports, whose moves are words of SAN.
    #[doc(hidden)]
    Export(Box<exports::ExportReader<'a>>),
    /// Any other.
    #[doc(hidden)]
    Other(Box<dyn GameReader<'a> + 'a>),
}

impl<'a> AnyReader<'a> {
    /// The reader of a format's games.
    pub fn of(format: &dyn GameFormat, block: Block<'a>, options: &ReadOptions<'_>) -> AnyReader<'a> {
        if ptr::eq(format.spec(), pgn::Pgn.spec()) {
            AnyReader::Pgn(pgn::PgnReader::new(block.bytes, options.limits))
        } else if ptr::eq(format.spec(), vgn_file::Vgn.spec()) {
            AnyReader::Vgn(Box::new(vgn_file::VgnReader::new(block.bytes, options.limits)))
        } else if let Some(bgn) = DOCUMENTS.into_iter().find(|known| ptr::eq(known.spec, format.spec())) {
            AnyReader::Bgn(Box::new(bgn.documents(block, options)))
        } else if ptr::eq(format.spec(), cpgn::Cpgn.spec()) {
            AnyReader::Cpgn(Box::new(cpgn::reader(block, options)))
        } else if let Some(export) = EXPORTS.into_iter().find(|known| ptr::eq(known.spec, format.spec())) {
            AnyReader::Export(Box::new(export.games(block, options)))
        } else {
            AnyReader::Other(format.reader(block, options))
        }
    }
}

/// Evaluates an expression with the reader, whichever it is.
macro_rules! ask {
    ($any:expr, $reader:ident => $answer:expr) => {
        match $any {
            AnyReader::Pgn($reader) => $answer,
            AnyReader::Vgn($reader) => $answer,
            AnyReader::Bgn($reader) => $answer,
            AnyReader::Cpgn($reader) => $answer,
            AnyReader::Export($reader) => $answer,
            AnyReader::Other($reader) => $answer,
        }
    };
}

impl<'a> GameReader<'a> for AnyReader<'a> {
    fn next_game(&mut self) -> bool {
        ask!(self, reader => reader.next_game())
    }

    #[inline(always)]
    fn next_event(&mut self) -> Option<Item<'a>> {
        ask!(self, reader => reader.next_event())
    }

    fn span(&self) -> Range<usize> {
        ask!(self, reader => reader.span())
    }

    #[inline(always)]
    fn notation(&self) -> Option<&'static dyn MoveNotation> {
        ask!(self, reader => reader.notation())
    }

    #[inline(always)]
    fn dialect(&self) -> Dialect {
        ask!(self, reader => reader.dialect())
    }

    fn encoding(&mut self, utf8: bool) -> Encoded {
        ask!(self, reader => reader.encoding(utf8))
    }

    fn starts_at(&mut self, position: &Position) {
        ask!(self, reader => reader.starts_at(position));
    }

    fn event_date(&self) -> Option<Date> {
        ask!(self, reader => reader.event_date())
    }

    fn start(&self) -> Option<Result<(Position, Vec<BoardNote>), PositionError>> {
        ask!(self, reader => reader.start())
    }

    fn is_refused(&self) -> bool {
        ask!(self, reader => reader.is_refused())
    }

    fn stands_alone(&self) -> bool {
        ask!(self, reader => reader.stands_alone())
    }

    fn has_marker(&self) -> bool {
        ask!(self, reader => reader.has_marker())
    }

    fn places_are_bits(&self) -> bool {
        ask!(self, reader => reader.places_are_bits())
    }

    fn place_of(&self, byte: usize) -> usize {
        ask!(self, reader => reader.place_of(byte))
    }

    fn verbatim(&self, places: Range<usize>) -> Option<Bytes<'a>> {
        ask!(self, reader => reader.verbatim(places))
    }

    fn is_before_tags(&self) -> bool {
        ask!(self, reader => reader.is_before_tags())
    }

    fn give_up(&mut self) -> Option<Bytes<'a>> {
        ask!(self, reader => reader.give_up())
    }

    fn as_it_stood(&self) -> Option<Bytes<'a>> {
        ask!(self, reader => reader.as_it_stood())
    }

    fn infinite(&mut self) -> Option<InfiniteDocument<'a>> {
        ask!(self, reader => reader.infinite())
    }

    fn again(&self) -> Option<AnyReader<'a>> {
        match self {
            AnyReader::Pgn(reader) => reader.again().map(AnyReader::Pgn),
            AnyReader::Vgn(reader) => (**reader).again().map(|reader| AnyReader::Vgn(Box::new(reader))),
            AnyReader::Bgn(_) | AnyReader::Cpgn(_) | AnyReader::Export(_) | AnyReader::Other(_) => None,
        }
    }

    fn cut_short(&mut self) {
        ask!(self, reader => reader.cut_short());
    }

    fn trailing(&self) -> &[&'a [u8]] {
        ask!(self, reader => reader.trailing())
    }

    fn skip(&mut self, fault: &mut dyn FnMut(usize, Code, &[u8])) {
        match self {
            AnyReader::Pgn(reader) => GameReader::skip(reader, fault),
            AnyReader::Vgn(reader) => reader.skip(fault),
            AnyReader::Bgn(reader) => reader.skip(fault),
            AnyReader::Cpgn(reader) => reader.skip(fault),
            AnyReader::Export(reader) => reader.skip(fault),
            AnyReader::Other(reader) => reader.skip(fault),
        }
    }

    #[inline(always)]
    fn take_tag(&mut self, expected: &TagStart<'_>) -> Option<NearTag<'a>> {
        ask!(self, reader => reader.take_tag(expected))
    }

    #[inline(always)]
    fn pass_tags(&mut self, expected: &[UsualTag<'_>]) -> usize {
        ask!(self, reader => reader.pass_tags(expected))
    }

    #[inline(always)]
    fn is_at_end(&self) -> bool {
        matches!(self, AnyReader::Pgn(reader) if GameReader::is_at_end(reader))
    }

    #[inline(always)]
    fn begin_moves(&mut self) -> bool {
        match self {
            AnyReader::Pgn(reader) => GameReader::begin_moves(reader),
            _ => false,
        }
    }

    #[inline(always)]
    fn play_plain<S: Sink>(&mut self, player: &mut Player<'a>, record: &mut Record<'a>, sink: &mut S) {
        match self {
            AnyReader::Pgn(reader) => reader.play_plain(player, record, sink),
            AnyReader::Vgn(reader) => reader.play_plain(player, record, sink),
            AnyReader::Bgn(reader) => reader.play_plain(player, record, sink),
            AnyReader::Cpgn(reader) => reader.play_plain(player, record, sink),
            AnyReader::Export(reader) => reader.play_plain(player, record, sink),
            AnyReader::Other(reader) => reader.play_plain(player, record, sink),
        }
    }
}
