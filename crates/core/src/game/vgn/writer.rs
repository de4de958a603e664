//! Events to VGN, in any of its move formats. A file of VGN holds games of PGN too: those of VGN files stay what they are.

mod copy;
mod moves;
mod own;
mod tags;

use super::codes;
use crate::at::At;
use crate::game::{CommentForm, Dialect, GameWriter, Head, OptionSpec, Termination, VALIDATION, WriteOptions, pgn};
use crate::loss::{LossKind, Losses};
use crate::notation::{Named, Spec};
use crate::rules::Position;
use crate::text::Encoding;
use alloc::vec::Vec;
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
/// use scoresheet_core::{at::At, game::{Dialect, GameWriter, Head, Termination, WriteOptions, vgn::Writer}};
/// use scoresheet_core::{notation::san, rules::Position};
/// let mut writer = Writer::new(&WriteOptions { moves: Some("mcn".into()), ..WriteOptions::default() });
/// let mut position = Position::start();
/// writer.start_game(At::default());
/// writer.head(&Head { dialect: Dialect::Pgn, tags: &[], start: &position, usual: true });
/// let named = san::read(&position, b"e4", &scoresheet_core::notation::language::ENGLISH).unwrap();
/// writer.moving(&position, &named, None);
/// position.play_unchecked(named.mv);
/// writer.moved(&position);
/// writer.termination(Termination::Unknown);
/// writer.end_game();
/// assert_eq!(writer.bytes(), b"[GameFormat \"VGN\"]\n[MoveFormat \"MCN\"]\n\n1. e2e4 *\n\n");
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
    /// A writer with these options.
    pub fn new(options: &WriteOptions) -> Writer {
        let plain = WriteOptions { moves: None, positions: None, ..options.clone() };
        Writer {
            own: Own::new(options),
            pgn: pgn::Writer::new(&plain),
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
            name.eq_ignore_ascii_case("GameFormat") && codes::game_format(value) == Some(Dialect::Pgn)
        };
        self.as_read
            && head.dialect == Dialect::Pgn
            && (self.keeps_pgn || head.tags.iter().any(|(name, value)| says(name, value)))
    }

    /// Whoever writes this game.
    #[inline]
    fn writer(&mut self) -> &mut dyn GameWriter {
        if self.is_pgn { &mut self.pgn } else { &mut self.own }
    }

    /// Takes over what was written as PGN.
    #[cold]
    fn take_pgn(&mut self) {
        let out = self.own.bytes();
        out.append(self.pgn.bytes());
        // Behind the game stands the end of its last line, and an empty one that only parts it from the next.
        self.gap = usize::from(out.ends_with(b"\n\n"));
        for loss in core::mem::take(self.pgn.losses()).iter() {
            self.own.losses().add(loss.kind, loss.count, loss.first);
        }
    }
}

impl GameWriter for Writer {
    fn start_game(&mut self, place: At) {
        self.is_pgn = false;
        self.is_open = true;
        self.own.start_game(place);
        self.pgn.bytes().clear();
        self.pgn.start_game(place);
    }

    fn head(&mut self, head: &Head<'_>) {
        self.is_pgn = self.stays_pgn(head);
        self.writer().head(head);
    }

    fn notation(&self) -> &'static Spec {
        if self.is_pgn { self.pgn.notation() } else { self.own.notation() }
    }

    fn place(&mut self, place: At) {
        self.writer().place(place);
    }

    #[inline]
    fn moving(&mut self, before: &Position, named: &Named, spelled: Option<&[u8]>) {
        if self.is_pgn {
            self.pgn.moving(before, named, spelled);
        } else {
            self.own.moving(before, named, spelled);
        }
    }

    #[inline]
    fn moved(&mut self, after: &Position) {
        if self.is_pgn {
            self.pgn.moved(after);
        } else {
            self.own.moved(after);
        }
    }

    fn nag(&mut self, value: Option<u8>, spelled: &[u8]) {
        self.writer().nag(value, spelled);
    }

    fn comment(&mut self, text: &str, form: CommentForm) {
        self.writer().comment(text, form);
    }

    fn escape(&mut self, text: &str) {
        self.writer().escape(text);
    }

    fn open(&mut self) {
        self.writer().open();
    }

    fn close(&mut self) {
        self.writer().close();
    }

    fn inner(&mut self, termination: Termination) {
        self.writer().inner(termination);
    }

    fn termination(&mut self, termination: Termination) {
        self.writer().termination(termination);
    }

    fn end_game(&mut self) {
        self.writer().end_game();
        if core::mem::take(&mut self.is_open) && self.is_pgn {
            self.take_pgn();
        }
    }

    fn copy(&mut self, dialect: Dialect, text: &[u8], encoding: Encoding) -> bool {
        self.is_pgn = false;
        self.own.copy(dialect, text, encoding)
    }

    fn trailing(&mut self, comments: &[&str]) {
        self.own.trailing(comments);
    }

    fn bytes(&mut self) -> &mut Vec<u8> {
        self.own.bytes()
    }

    fn losses(&mut self) -> &mut Losses {
        self.own.losses()
    }

    fn gap(&self) -> usize {
        if self.is_pgn { self.gap } else { self.own.gap() }
    }
}
