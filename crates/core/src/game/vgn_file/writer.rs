//! Each game to VGN or to PGN: games of PGN that were read from a file of this format stay what they are.

use crate::dialect::label;
use crate::game::format::WriteOptions;
use crate::game::pgn::parts::missing_end;
use crate::game::{pgn, vgn};
use crate::notation::{self, MoveNotation, ParsedMove, ShortText};
use crate::rules::Position;
use crate::step::{AsItStood, Dialect, Head, Spelling, Step};
use crate::text::{self, Encoding};
use crate::write::{Closing, GameWriter, Lacks, Page};

/// Writes games as VGN, in UTF-8 and in bytes, or as PGN.
///
/// ```
/// use scoresheet_core::game::{AnyGames, GameFormat, NamedOptions, WriteOptions, vgn_file::Vgn};
/// use scoresheet_core::{read::{Record, Settings}, write::Filter};
/// let own = Vgn.write_options(&NamedOptions { moves: Some("mcn"), ..NamedOptions::default() });
/// let options = WriteOptions { own, ..WriteOptions::default() };
/// let mut filter = Filter::new(Vgn.writer(&options), false);
/// AnyGames::new(b"1. e4 *", &Settings::default()).next(&mut Record::new(), &mut filter);
/// assert_eq!(filter.bytes(), b"[GameFormat \"VGN\"]\n[MoveFormat \"MCN\"]\n\n1. e2e4 *\n\n");
/// ```
pub struct VgnFileWriter {
    /// Writes games of VGN.
    vgn: vgn::VgnWriter,
    /// Writes games of PGN.
    pgn: pgn::PgnWriter,
    /// Whether no move notation was requested, and whether games of PGN then stay such.
    as_read: bool,
    keeps_pgn: bool,
    /// Whether this game is one of PGN, and whether anything of it may still come.
    is_pgn: bool,
    is_open: bool,
    /// How many of the last bytes only part a game of PGN from one after it.
    gap: usize,
}

impl VgnFileWriter {
    /// A writer with these options.
    pub fn new(options: &WriteOptions) -> VgnFileWriter {
        VgnFileWriter {
            vgn: vgn::VgnWriter::new(options),
            pgn: pgn::PgnWriter::new(options),
            as_read: options.own.get::<vgn::VgnOptions>().moves.is_none(),
            keeps_pgn: options.keep_format,
            is_pgn: false,
            is_open: false,
            gap: 0,
        }
    }

    /// Whether a game stays one of PGN: its file is one of VGN, or its tags name PGN.
    fn stays_pgn(&self, head: &Head<'_>) -> bool {
        let says = |name: &str, value: &str| {
            name.eq_ignore_ascii_case("GameFormat") && label::named(value) == Some(Dialect::Pgn)
        };
        self.as_read
            && head.dialect == Dialect::Pgn
            && (self.keeps_pgn || head.tags.iter().any(|(name, value)| says(name, value)))
    }

    /// Takes over what was written as PGN.
    #[cold]
    fn take_pgn(&mut self) {
        let (pgn, vgn) = (self.pgn.page(), self.vgn.page());
        vgn.out.append(&mut pgn.out);
        // The game is followed by the end of its last line, and an empty one that only separates it from the next.
        self.gap = usize::from(vgn.out.ends_with(b"\n\n"));
        for loss in core::mem::take(&mut pgn.losses).iter() {
            vgn.losses.add(loss.kind, loss.count, loss.first);
        }
    }
}

impl GameWriter for VgnFileWriter {
    fn write(&mut self, step: &Step<'_>) {
        if let Step::Head(head) = step {
            self.is_pgn = self.stays_pgn(head);
            self.is_open = true;
            let pgn = self.pgn.page();
            pgn.out.clear();
            pgn.place = head.place;
        }
        if !self.is_pgn {
            return self.vgn.write(step);
        }
        self.pgn.write(step);
        if let Step::End(_) = step
            && core::mem::take(&mut self.is_open)
        {
            self.take_pgn();
        }
    }

    fn moving(&mut self, before: &Position, named: &ParsedMove, spelled: Option<Spelling<'_>>) {
        if self.is_pgn { self.pgn.moving(before, named, spelled) } else { self.vgn.moving(before, named, spelled) }
    }

    fn played(&mut self, after: &Position) {
        if self.is_pgn { self.pgn.played(after) } else { self.vgn.played(after) }
    }

    fn takes_short_text(&self) -> Option<&'static dyn MoveNotation> {
        if self.is_pgn { self.pgn.takes_short_text() } else { self.vgn.takes_short_text() }
    }

    fn write_unmarked(&mut self, text: ShortText, after: &Position) {
        if self.is_pgn { self.pgn.write_unmarked(text, after) } else { self.vgn.write_unmarked(text, after) }
    }

    fn notation(&self) -> &'static notation::NotationSpec {
        if self.is_pgn { self.pgn.notation() } else { self.vgn.notation() }
    }

    fn lacks(&self) -> Lacks {
        if self.is_pgn { self.pgn.lacks() } else { self.vgn.lacks() }
    }

    fn copy(&mut self, dialect: Dialect, game: &AsItStood<'_>) -> bool {
        self.is_pgn = false;
        if dialect != Dialect::Pgn {
            return self.vgn.copy(dialect, game);
        }
        let text = text::decode(game.text, game.encoding);
        let text = text.trim_start_matches('\u{feff}').trim();
        let whole = [text, &*missing_end(text)].concat();
        self.vgn.copy(dialect, &AsItStood { text: whole.as_bytes(), encoding: Encoding::Utf8, alone: game.alone })
    }

    fn trailing(&mut self, comments: &[&str]) {
        self.vgn.trailing(comments);
    }

    fn takes_vgn(&self) -> bool {
        true
    }

    fn starts_anywhere(&self) -> bool {
        true
    }

    fn page(&mut self) -> &mut Page {
        self.vgn.page()
    }

    fn closing(&self) -> Closing {
        if self.is_pgn { Closing::gap(self.gap) } else { self.vgn.closing() }
    }
}
