//! The tree itself: moves ply by ply, with what became of them as comments.

use super::build::TreeCounts;
use super::gather::LineFacts;
use super::options::{Orders, TreeOptions};
use super::sums::MoveSum;
use crate::Error;
use scoresheet_core::dialect::variant_tag;
use scoresheet_core::notation::san;
use scoresheet_core::position::fen;
use scoresheet_core::rules::{Color, Move, MoveKind, PackedMove, Position, Rules};
use scoresheet_core::step::Termination;
use scoresheet_core::tree::{Full, GameCounts, NodeId, Note, NotePlace, Tree};
use scoresheet_parallel::Cancel;
use scoresheet_spill::Pool;
use std::cmp::Reverse;
use std::collections::HashMap;

/// The names of games, by their rows.
pub(super) struct GameNames<'g> {
    pub(super) names: Option<Pool>,
    pub(super) places: Vec<u64>,
    pub(super) games: &'g [LineFacts],
}

impl GameNames<'_> {
    /// The players, the year and the result of a game.
    fn of(&mut self, row: u32) -> Result<String, Error> {
        let row = row as usize;
        let (Some(names), Some(start), Some(game)) = (&mut self.names, self.places.get(row), self.games.get(row))
        else {
            return Ok(String::new());
        };
        let end = self.places.get(row + 1).copied().unwrap_or(names.length());
        let mut bytes = vec![0; usize::try_from(end - start).unwrap_or(0)];
        names.read(*start, &mut bytes)?;
        let result = Some(game.result).filter(|result| *result != Termination::Unknown);
        let names = String::from_utf8_lossy(&bytes);
        Ok(result.map_or_else(|| names.to_string(), |result| format!("{names} {}", result.as_str())))
    }
}

/// A place of the tree from which moves are added.
struct TreePlace {
    node: NodeId,
    key: u64,
    position: Position,
}

/// A move that was added, and the place that it leads to.
struct Grown<'s> {
    sum: &'s MoveSum,
    place: TreePlace,
}

/// Adds moves to a tree, ply by ply, so that nothing recurses and each position continues after its most frequent move.
pub(super) struct Grower<'s> {
    options: &'s TreeOptions,
    sums: &'s [MoveSum],
    names: GameNames<'s>,
    tree: Tree,
    /// The moves in SAN, by the numbers of their nodes.
    texts: Vec<Box<str>>,
}

