//! One game, as a site would write it.

use crate::chance::Chance;
use crate::players::Player;
use scoresheet_archive::coder::Decoder;
use scoresheet_archive::moves::{MoveLine, MoveModel};
use scoresheet_core::date::Date;
use scoresheet_core::notation::san;
use scoresheet_core::openings::Namer;
use scoresheet_core::rules::{Color, Position, Role};
use std::io::Write;

/// The table that decodes the moves: always the first one, so that the games stay the same when archives get new tables.
pub(crate) const TABLE: u32 = 1;

/// No game is longer. The longest of 41,192 real ones has 266 plies.
const MOST_PLIES: usize = 400;

/// Bits for the moves of a game. The rarest move costs about 20 bits, a usual one 3.
const BYTES: usize = 1024;

/// How many of 10,000 games in which this ply was played end there without mate or stalemate, from ply 0, 10, 20 and so on,
/// in the games of Lichess of January 2013.
const ENDS: [u32; 16] = [14, 21, 45, 74, 116, 159, 190, 209, 228, 249, 257, 289, 297, 328, 310, 320];

/// What a piece is worth when somebody thinks about resigning.
const WORTH: [(Role, i32); 5] =
    [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];

/// Minutes and increments, and how often they were chosen in the same month.
const TIME_CONTROLS: [((u32, u32), u32); 20] = [
    ((60, 0), 5861),
    ((300, 0), 3353),
    ((180, 0), 2698),
    ((120, 0), 2576),
    ((0, 1), 2148),
    ((300, 8), 1925),
    ((300, 5), 1375),
    ((180, 3), 1361),
    ((240, 0), 1332),
    ((600, 0), 937),
    ((300, 2), 850),
    ((60, 1), 805),
    ((420, 0), 631),
    ((900, 0), 571),
    ((300, 3), 544),
    ((360, 0), 497),
    ((480, 0), 477),
    ((480, 8), 429),
    ((180, 2), 421),
    ((480, 5), 359),
];

/// How many points of rating the first move is worth.
const FIRST_MOVE: f64 = 35.0;

/// The seconds from 1970 to 2013, when the first game starts.
const FIRST: u64 = 1_356_998_400;

/// How many games start in a minute.
const GAMES_A_MINUTE: u64 = 40;

/// What all games have in common.
#[derive(Debug)]
pub(crate) struct Generator<'m> {
    pub(crate) model: &'m MoveModel,
    pub(crate) seed: u64,
    /// Whether moves have a comment with the time that is left.
    pub(crate) clocks: bool,
}

/// The ways in which a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Mate,
    Stalemate,
    /// One side resigns or loses on time.
    Lost(Color),
    Drawn,
}

