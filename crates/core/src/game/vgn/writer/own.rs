//! Games of VGN in any of its move formats.

use super::moves::Moves;
use super::tags::Tags;
use crate::at::At;
use crate::command;
use crate::game::pgc::recorder::Recorder;
use crate::game::vgn::codes::{self, MoveFormat};
use crate::game::vgn::head::{self, How};
use crate::game::vgn::nags;
use crate::game::{CommentForm, Dialect, GameWriter, Head, Termination, WriteOptions};
use crate::loss::{LossKind, Losses};
use crate::notation::{Claim, Last, MoveNotation, Named, NoText, Spec, bccf, fcn, san};
use crate::position::{PositionNotation, bcfen, fen, sfen};
use crate::rules::{Color, Position};
use crate::text::{Encoding, push_number};
use alloc::vec::Vec;

/// Writes games as VGN, in UTF-8 and in bytes.
pub(super) struct Own {
    /// The format asked for.
    wanted: Option<&'static MoveFormat>,
    /// Whether NAGs are composite, where that was asked for.
    composite: Option<bool>,
    /// Whether a start position is FEN in any case.
    fen: bool,
    /// Whether what the board says of a move becomes NAGs.
    flag_nags: bool,
    /// Whether PGC holds comments, in records made for something else.
    pgc_comments: bool,
    export: bool,
    sort_tags: bool,
    out: Vec<u8>,
    losses: Losses,
    place: At,
    tags: Tags,
    moves: Moves,
    records: Recorder,
    /// This game's format, what writes its moves, and whether its NAGs may be composite.
    format: &'static MoveFormat,
    words: Words,
    has_composite: bool,
    /// Whether anything of this game was written, and how it ended: comments may stand behind that.
    begun: bool,
    termination: Termination,
    /// Variations open that are left out.
    left_out: usize,
    /// Whether something was left out since a variation opened.
    emptied: bool,
    /// Moves of the mainline that were written.
    played: u64,
    /// The move being played: whose it is, and its number.
    playing: (Color, u32),
    /// Added NAGs that the last move has, the first of them in the lowest bit.
    flags: u8,
    /// NAGs due for the move being played, in the same bits.
    due_flags: u8,
    /// Whether the move being played stands as it was spelled.
    spelled: bool,
    /// How many of the last bytes only part the game from one behind it.
    gap: usize,
}

/// What writes the moves of a game.
#[derive(Clone, Copy)]
enum Words {
    San,
    /// FCN, and whether it has a third mark.
    Fcn(bool),
    /// Words without marks.
    Plain(&'static dyn MoveNotation),
    Fen,
    /// SFEN, and whether it has a third mark.
    Sfen(&'static sfen::Sfen, bool),
    Bccf,
    Bcfen,
    Pgc,
}

/// The first of the NAGs that say what the board says: the only legal move, a turn ended in check, an illegal move.
const FIRST_FLAG: u8 = 230;

impl Words {
    fn of(format: &MoveFormat) -> Words {
        match format.code {
            "SAN" => Words::San,
            "FCN" => Words::Fcn(true),
            "FCN2" => Words::Fcn(false),
            "SFEN" => Words::Sfen(&sfen::SFEN, true),
            "SFEN2" => Words::Sfen(&sfen::SFEN_1_0, false),
            "FEN" => Words::Fen,
            "BCCF" => Words::Bccf,
            "BCFEN" => Words::Bcfen,
            "PGC" => Words::Pgc,
            _ => Words::Plain(format.notation()),
        }
    }

    /// Whether each move is a row of the text.
    fn are_rows(self) -> bool {
        matches!(self, Words::Fen | Words::Sfen(..))
    }

    /// Whether the last move says how the game ended.
    fn say_end(self) -> bool {
        matches!(self, Words::Fcn(true) | Words::Sfen(_, true))
    }
}

/// The format with this code, as it may be written: those that nothing ends are not.
fn format(code: &str) -> Option<&'static MoveFormat> {
    let found = codes::move_format(code)?;
    if found.unended { codes::move_format(found.code.trim_end_matches('2')) } else { Some(found) }
}

impl Own {
    /// A writer with these options.
    pub(super) fn new(options: &WriteOptions) -> Own {
        let spec = &crate::game::vgn::SPEC;
        let is = |id: &str, value: &str| options.choice(spec, id) == value;
        let mut moves = Moves::new();
        moves.paired = is("comments", "paired");
        moves.anchored = is("anchors", "yes");
        moves.keeps_lines = options.keep_spelling;
        let asked = options.choices.iter().any(|(name, _)| name == "nags");
        let usual = &codes::MOVE_FORMATS[0];
        Own {
            wanted: options.moves.as_deref().and_then(format),
            composite: asked.then(|| is("nags", "composite")),
            fen: options.positions.as_deref() == Some("fen"),
            flag_nags: is("flag_nags", "yes"),
            pgc_comments: is("pgc_comments", "yes"),
            export: options.export,
            sort_tags: options.sort_tags,
            out: Vec::new(),
            losses: Losses::default(),
            place: At::default(),
            tags: Tags::new(How { format: usual, composite: false, fen: false, sorted: false }),
            moves,
            records: Recorder::default(),
            format: usual,
            words: Words::of(usual),
            has_composite: false,
            begun: false,
            termination: Termination::Unknown,
            left_out: 0,
            emptied: false,
            played: 0,
            playing: (Color::White, 0),
            flags: 0,
            due_flags: 0,
            spelled: false,
            gap: 0,
        }
    }