impl<'s> Grower<'s> {
    /// Grows a tree of these sums, which are sorted by key and move.
    pub(super) fn new(options: &'s TreeOptions, sums: &'s [MoveSum], names: GameNames<'s>) -> Grower<'s> {
        Grower { options, sums, names, tree: Tree::starting(&options.start), texts: vec![Box::default()] }
    }

    /// The tree of games of which these are all, with their half points.
    pub(super) fn grow(
        mut self,
        (all, half_points): (GameCounts, u64),
        counts: &mut TreeCounts,
        cancel: &Cancel,
    ) -> Result<Tree, Error> {
        self.tag(all.games).map_err(full)?;
        self.tree.set_counts(NodeId::ROOT, all);
        self.comment(NodeId::ROOT, &told(all, half_points))?;
        let start = &self.options.start;
        let mut places = vec![TreePlace { node: NodeId::ROOT, key: Orders::root(start), position: start.clone() }];
        for ply in 1..=self.options.plies {
            let mut grown = Vec::new();
            for place in &places {
                cancel.check()?;
                counts.beyond_top += self.add_moves(place, ply, &mut grown).map_err(full)?;
            }
            counts.moves += grown.len() as u64;
            places = self.settle(grown, counts)?;
        }
        Ok(self.tree)
    }

    /// Names what the tree is made of.
    fn tag(&mut self, games: u32) -> Result<(), Full> {
        let TreeOptions { start, player, color, .. } = self.options;
        let tags = self.tree.tags_mut();
        tags.push("Event", &format!("Tree of {}", number(games, "game", "games")))?;
        if let Some(player) = player {
            let (white, black) =
                if *color == Some(Color::Black) { ("?", player.as_str()) } else { (player.as_str(), "?") };
            if color.is_some() {
                tags.push("White", white)?;
                tags.push("Black", black)?;
            } else {
                tags.push("Annotator", player)?;
            }
        }
        tags.push("Result", Termination::Unknown.as_str())?;
        if *start != Position::start_of(start.rules()) {
            tags.push("SetUp", "1")?;
            tags.push("FEN", &fen::write(start, fen::Style::default()))?;
        }
        if start.rules() != Rules::STANDARD {
            tags.push("Variant", &variant_tag(start))?;
        }
        Ok(())
    }

    /// Adds the moves from a place, the most frequent one first, and returns how many are left out.
    fn add_moves(&mut self, from: &TreePlace, ply: u16, grown: &mut Vec<Grown<'s>>) -> Result<u64, Full> {
        let start = self.sums.partition_point(|sum| sum.key < from.key);
        let sums = self.sums[start..].iter().take_while(|sum| sum.key == from.key);
        // Two places may share a key by accident, or because positions were constructed for that.
        let mut moves: Vec<(&MoveSum, Move)> =
            sums.filter_map(|sum| Some((sum, legal(&from.position, PackedMove(sum.mv))?))).collect();
        moves.sort_by_key(|(sum, _)| (Reverse(sum.games()), sum.mv));
        let left_out = moves.len().saturating_sub(self.options.top);
        moves.truncate(self.options.top);
        for (sum, mv) in moves {
            let node = self.tree.add(from.node, mv, false)?;
            self.tree.set_counts(node, sum.counts);
            self.texts.push(san_of(&from.position, mv));
            let position = from.position.after(mv);
            let key = self.options.orders.key(from.key, PackedMove(sum.mv), &position, ply);
            grown.push(Grown { sum, place: TreePlace { node, key, position } });
        }
        Ok(left_out as u64)
    }

    /// Comments the moves of a ply, and returns the places from which the tree continues: of the moves to one position,
    /// the one in the mainline, or else the most frequent one.
    fn settle(&mut self, grown: Vec<Grown<'s>>, counts: &mut TreeCounts) -> Result<Vec<TreePlace>, Error> {
        let mut first: HashMap<u64, (u64, NodeId)> = HashMap::new();
        let last = self.tree.last();
        for Grown { sum, place } in &grown {
            let games = if place.node == last { u64::MAX } else { sum.games() };
            let known = first.entry(place.key).or_insert((games, place.node));
            if games > known.0 {
                *known = (games, place.node);
            }
        }
        let mut places = Vec::new();
        for Grown { sum, place } in grown {
            let mut comment = told(sum.counts, sum.half_points);
            for (at, row) in sum.rows().enumerate() {
                comment.push_str(if at == 0 { ": " } else { "; " });
                comment.push_str(&self.names.of(row)?);
            }
            let goes_on = first.get(&place.key).map_or(place.node, |(_, node)| *node);
            let has_moves = self.sums.binary_search_by_key(&place.key, |sum| sum.key).is_ok();
            if goes_on != place.node && has_moves {
                counts.transpositions += 1;
                comment.push_str("; transposes to ");
                comment.push_str(&self.line(goes_on, place.node));
            }
            self.comment(place.node, &comment)?;
            if goes_on == place.node && has_moves {
                places.push(place);
            }
        }
        Ok(places)
    }

    /// The moves to a node since it parted from another one of the same ply.
    fn line(&self, to: NodeId, other: NodeId) -> String {
        let (mut at, mut beside, mut moves) = (to, other, Vec::new());
        while at != beside {
            moves.push(at);
            let parents = (self.tree.parent(at), self.tree.parent(beside));
            let (Some(one), Some(next)) = parents else { break };
            (at, beside) = (one, next);
        }
        let first = u32::from(self.options.start.turn() == Color::Black);
        let mut line = String::new();
        for (place, node) in moves.iter().rev().enumerate() {
            let ply = self.tree.ply(*node) - 1 + first;
            let number = u64::from(self.options.start.fullmove()) + u64::from(ply / 2);
            match (ply % 2, place) {
                (0, 0) => line.push_str(&format!("{number}. ")),
                (0, _) => line.push_str(&format!(" {number}. ")),
                (_, 0) => line.push_str(&format!("{number}... ")),
                _ => line.push(' '),
            }
            line.push_str(self.texts.get(node.number() as usize).map_or("", |text| text));
        }
        line
    }

    fn comment(&mut self, node: NodeId, text: &str) -> Result<(), Error> {
        self.tree.add_note(node, Note::comment(NotePlace::After, text)).map_err(full)
    }
}

/// The move in a position, if it is legal there; also a null move.
fn legal(position: &Position, packed: PackedMove) -> Option<Move> {
    packed.unpack(position).filter(|mv| mv.kind == MoveKind::Null || position.is_legal(*mv))
}

fn san_of(position: &Position, mv: Move) -> Box<str> {
    let mut text = Vec::new();
    san::write(position, mv, &mut text);
    String::from_utf8_lossy(&text).into()
}

/// How many games there are, and their score in percent, if one of them has a result.
fn told(counts: GameCounts, half_points: u64) -> String {
    let GameCounts { games, white, draws, black } = counts;
    let decided = u64::from(white) + u64::from(draws) + u64::from(black);
    let games = number(games, "game", "games");
    if decided == 0 {
        return games;
    }
    let tenths = (half_points * 500 + decided / 2) / decided;
    format!("{games}, {}.{} %", tenths / 10, tenths % 10)
}

/// A count with thousands separated, and what it counts.
fn number(count: u32, one: &str, many: &str) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    format!("{text} {}", if count == 1 { one } else { many })
}

fn full(_: Full) -> Error {
    Error::Limit { why: "the tree has no room for more moves".to_owned(), byte: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_scores_are_returned() {
        let counts = |games, white, draws, black| GameCounts { games, white, draws, black };
        assert_eq!(told(counts(1, 1, 0, 0), 2), "1 game, 100.0 %");
        assert_eq!(told(counts(1_234_567, 1, 1, 1), 3), "1,234,567 games, 50.0 %");
        assert_eq!(told(counts(3, 1, 1, 1), 1), "3 games, 16.7 %");
        assert_eq!(told(counts(2, 0, 0, 0), 0), "2 games");
    }
}