impl Generator<'_> {
    /// Appends the game with this number.
    pub(crate) fn write(&self, number: u64, out: &mut Vec<u8>) {
        let mut chance = Chance::new(self.seed, number);
        let players = Player::pair(self.seed, number, &mut chance);
        let ratings = players.map(|player| player.rating(&mut chance));
        let (base, increment) = chance.choose(&TIME_CONTROLS);
        let moves = Moves::draw(self, f64::from(ratings[0] - ratings[1]), [base, increment], &mut chance);

        let kind = match base + 40 * increment {
            0..180 => "Bullet",
            180..480 => "Blitz",
            _ => "Classical",
        };
        let mut id = [0; 8];
        id.fill_with(|| b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[chance.below(62)]);
        tag(out, "Event", format_args!("Rated {kind} game"));
        tag(out, "Site", format_args!("https://lichess.org/{}", String::from_utf8_lossy(&id)));
        for (side, player) in ["White", "Black"].into_iter().zip(players) {
            let mut name = Vec::new();
            player.write_name(&mut name);
            tag(out, side, format_args!("{}", String::from_utf8_lossy(&name)));
        }
        tag(out, "Result", format_args!("{}", moves.result));
        let time = FIRST + number * 60 / GAMES_A_MINUTE;
        if let Some(Date { year, month, day, .. }) = Date::from_days((time / 86_400) as i64) {
            tag(out, "UTCDate", format_args!("{year:04}.{month:02}.{day:02}"));
        }
        tag(out, "UTCTime", format_args!("{:02}:{:02}:{:02}", time / 3600 % 24, time / 60 % 60, time % 60));
        tag(out, "WhiteElo", format_args!("{}", ratings[0]));
        tag(out, "BlackElo", format_args!("{}", ratings[1]));
        let gain = gain(moves.result, ratings, &mut chance);
        tag(out, "WhiteRatingDiff", format_args!("{gain:+}"));
        tag(out, "BlackRatingDiff", format_args!("{:+}", -gain));
        match moves.opening.found() {
            Some(opening) => {
                tag(out, "ECO", format_args!("{}", opening.eco()));
                tag(out, "Opening", format_args!("{}", opening.whole()));
            }
            None => {
                tag(out, "ECO", format_args!("?"));
                tag(out, "Opening", format_args!("?"));
            }
        }
        tag(out, "TimeControl", format_args!("{base}+{increment}"));
        tag(out, "Termination", format_args!("{}", moves.termination));
        out.push(b'\n');
        out.extend_from_slice(&moves.text);
        out.extend_from_slice(moves.result.as_bytes());
        out.extend_from_slice(b"\n\n");
    }
}

/// Moves that were drawn, and how they ended.
struct Moves {
    text: Vec<u8>,
    result: &'static str,
    termination: &'static str,
    opening: Namer,
}

impl Moves {
    fn draw(generator: &Generator<'_>, advantage: f64, time: [u32; 2], chance: &mut Chance) -> Moves {
        let mut bytes = [0; BYTES];
        for word in bytes.chunks_exact_mut(8) {
            word.copy_from_slice(&chance.bits().to_le_bytes());
        }
        let mut bits = Decoder::new(&bytes);
        let mut position = Position::start();
        let mut line = MoveLine::new(&position).expect("the start position is one of chess");
        let mut text = Vec::with_capacity(1024);
        let mut opening = Namer::new();
        opening.see(&position);
        let mut clocks = [f64::from(time[0].max(3)); 2];
        let mut ply = 0;
        let end = loop {
            if let Some(end) = stop(&position, ply, advantage, chance) {
                break end;
            }
            let Some(mv) = line.decode(generator.model, &mut bits) else {
                break if position.is_check() { End::Mate } else { End::Stalemate };
            };
            let is_white = position.turn() == Color::White;
            if is_white {
                let _ = write!(text, "{}. ", ply / 2 + 1);
            } else if generator.clocks {
                let _ = write!(text, "{}... ", ply / 2 + 1);
            }
            san::write_body(&position, mv, &mut text);
            position.play_unchecked(mv);
            if position.is_check() {
                text.push(if position.has_legal_move() { b'+' } else { b'#' });
            }
            text.push(b' ');
            if generator.clocks {
                let clock = &mut clocks[usize::from(!is_white)];
                *clock = think(*clock, time, ply, chance);
                let left = *clock as u32;
                let _ = write!(text, "{{ [%clk {}:{:02}:{:02}] }} ", left / 3600, left / 60 % 60, left % 60);
            }
            opening.see(&position);
            ply += 1;
        };
        let (result, termination) = match end {
            End::Mate => (lost(position.turn()), "Normal"),
            End::Stalemate | End::Drawn => ("1/2-1/2", "Normal"),
            End::Lost(color) => (lost(color), if chance.unit() < 0.46 { "Time forfeit" } else { "Normal" }),
        };
        Moves { text, result, termination, opening }
    }
}