    /// Takes the loss into account.
    #[cold]
    fn lose(&mut self, kind: LossKind, count: u64) {
        self.losses.add(kind, count, self.place);
    }

    /// Takes a comment that is left out into account.
    #[cold]
    fn lose_comment(&mut self, text: &str) {
        self.emptied = true;
        let (comments, commands) = command::count(text);
        self.lose(LossKind::Comment, comments);
        self.lose(LossKind::Command, commands);
    }

    /// Takes a NAG that is left out into account.
    #[cold]
    fn lose_nag(&mut self, value: Option<u8>) {
        let composite = value.is_none() && !matches!(self.words, Words::Bccf | Words::Bcfen);
        self.lose(if composite { LossKind::NagComposite } else { LossKind::Nag }, 1);
    }

    /// Whether a variation may open here: behind a move.
    fn can_open(&self) -> bool {
        match self.words {
            Words::Bccf | Words::Bcfen => false,
            Words::Pgc => self.records.has_move(),
            _ => self.moves.has_move(),
        }
    }

    /// What the board says of the move that is about to be played, as far as it is seen before that.
    #[cold]
    fn flags_before(&self, before: &Position, named: &Named) -> u8 {
        let mut count = 0;
        before.each_legal(|_| {
            count += 1;
            count < 2
        });
        u8::from(count == 1 && !named.illegal) | u8::from(named.illegal) << 2
    }

    /// Adds the NAGs that say what the board says of the last move.
    #[cold]
    fn write_flags(&mut self, after: &Position) {
        let ended_in_check = after.king_attacked(after.turn().other());
        let due = self.due_flags | u8::from(ended_in_check) << 1;
        for bit in (0..3).filter(|bit| due >> bit & 1 == 1) {
            self.nag(Some(FIRST_FLAG + bit), b"");
        }
        self.flags = due;
    }

    /// A NAG in a text.
    fn text_nag(&mut self, value: Option<u8>, spelled: &[u8]) {
        if !self.moves.has_move() {
            return self.lose_nag(value);
        }
        let number = match value {
            Some(value) => Some(u32::from(value)),
            None => simple(spelled),
        };
        if self.has_composite {
            let spelled = core::str::from_utf8(spelled).unwrap_or_default();
            // Those of the source stay as they are unless composite ones were asked for.
            if self.composite == Some(true) || value.is_none() {
                let token = nags::as_composite(value, spelled);
                return self.moves.nag(token.as_bytes(), &mut self.out);
            }
        }
        match number.or_else(|| nags::as_simple(value, spelled).map(u32::from)) {
            Some(number) => {
                let to = self.moves.word(&mut self.out);
                to.extend_from_slice(b" $");
                push_number(number, to);
            }
            None => self.lose(LossKind::NagComposite, 1),
        }
    }

    /// Ends the game's moves.
    fn end_moves(&mut self, termination: Termination) {
        if !self.begun {
            return;
        }
        self.begun = false;
        self.left_out = 0;
        let out = &mut self.out;
        match self.words {
            Words::Bccf => match out.last_mut() {
                Some(last) if self.played > 0 => *last |= 1,
                _ => out.extend_from_slice(&bccf::NO_MOVES),
            },
            Words::Bcfen => out.push(bcfen::END),
            Words::Pgc => {
                self.records.end(out);
                self.records.set_result(termination.as_str(), out);
            }
            words => {
                let marker = match termination {
                    // VGN knows no such marker.
                    Termination::BothLose => {
                        self.losses.add(LossKind::ResultSentence, 1, self.place);
                        Termination::Unknown
                    }
                    other => other,
                };
                self.moves.end(marker, words.say_end(), out);
            }
        }
        let binary = self.format.binary;
        self.tags.end(termination, &mut self.out, &mut self.losses, self.place);
        self.end_text(binary);
    }

