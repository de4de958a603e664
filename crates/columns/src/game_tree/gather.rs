//! The moves of games from the start of a tree on.

use super::options::{Orders, TreeOptions};
use crate::index::occurrence::Occurrence;
use scoresheet_core::date::Date;
use scoresheet_core::rules::zobrist::Key;
use scoresheet_core::rules::{Color, PackedMove, Position};
use scoresheet_core::step::{Dialect, Head, Sink, Step, Termination};
use scoresheet_core::text::{moves_terminal, rating};
use std::sync::Arc;

/// The maximum number of characters of a name in a comment.
const NAME: usize = 80;

/// The moves of several games.
#[derive(Debug, Default)]
pub struct Lines {
    pub(super) mets: Vec<Occurrence>,
    pub(super) games: Vec<Line>,
    /// The names of the games, one after another.
    pub(super) names: String,
}

/// A game, and where its moves and its names end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) number: u64,
    pub(super) end: usize,
    pub(super) names_end: usize,
    pub(super) place: LinePlace,
    pub(super) facts: LineFacts,
    /// The moves after the last ply of the tree.
    pub(super) later: u64,
    /// Whether the game continues with a move that is not legal.
    pub(super) broken: bool,
}

/// Whether a game belongs to the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinePlace {
    InTree,
    /// It is played by other rules.
    OtherRules,
    /// It does not reach the start of the tree.
    OtherStart,
    /// The player has not played it, or not with this color.
    OtherPlayer,
}

/// What is known about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineFacts {
    pub(super) result: Termination,
    /// Whether scores are those of Black.
    pub(super) black: bool,
    /// The sum of the ratings that are known.
    pub(super) elos: u32,
}

/// Collects the moves of games from their steps.
pub struct LineGatherer {
    options: Arc<TreeOptions>,
    root: u64,
    /// The hash of the start of the tree.
    start_hash: u64,
    lines: Lines,
    /// The current game.
    first: usize,
    first_name: usize,
    place: LinePlace,
    facts: LineFacts,
    /// The key of the place that the game has reached, and the plies from the start of the tree.
    key: u64,
    ply: u16,
    depth: usize,
    later: u64,
    broken: bool,
    /// The move that is being played.
    next: Option<PackedMove>,
}

impl LineGatherer {
    /// Collects the moves for a tree with these options.
    pub fn new(options: &Arc<TreeOptions>) -> LineGatherer {
        LineGatherer {
            root: Orders::root(&options.start),
            start_hash: Key::of(&options.start).polyglot(),
            options: Arc::clone(options),
            lines: Lines::default(),
            first: 0,
            first_name: 0,
            place: LinePlace::OtherStart,
            facts: LineFacts { result: Termination::Unknown, black: false, elos: 0 },
            key: 0,
            ply: 0,
            depth: 0,
            later: 0,
            broken: false,
            next: None,
        }
    }

    /// Ends the game whose steps were taken, and keeps its moves.
    pub fn end(&mut self, number: u64) {
        if self.place != LinePlace::InTree {
            self.drop_game();
        }
        (self.first, self.first_name) = (self.lines.mets.len(), self.lines.names.len());
        self.lines.games.push(Line {
            number,
            end: self.first,
            names_end: self.first_name,
            place: self.place,
            facts: self.facts,
            later: self.later,
            broken: self.broken,
        });
    }

    /// Drops what was taken of the current game.
    pub fn drop_game(&mut self) {
        self.lines.mets.truncate(self.first);
        self.lines.names.truncate(self.first_name);
    }

    /// How many moves there are.
    pub fn moves(&self) -> usize {
        self.lines.mets.len()
    }

    /// The moves of all games.
    pub fn finish(self) -> Lines {
        self.lines
    }

