//! Functions that search games for positions.

use crate::ffi::chunk::Chunk;
use crate::function::{Failure, Function, Parameter, Subject, parameter};
use crate::games::{Games, target as target_of};
use crate::kind::Kind;
use crate::output::Output;
use scoresheet_core::find::{Matcher, Pattern, PatternFacts, TargetPosition};
use scoresheet_core::notation::san;
use scoresheet_core::openings::Namer;
use scoresheet_core::rules::{PackedMove, PackedReplay, Position, Rules};

static TARGET: [Parameter; 1] = [parameter("target", Kind::Text)];
static TARGET_BY_RULES: [Parameter; 2] = [parameter("target", Kind::Text), parameter("target_rules", Kind::Rules)];

pub(super) static REACHES: Function = Function {
    name: "reaches",
    doc: "the first ply after which a position occurs, by any moves; NULL if none",
    example: "reaches(packed_moves, fen, play(NULL, 'e4 e5'))",
    subject: Subject::Game,
    parameters: &TARGET,
    returns: Kind::Integer,
    work: reaches,
};

pub(super) static REACHES_BY_RULES: Function = Function {
    name: "reaches",
    doc: "the same for a position under these rules; games played by others never reach it",
    example: "reaches(packed_moves, fen, play(NULL, 'e4 e5'), 'kingofthehill')",
    subject: Subject::GameByRules,
    parameters: &TARGET_BY_RULES,
    returns: Kind::Integer,
    work: reaches,
};

fn reaches(chunk: &Chunk<'_>, out: &mut Output) -> Result<(), Failure> {
    seek(chunk, out, |(ply, _), _, _, out| {
        out.integer(ply as i32);
        out.end();
    })
}

pub(super) static PLAYED_FROM: Function = Function {
    name: "played_from",
    doc: "the first ply after which a position occurs, and the move that was played in it, as 16 bits and in SAN",
    example: "played_from(packed_moves, fen, play(NULL, 'e4 e5')).san",
    subject: Subject::Game,
    parameters: &TARGET,
    returns: Kind::Played,
    work: played_from,
};

pub(super) static PLAYED_FROM_BY_RULES: Function = Function {
    name: "played_from",
    doc: "the same for a position under these rules; games played by others never reach it",
    example: "played_from(packed_moves, fen, play(NULL, 'e4 e5'), 'kingofthehill').san",
    subject: Subject::GameByRules,
    parameters: &TARGET_BY_RULES,
    returns: Kind::Played,
    work: played_from,
};

fn played_from(chunk: &Chunk<'_>, out: &mut Output) -> Result<(), Failure> {
    let mut texts = PositionTexts { position: String::new(), rules: Rules::STANDARD, texts: Vec::new() };
    seek(chunk, out, |(ply, packed), target, replay, out| {
        let text = packed.and_then(|packed| texts.of(target, replay, packed));
        out.played(ply, text.and(packed).map(|packed| packed.0), text.unwrap_or_default());
        out.end();
    })
}

/// The texts of the moves that were played in one position, which are few.
struct PositionTexts {
    /// The position, as the caller gives it.
    position: String,
    /// The rules that it was found under.
    rules: Rules,
    /// A move that is not legal has none.
    texts: Vec<(PackedMove, Option<Vec<u8>>)>,
}

impl PositionTexts {
    /// The text of a move in the position of a replay; `None` if it is not legal.
    fn of(&mut self, position: &str, replay: &PackedReplay, packed: PackedMove) -> Option<&[u8]> {
        let rules = replay.board().rules();
        if self.position != position || self.rules != rules {
            *self = PositionTexts { position: position.to_owned(), rules, texts: Vec::new() };
        }
        let at = match self.texts.iter().position(|(known, _)| *known == packed) {
            Some(at) => at,
            None => {
                self.texts.push((packed, written(replay, packed)));
                self.texts.len() - 1
            }
        };
        self.texts.get(at)?.1.as_deref()
    }
}

