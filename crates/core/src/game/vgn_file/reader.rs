//! The games of VGN and of PGN in one file, one after another: each game's tags determine its format and the rest of
//! it.

use crate::dialect::vgn::codes::{self, MoveFormat};
use crate::error::Code;
use crate::event::{Bytes, Item, NearTag, TagStart, What};
use crate::game::{pgn, vgn};
use crate::limits::Limits;
use crate::notation::{self, MoveNotation};
use crate::read::{Encoded, GameReader, Player, Record};
use crate::rules::Position;
use crate::step::{Dialect, Sink};
use crate::text::Encoding;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

/// Reads the games of a block, which starts where a game starts.
pub struct VgnReader<'a> {
    block: &'a [u8],
    limits: Limits,
    /// Where the game starts.
    start: usize,
    game: CurrentGame<'a>,
    dialect: Dialect,
    encoding: Encoding,
    trailing: Vec<&'a [u8]>,
    /// Whether the block ends within a game because that is longer than the limit.
    cut_short: bool,
}

/// The game being read.
#[expect(clippy::large_enum_variant, reason = "there is one for each block, and the large one is the usual one")]
enum CurrentGame<'a> {
    None,
    /// A game of PGN. Its reader begins where the game starts.
    Pgn(Box<pgn::PgnReader<'a>>),
    Vgn(vgn::VgnGame<'a>),
}

impl<'a> VgnReader<'a> {
    /// Reads `block`.
    pub fn new(block: &'a [u8], limits: &Limits) -> VgnReader<'a> {
        VgnReader {
            block,
            limits: *limits,
            start: 0,
            game: CurrentGame::None,
            dialect: Dialect::Pgn,
            encoding: Encoding::Utf8,
            trailing: Vec::new(),
            cut_short: false,
        }
    }

    /// Reads the tags of the game that starts here and opens its moves.
    fn open(&mut self) {
        let open = if self.cut_short { vgn::ReadTags::read } else { vgn::ReadTags::open };
        let tags = open(self.block, self.start, &self.limits);
        self.dialect = tags.dialect();
        if tags.are_pgn() {
            let text = self.block.get(self.start..).unwrap_or_default();
            let mut reader = pgn::PgnReader::new(text, &self.limits).with_markers_as_games();
            if self.cut_short {
                GameReader::cut_short(&mut reader);
            }
            reader.next_game();
            self.encoding = Encoding::Utf8;
            self.game = CurrentGame::Pgn(Box::new(reader));
            return;
        }
        let mut game = vgn::VgnGame::new(self.block, tags);
        if self.cut_short {
            game.cut_short();
        }
        self.encoding = Encoding::Each;
        self.game = CurrentGame::Vgn(game);
    }

    /// What the moves are written in.
    fn format(&self) -> &'static MoveFormat {
        match &self.game {
            CurrentGame::None | CurrentGame::Pgn(_) => &codes::MOVE_FORMATS[0],
            CurrentGame::Vgn(game) => game.format(),
        }
    }

    /// Where the game ends; known once all of it was emitted.
    fn end(&self) -> usize {
        match &self.game {
            CurrentGame::None => self.start,
            CurrentGame::Pgn(reader) => self.start + reader.span().end,
            CurrentGame::Vgn(game) => game.end(),
        }
    }
}

impl<'a> GameReader<'a> for VgnReader<'a> {
    fn next_game(&mut self) -> bool {
        while self.next_event().is_some() {}
        self.start = self.end();
        if matches!(&self.game, CurrentGame::Vgn(game) if game.is_unframed()) {
            return false;
        }
        match vgn::is_another(self.block, self.start) {
            Ok(()) => {
                self.open();
                true
            }
            Err(comments) => {
                self.trailing = comments;
                self.start = self.block.len();
                self.game = CurrentGame::None;
                false
            }
        }
    }

    #[inline]
    fn next_event(&mut self) -> Option<Item<'a>> {
        match &mut self.game {
            CurrentGame::None => None,
            CurrentGame::Pgn(reader) => {
                let base = self.start;
                reader.next_event().map(|item| Item { start: item.start + base, ..item })
            }
            CurrentGame::Vgn(game) => game.next_event(),
        }
    }

    fn span(&self) -> Range<usize> {
        self.start..self.end()
    }

    #[inline]
    fn notation(&self) -> Option<&'static dyn MoveNotation> {
        notation::other_than_san(self.format().notation())
    }

    fn dialect(&self) -> Dialect {
        self.dialect
    }

    fn encoding(&mut self, _utf8: bool) -> Encoded {
        self.encoding.into()
    }

    fn starts_at(&mut self, position: &Position) {
        if let CurrentGame::Vgn(game) = &mut self.game {
            game.starts_at(position);
        }
    }

    fn has_marker(&self) -> bool {
        !self.format().binary
    }

    fn again(&self) -> Option<VgnReader<'a>> {
        let mut again = VgnReader::new(self.block, &self.limits);
        again.start = self.start;
        again.cut_short = self.cut_short;
        Some(again)
    }

    fn cut_short(&mut self) {
        self.cut_short = true;
        if let CurrentGame::Vgn(game) = &mut self.game {
            game.cut_short();
        }
    }

    fn verbatim(&self, places: Range<usize>) -> Option<Bytes<'a>> {
        match &self.game {
            CurrentGame::Pgn(_) => self.block.get(places).map(Cow::Borrowed),
            CurrentGame::None | CurrentGame::Vgn(_) => None,
        }
    }

    fn trailing(&self) -> &[&'a [u8]] {
        &self.trailing
    }

    #[inline(never)]
    fn skip(&mut self, fault: &mut dyn FnMut(usize, Code, &[u8])) {
        while let Some(Item { start, what }) = self.next_event() {
            if let What::Fault(code, text) = what {
                fault(start, code, &text);
            }
            if let CurrentGame::Vgn(game) = &mut self.game {
                game.skip_plain();
            }
        }
    }

    #[inline(always)]
    fn take_tag(&mut self, expected: &TagStart<'_>) -> Option<NearTag<'a>> {
        match &mut self.game {
            CurrentGame::Vgn(game) => game.take_tag(expected),
            CurrentGame::None | CurrentGame::Pgn(_) => None,
        }
    }

    #[inline]
    fn play_plain<S: Sink>(&mut self, player: &mut Player<'a>, record: &mut Record<'a>, sink: &mut S) {
        if let CurrentGame::Vgn(game) = &mut self.game {
            game.play_plain(player, record, sink);
        }
    }
}