    fn begin(&mut self, head: &Head<'_>) {
        // If a head comes again before the end, the same game starts again.
        self.drop_game();
        (self.ply, self.depth, self.later, self.broken, self.next) = (0, 0, 0, false, None);
        let [white, black] = ["White", "Black"].map(|name| tag(head, name).unwrap_or_default());
        let elo = |name| tag(head, name).and_then(rating).and_then(|elo| u32::try_from(elo).ok()).unwrap_or(0);
        self.facts = LineFacts {
            result: Termination::of_result(tag(head, "Result")),
            black: self.options.color == Some(Color::Black),
            elos: elo("WhiteElo") + elo("BlackElo"),
        };
        self.place = LinePlace::OtherStart;
        if let Some(player) = &self.options.player {
            let is_side = |name: &str, color| name == player && self.options.color.is_none_or(|side| side == color);
            self.facts.black = is_side(black, Color::Black) && !is_side(white, Color::White);
            if !(self.facts.black || is_side(white, Color::White)) {
                self.place = LinePlace::OtherPlayer;
            }
        }
        let rules = |position: &Position| position.rules().without_free_castling();
        if rules(head.start) != rules(&self.options.start) {
            self.place = LinePlace::OtherRules;
        }
        if self.place == LinePlace::OtherStart && self.options.examples > 0 {
            self.name(head, white, black);
        }
        self.reach(head.start);
    }

    /// Keeps how the game is named in comments.
    fn name(&mut self, head: &Head<'_>, white: &str, black: &str) {
        let names = &mut self.lines.names;
        for (name, behind) in [(white, " - "), (black, "")] {
            let known = Some(name.trim()).filter(|name| !name.is_empty()).unwrap_or("?");
            names.extend(known.chars().take(NAME).map(plain));
            names.push_str(if known.chars().nth(NAME).is_some() { "…" } else { "" });
            names.push_str(behind);
        }
        let date = tag(head, "Date").and_then(Date::parse).or_else(|| tag(head, "UTCDate").and_then(Date::parse));
        if let Some(date) = date {
            names.push_str(&format!(" {}", date.year));
        }
    }

    /// Looks whether this position is the start of the tree, if the game has not reached that yet.
    fn reach(&mut self, position: &Position) {
        if self.place == LinePlace::OtherStart && !self.broken && Key::of(position).polyglot() == self.start_hash {
            (self.place, self.key) = (LinePlace::InTree, self.root);
        }
    }

    #[inline]
    fn add(&mut self, packed: PackedMove, is_legal: bool) {
        self.next = None;
        self.broken |= !is_legal;
        if self.place != LinePlace::InTree || self.broken {
            return;
        }
        if self.ply < self.options.plies {
            self.lines.mets.push(Occurrence::new(self.key, 0, self.ply, packed.0));
            self.next = Some(packed);
        } else {
            self.later += 1;
        }
    }

    /// The move was played, which led to this position.
    fn played(&mut self, after: &Position) {
        if let Some(packed) = self.next.take() {
            self.ply += 1;
            if self.ply < self.options.plies {
                self.key = self.options.orders.key(self.key, packed, after, self.ply);
            }
        } else {
            self.reach(after);
        }
    }
}

impl Sink for LineGatherer {
    #[inline]
    fn take(&mut self, step: Step<'_>) {
        match step {
            Step::Head(head) => self.begin(head),
            Step::Open => self.depth += 1,
            Step::Close => self.depth = self.depth.saturating_sub(1),
            Step::Move { named, .. } if self.depth == 0 => self.add(PackedMove::of(named.mv), !named.illegal),
            Step::Played(after) if self.depth == 0 => self.played(after),
            Step::Termination(Termination::Unknown) => {}
            Step::Termination(marker) => self.facts.result = marker,
            // Where a game starts that cannot be played is not known.
            Step::End(Some(_)) if self.place == LinePlace::InTree => self.place = LinePlace::OtherStart,
            _ => {}
        }
    }
}

/// The value of a tag: of several, that which counts in the dialect.
fn tag<'h>(head: &Head<'h>, name: &str) -> Option<&'h str> {
    match head.dialect {
        Dialect::Pgn => head.tag(name),
        Dialect::Vgn => head.last_tag(name),
    }
}

/// A character of a name that means nothing else in a comment: neither its end nor a command.
fn plain(character: char) -> char {
    match character {
        '{' | '[' => '(',
        '}' | ']' => ')',
        other if moves_terminal(other) => '\u{fffd}',
        other => other,
    }
}