/// Whether the players stop here, though they could go on.
fn stop(position: &Position, ply: usize, advantage: f64, chance: &mut Chance) -> Option<End> {
    if position.is_insufficient_material() || position.halfmove() >= 100 || ply >= MOST_PLIES {
        return Some(End::Drawn);
    }
    let ends = ENDS[(ply / 10).min(ENDS.len() - 1)];
    if chance.below(10_000) >= ends as usize {
        return None;
    }
    let worth = |color| -> i32 {
        WORTH.iter().map(|(role, worth)| worth * position.of(color, *role).count_ones() as i32).sum()
    };
    let ahead = worth(Color::White) - worth(Color::Black);
    if ahead.abs() < 3 && chance.unit() < 0.06 {
        return Some(End::Drawn);
    }
    // The side that is ahead wins most often, and so does the better player.
    let odds = 10f64.powf(f64::from(ahead) / 6.0 + (advantage + FIRST_MOVE) / 400.0);
    Some(End::Lost(if chance.unit() < odds / (1.0 + odds) { Color::Black } else { Color::White }))
}

/// The result of a game that this side has lost.
fn lost(color: Color) -> &'static str {
    if color == Color::White { "0-1" } else { "1-0" }
}

/// The seconds that are left after a move. Players think longest in the middle of the game, and hurry in time trouble.
fn think(clock: f64, [base, increment]: [u32; 2], ply: usize, chance: &mut Chance) -> f64 {
    let pace = f64::from(base.max(3) + 40 * increment) / 55.0;
    let phase = match ply {
        0..12 => 0.35,
        12..60 => 1.25,
        _ => 0.8,
    };
    let thought = pace * phase * (0.9 * chance.normal() - 0.4).exp();
    (clock - thought.min(clock * 0.3)).max(0.0) + f64::from(increment)
}

/// How many points White gains, by the formula of Elo with a factor that is a little different each time.
fn gain(result: &str, [white, black]: [i32; 2], chance: &mut Chance) -> i32 {
    let expected = 1.0 / (1.0 + 10f64.powf(f64::from(black - white) / 400.0));
    let scored = match result {
        "1-0" => 1.0,
        "0-1" => 0.0,
        _ => 0.5,
    };
    ((20.0 + 4.0 * chance.normal()) * (scored - expected)).round() as i32
}

fn tag(out: &mut Vec<u8>, name: &str, value: std::fmt::Arguments<'_>) {
    let _ = writeln!(out, "[{name} \"{value}\"]");
}

#[cfg(test)]
mod tests {
    use super::{GAMES_A_MINUTE, Generator, TABLE};
    use scoresheet_archive::moves::Tables;

    fn games(seed: u64, numbers: std::ops::Range<u64>, clocks: bool) -> String {
        let model = Tables::find(TABLE).and_then(Tables::model).unwrap();
        let mut out = Vec::new();
        for number in numbers {
            Generator { model, seed, clocks }.write(number, &mut out);
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_game_depends_on_the_seed_and_its_number_alone() {
        assert!(games(1, 5..8, false).ends_with(&games(1, 7..8, false)));
        assert_ne!(games(1, 5..6, false), games(2, 5..6, false));
        assert_ne!(games(1, 5..6, false), games(1, 6..7, false));
    }

    #[test]
    fn clocks_are_the_only_difference() {
        let (plain, timed) = (games(3, 0..50, false), games(3, 0..50, true));
        assert!(timed.contains("%clk"));
        let tags = |text: &str| text.lines().filter(|line| line.starts_with("[Site")).count();
        assert_eq!((tags(&plain), tags(&timed)), (50, 50));
    }

    #[test]
    fn days_pass_at_the_same_pace() {
        let on_day = |day: u64| games(1, day * 1440 * GAMES_A_MINUTE..day * 1440 * GAMES_A_MINUTE + 1, false);
        assert!(on_day(0).contains("[UTCDate \"2013.01.01\"]"));
        assert!(on_day(4076).contains("[UTCDate \"2024.02.29\"]"));
    }
}