/// The text of a move; `None` if it is not legal.
fn written(replay: &PackedReplay, packed: PackedMove) -> Option<Vec<u8>> {
    let before = replay.position();
    let mv = packed.unpack(&before).filter(|mv| before.is_legal(*mv))?;
    let mut text = Vec::new();
    san::write(&before, mv, &mut text);
    Some(text)
}

/// What [`TargetPosition::find`] finds.
type MoveAtPly = (u32, Option<PackedMove>);

/// Searches each game for the position in the first column after it. `found` also receives its text.
fn seek(
    chunk: &Chunk<'_>,
    out: &mut Output,
    mut found: impl FnMut(MoveAtPly, &str, &PackedReplay, &mut Output),
) -> Result<(), Failure> {
    let mut games = Games::of(chunk);
    let column = games.after();
    let mut replay = PackedReplay::new(&Position::start());
    let mut last: Option<(&str, Option<&str>, TargetPosition)> = None;
    for row in 0..chunk.rows {
        let target = chunk.text(column, row);
        let Some(((start, moves), target)) = games.get(row)?.zip(target) else {
            out.null();
            continue;
        };
        replay.restart(start);
        let rules = chunk.text(column + 1, row);
        if last.as_ref().is_none_or(|(text, by, _)| *text != target || *by != rules) {
            last = Some((target, rules, TargetPosition::of(&target_of(target, rules, row)?)));
        }
        let Some((_, _, place)) = &last else { continue };
        match place.find(&mut replay, moves.moves()) {
            Some(place) => found(place, target, &replay, out),
            None => out.null(),
        }
    }
    Ok(())
}

pub(super) static MATCHES: Function = Function {
    name: "matches",
    doc: "the plies after which a pattern holds; an empty list if none",
    example: "matches(packed_moves, fen, 'mate')",
    subject: Subject::Game,
    parameters: &[parameter("pattern", Kind::Text)],
    returns: Kind::IntegerList,
    work: |chunk, out| {
        let mut games = Games::of(chunk);
        let column = games.after();
        let mut last: Option<(&str, Matcher)> = None;
        for row in 0..chunk.rows {
            let text = chunk.text(column, row);
            let Some(((start, moves), text)) = games.get(row)?.zip(text) else {
                out.null();
                continue;
            };
            if last.as_ref().is_none_or(|(known, _)| *known != text) {
                last = Some((text, matcher(text, row)?));
            }
            if let Some((_, matcher)) = &mut last {
                for ply in matcher.all(start, &PatternFacts::default(), moves.moves()) {
                    out.integer(ply as i32);
                }
            }
            out.end();
        }
        Ok(())
    },
};

fn matcher(text: &str, row: usize) -> Result<Matcher, Failure> {
    let parsed = Pattern::parse(text);
    let parsed = parsed.map_err(|error| {
        let why = format!("the pattern `{text}` is wrong at `{}`: {error}", text.get(error.at.clone()).unwrap_or(""));
        Failure { why, row }
    })?;
    if parsed.asks_notes() {
        let why = format!("the pattern `{text}` tests evaluations or NAGs, which moves do not have");
        return Err(Failure { why, row });
    }
    Ok(Matcher::new(parsed.into()))
}

pub(super) static ECO: Function = Function {
    name: "eco",
    doc: "the ECO code of the last position that belongs to an opening; NULL if none does",
    example: "eco(packed_moves, fen)",
    subject: Subject::Game,
    parameters: &[],
    returns: Kind::Text,
    work: |chunk, out| {
        let mut games = Games::of(chunk);
        let mut replay = PackedReplay::new(&Position::start());
        for row in 0..chunk.rows {
            let Some((start, moves)) = games.get(row)? else {
                out.null();
                continue;
            };
            let mut namer = Namer::new();
            replay.restart(start);
            namer.see(replay.board());
            for packed in moves.moves() {
                if namer.is_over() || !replay.play(packed) {
                    break;
                }
                namer.see(replay.board());
            }
            match namer.found() {
                Some(opening) => {
                    out.text(|text| text.extend_from_slice(opening.eco().as_bytes()));
                    out.end();
                }
                None => out.null(),
            }
        }
        Ok(())
    },
};
