//! Events to VGN, in any of its move formats. A file of VGN holds games of PGN too: those of VGN files stay what they are.

mod copy;
mod moves;
mod own;
mod tags;

use crate::dialect::label;
use crate::game::format::{OptionSpec, Spec, VALIDATION, WriteOptions};
use crate::game::pgn;
use crate::loss::LossKind;
use crate::notation;
use crate::step::{AsItStood, Dialect, Head, Step};
use crate::write::{GameWriter, Lacks, Page};
use own::Own;

const NO_YES: &[&str] = &["no", "yes"];

/// The format's own options.
pub(super) const OPTIONS: &[OptionSpec] = &[
    VALIDATION,
    OptionSpec {
        id: "comments",
        values: &["paired", "inplace"],
        default: "paired",
        doc: "where comments and variations on White's move stand: behind Black's reply, or right behind the move",
        reads: false,
    },
    OptionSpec {
        id: "anchors",
        values: NO_YES,
        default: "no",
        doc: "whether a comment that stands behind Black's reply says where it belongs: `[%at 12.]`",
        reads: false,
    },
    OptionSpec {
        id: "flag_nags",
        values: NO_YES,
        default: "no",
        doc: "whether only legal moves, turns that end in check and illegal moves get the NAGs $230, $231 and $232",
        reads: false,
    },
    OptionSpec {
        id: "nags",
        values: &["pgn", "composite"],
        default: "pgn",
        doc: "whether NAGs are PGN's numbers or composite ones; unless it is given, those of VGN stay what they are",
        reads: false,
    },
    OptionSpec {
        id: "pgc_comments",
        values: NO_YES,
        default: "no",
        doc: "whether PGC keeps comments, as escaped lines",
        reads: false,
    },
];

/// What VGN cannot say, whatever its moves are; what they cannot say comes to it.
pub(super) const LOSSES: &[LossKind] = &[
    LossKind::Comment,
    LossKind::Command,
    LossKind::Nag,
    LossKind::NagComposite,
    LossKind::Variation,
    LossKind::CommentPlace,
    LossKind::VariationPlace,
    LossKind::ResultSentence,
    LossKind::TagText,
    LossKind::EscapedLine,
];

/// Writes games as VGN, in UTF-8 and in bytes. What a game needs is told call by call, in the order of a PGN text.
///
/// ```
/// use scoresheet_core::game::{GameFormat, Games, WriteOptions, vgn::Vgn};
/// use scoresheet_core::{read::{Record, Settings}, write::Filter};
/// let options = WriteOptions { moves: Some("mcn".into()), ..WriteOptions::default() };
/// let mut filter = Filter::new(Vgn.writer(&options), false);
/// Games::new(b"1. e4 *", &Settings::default()).next(&mut Record::new(), &mut filter);
/// assert_eq!(filter.bytes(), b"[GameFormat \"VGN\"]\n[MoveFormat \"MCN\"]\n\n1. e2e4 *\n\n");
/// ```
pub struct Writer {
    own: Own,
    /// Writes games of PGN.
    pgn: pgn::Writer,
    /// Whether no move notation was asked for, and whether games of PGN then stay such.
    as_read: bool,
    keeps_pgn: bool,
    /// Whether this game is one of PGN, and whether anything of it may still come.
    is_pgn: bool,
    is_open: bool,
    /// How many of the last bytes only part a game of PGN from one behind it.
    gap: usize,
}

impl Writer {
    /// A writer with these options, those of the format by its entry.
    pub fn new(options: &WriteOptions, spec: &'static Spec) -> Writer {
        let plain = WriteOptions { moves: None, positions: None, ..options.clone() };
        Writer {
            own: Own::new(options, spec),
            pgn: pgn::Writer::new(&plain, "san"),
            as_read: options.moves.is_none(),
            keeps_pgn: options.keep_format,
            is_pgn: false,
            is_open: false,
            gap: 0,
        }
    }

    /// Whether a game stays one of PGN: its file is one of VGN, or it says so itself.
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
        let (pgn, own) = (self.pgn.page(), self.own.page());
        own.out.append(&mut pgn.out);
        // Behind the game stands the end of its last line, and an empty one that only parts it from the next.
        self.gap = usize::from(own.out.ends_with(b"\n\n"));
        for loss in core::mem::take(&mut pgn.losses).iter() {
            own.losses.add(loss.kind, loss.count, loss.first);
        }
    }
}

impl GameWriter for Writer {
    fn write(&mut self, step: &Step<'_>) {
        if let Step::Head(head) = step {
            self.is_pgn = self.stays_pgn(head);
            self.is_open = true;
            let pgn = self.pgn.page();
            pgn.out.clear();
            pgn.place = head.place;
        }
        if !self.is_pgn {
            return self.own.write(step);
        }
        self.pgn.write(step);
        if let Step::End(_) = step
            && core::mem::take(&mut self.is_open)
        {
            self.take_pgn();
        }
    }

    fn notation(&self) -> &'static notation::Spec {
        if self.is_pgn { self.pgn.notation() } else { self.own.notation() }
    }

    fn lacks(&self) -> Lacks {
        if self.is_pgn { self.pgn.lacks() } else { self.own.lacks() }
    }

    fn copy(&mut self, dialect: Dialect, game: &AsItStood<'_>) -> bool {
        self.is_pgn = false;
        self.own.copy(dialect, game)
    }

    fn trailing(&mut self, comments: &[&str]) {
        self.own.trailing(comments);
    }

    fn page(&mut self) -> &mut Page {
        self.own.page()
    }

    fn gap(&self) -> usize {
        if self.is_pgn { self.gap } else { self.own.gap() }
    }
}
