//! Clocks and evaluations from the comments of one mainline, and the best moves from its document.

use scoresheet_core::command::{Command, CommandValue, Evaluation, commands, duration_ms};
use scoresheet_core::elapsed::Elapsed;
use scoresheet_core::game::bgn::found_moves;
use scoresheet_core::notation::{MoveNotation, Validation, uci::Uci};
use scoresheet_core::read::Record;
use scoresheet_core::rules::{Color, PackedMove, Position};
use scoresheet_core::time_control::TimeControl;

/// What is said about one mainline, one element per ply. A list without values is empty.
#[derive(Clone, Debug, Default)]
pub struct GameNotes {
    /// The mover's clock after the ply, in milliseconds.
    pub clocks: Vec<Option<i64>>,
    /// The evaluation after the ply from White's side, in hundredths of a pawn.
    pub evals: Vec<Option<i32>>,
    /// The moves to mate after the ply; negative if Black mates.
    pub mates: Vec<Option<i32>>,
    /// The depth of that evaluation, in plies.
    pub depths: Vec<Option<i32>>,
    /// The best move in the position after the ply, as the 16 bits of a [`PackedMove`].
    pub best: Vec<Option<i32>>,
    /// Milliseconds since the start of the game.
    pub elapsed: Vec<Option<i64>>,
    spent: Vec<Option<i64>>,
}

impl GameNotes {
    /// Reads the comments of the next game, and its document, which is empty if no column needs it.
    pub fn read(&mut self, record: &Record<'_>, control: Option<TimeControl>, document: &str) {
        let plies = record.plies.len();
        restart(&mut self.clocks, plies);
        restart(&mut self.spent, plies);
        for list in [&mut self.evals, &mut self.mates, &mut self.depths, &mut self.best] {
            restart(list, plies);
        }
        for (after, comment) in &record.comments {
            if let Some(ply) = (*after as usize).checked_sub(1).filter(|ply| *ply < plies) {
                for command in commands(comment) {
                    self.take(ply, &command);
                }
            }
        }
        self.take_found(record, document);
        let turn = if record.standard_start { Color::White } else { record.start.turn() };
        let mut elapsed = Elapsed::of(turn, control);
        self.clocks.iter().zip(&self.spent).for_each(|(clock, spent)| elapsed.ply(*clock, *spent));
        self.elapsed.clear();
        self.elapsed.extend_from_slice(elapsed.times());
        empty_if_none(&mut self.clocks);
        for list in [&mut self.evals, &mut self.mates, &mut self.depths, &mut self.best] {
            empty_if_none(list);
        }
        empty_if_none(&mut self.elapsed);
    }

    /// Stores the value of a command after a ply. If several have the same name, the first one counts.
    fn take(&mut self, ply: usize, command: &Command<'_>) {
        match command.name {
            "clk" => keep(&mut self.clocks[ply], duration_ms(command.value)),
            "emt" => keep(&mut self.spent[ply], duration_ms(command.value)),
            "eval" if self.evals[ply].is_none() && self.mates[ply].is_none() => {
                let Some(CommandValue::Evaluation(value, depth)) = command.meaning() else { return };
                match value {
                    Evaluation::Centipawns(value) => self.evals[ply] = Some(value),
                    Evaluation::Mate(value) => self.mates[ply] = Some(value),
                }
                self.depths[ply] = depth.and_then(|depth| i32::try_from(depth).ok());
            }
            _ => {}
        }
    }

    /// Stores what engines found according to a document.
    fn take_found(&mut self, record: &Record<'_>, document: &str) {
        let mut found = found_moves(document).peekable();
        if found.peek().is_none() || !record.played {
            return;
        }
        // Readers may leave the standard start out of records.
        let mut position = if record.standard_start { Position::start() } else { record.start.clone() };
        for (at, ply) in record.plies.iter().enumerate() {
            let Some(mv) = ply.packed().unpack(&position) else { return };
            position.play_unchecked(mv);
            let Some(about) = found.next_if(|found| found.ply as usize == at + 1) else { continue };
            let best = Uci.read(&position, about.best.as_bytes(), Validation::Full).ok();
            self.best[at] = best.map(|best| i32::from(PackedMove::of(best.mv).0));
            keep(&mut self.depths[at], about.depth.and_then(|depth| i32::try_from(depth).ok()));
        }
    }
}

fn restart<T: Clone>(list: &mut Vec<Option<T>>, plies: usize) {
    list.clear();
    list.resize(plies, None);
}

fn empty_if_none<T>(list: &mut Vec<Option<T>>) {
    if list.iter().all(Option::is_none) {
        list.clear();
    }
}

fn keep<T>(place: &mut Option<T>, value: Option<T>) {
    if place.is_none() {
        *place = value;
    }
}