    /// Parts the game from what follows.
    fn end_text(&mut self, binary: bool) {
        self.gap = if binary { 2 } else { 1 };
        self.out.extend(core::iter::repeat_n(b'\n', self.gap));
    }
}

/// A NAG without parts, however large its number.
fn simple(spelled: &[u8]) -> Option<u32> {
    core::str::from_utf8(spelled.strip_prefix(b"$")?).ok()?.parse().ok()
}

impl GameWriter for Own {
    fn start_game(&mut self, place: At) {
        self.place = place;
        self.gap = 0;
        self.begun = false;
    }

    fn head(&mut self, head: &Head<'_>) {
        let tag = |wanted: &str| head.tags.iter().rev().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
        let own = Some(head.dialect).filter(|dialect| *dialect == Dialect::Vgn);
        let own_moves = own.map(|_| tag("MoveFormat").map_or("SAN", |(_, value)| value));
        let own_nags = own.and_then(|_| tag("NAGFormat")).is_some_and(|(_, value)| head::is_composite(value));
        let usual = || codes::move_format("FCN").unwrap_or(&codes::MOVE_FORMATS[0]);
        self.format = self.wanted.or_else(|| own_moves.and_then(format)).unwrap_or_else(usual);
        self.words = Words::of(self.format);
        self.has_composite = self.composite.unwrap_or(own_nags) && !self.format.binary;
        self.begun = true;
        self.termination = Termination::Unknown;
        self.left_out = 0;
        self.played = 0;
        self.flags = 0;
        let how = How { format: self.format, composite: self.has_composite, fen: self.fen, sorted: self.sort_tags };
        self.tags.write(head, how, self.export, &mut self.out);
        match self.words {
            Words::Bccf | Words::Bcfen => {}
            Words::Pgc => self.records.begin_with_result(self.tags.expected().as_str(), &mut self.out),
            words => {
                self.moves.rows = words.are_rows();
                self.moves.start();
            }
        }
    }

    fn notation(&self) -> &'static Spec {
        self.format.notation().spec()
    }

    fn place(&mut self, place: At) {
        self.place = place;
    }

    #[inline]
    fn moving(&mut self, before: &Position, named: &Named, spelled: Option<&[u8]>) {
        if self.left_out > 0 {
            return;
        }
        self.playing = (before.turn(), before.fullmove());
        self.flags = 0;
        if self.flag_nags {
            self.due_flags = self.flags_before(before, named);
        }
        let out = &mut self.out;
        self.spelled = false;
        if let Some(spelled) = spelled
            && !self.format.binary
            && !spelled.contains(&b'\n')
        {
            self.spelled = true;
            return self.moves.start_word(self.playing, out, &mut self.losses).extend_from_slice(spelled);
        }
        // What it has no text for it is never asked to write.
        let _: Result<(), NoText> = match self.words {
            Words::San => {
                san::write_body(before, named.mv, self.moves.start_word(self.playing, out, &mut self.losses));
                Ok(())
            }
            Words::Fcn(_) => {
                fcn::write_body(before, named.mv, self.moves.start_word(self.playing, out, &mut self.losses))
            }
            Words::Plain(notation) => {
                let to = self.moves.start_word(self.playing, out, &mut self.losses);
                notation.write(before, named.mv, Last::No, to)
            }
            Words::Bccf => bccf::BCCF.write(before, named.mv, Last::No, out),
            Words::Pgc => self.records.play_in(before, named.mv, out),
            Words::Fen | Words::Sfen(..) | Words::Bcfen => Ok(()),
        };
    }

    #[inline]
    fn moved(&mut self, after: &Position) {
        if self.left_out > 0 {
            return;
        }
        let out = &mut self.out;
        let mut claim = Claim::Any;
        match self.words {
            _ if self.spelled => {}
            Words::San => self.moves.word(out).extend_from_slice(san::mark(after)),
            Words::Fcn(_) => {
                claim = Claim::of_board(after, Last::No);
                if claim != Claim::Open {
                    self.moves.word(out).extend_from_slice(claim.marks());
                }
            }
            Words::Sfen(notation, _) => {
                claim = Claim::of_board(after, Last::No);
                notation.write(after, claim, self.moves.start_word(self.playing, out, &mut self.losses));
                if after.rules().free_castling
                    && let Some(kind) = notation.loss(after)
                {
                    self.lose(kind, 1);
                }
            }
            Words::Fen => {
                let style = fen::Style { en_passant: fen::EnPassant::Always, ..fen::Style::default() };
                fen::append(after, style, self.moves.start_word(self.playing, out, &mut self.losses));
            }
            Words::Bcfen => bcfen::BCFEN.write(after, Claim::Any, out),
            Words::Plain(_) | Words::Bccf | Words::Pgc => {}
        }
        self.played += 1;
        self.moves.end_word(claim, &self.out);
        if self.flag_nags && !matches!(self.words, Words::Bccf | Words::Bcfen) {
            self.write_flags(after);
        }
    }

    fn nag(&mut self, value: Option<u8>, spelled: &[u8]) {
        if let Some(bit) = value.and_then(|value| value.checked_sub(FIRST_FLAG))
            && bit < 3
            && self.flags >> bit & 1 == 1
        {
            return;
        }
        if self.left_out > 0 {
            return self.lose_nag(value);
        }
        match self.words {
            Words::Bccf | Words::Bcfen => self.lose_nag(value),
            Words::Pgc => match nags::as_simple(value, spelled) {
                Some(value) if self.records.has_move() => self.records.nag(value, &mut self.out),
                Some(_) => self.lose(LossKind::Nag, 1),
                None => self.lose(LossKind::NagComposite, 1),
            },
            _ => self.text_nag(value, spelled),
        }
    }

    fn comment(&mut self, text: &str, form: CommentForm) {
        if self.left_out > 0 {
            return self.lose_comment(text);
        }
        match self.words {
            Words::Pgc if self.pgc_comments => {
                if !self.records.comment(text, &mut self.out, &mut self.losses, self.place) {
                    self.lose_comment(text);
                }
            }
            Words::Bccf | Words::Bcfen | Words::Pgc => self.lose_comment(text),
            _ => self.moves.comment(text, form, self.place, &mut self.losses),
        }
    }

    fn escape(&mut self, text: &str) {
        match self.words {
            Words::Pgc if self.left_out == 0 => {
                if !self.records.escape(text, &mut self.out, &mut self.losses, self.place) {
                    self.lose(LossKind::EscapedLine, 1);
                }
            }
            _ => self.lose(LossKind::EscapedLine, 1),
        }
    }

    fn open(&mut self) {
        if self.left_out > 0 || !self.can_open() {
            self.left_out += 1;
            return self.lose(LossKind::Variation, 1);
        }
        match self.words {
            Words::Pgc => {
                self.emptied = false;
                self.records.open(&mut self.out);
            }
            _ => self.moves.open(self.place),
        }
    }

    fn close(&mut self) {
        if self.left_out > 0 {
            self.left_out -= 1;
            return;
        }
        match self.words {
            Words::Bccf | Words::Bcfen => {}
            // A variation in which something stood, but nothing that is kept.
            Words::Pgc if !self.records.close(&mut self.out) && self.emptied => self.lose(LossKind::Variation, 1),
            Words::Pgc => {}
            _ => self.moves.close(&mut self.out),
        }
    }

    fn inner(&mut self, termination: Termination) {
        if self.left_out == 0 && !self.format.binary {
            self.moves.inner(termination, &mut self.out);
        }
    }

    fn termination(&mut self, termination: Termination) {
        self.termination = termination;
    }

    fn end_game(&mut self) {
        self.end_moves(self.termination);
    }

    fn copy(&mut self, dialect: Dialect, text: &[u8], encoding: Encoding) -> bool {
        let binary = super::copy::append(dialect, text, encoding, &mut self.out);
        self.end_text(binary);
        true
    }

    fn trailing(&mut self, comments: &[&str]) {
        self.moves.start();
        for text in comments {
            self.moves.comment(text, CommentForm::Braces, self.place, &mut self.losses);
        }
        self.moves.end_comments(&mut self.out);
    }

    fn bytes(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }

    fn losses(&mut self) -> &mut Losses {
        &mut self.losses
    }

    fn gap(&self) -> usize {
        self.gap
    }
}
