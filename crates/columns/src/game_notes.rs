//! Clocks, evaluations and mates from the comments of one mainline.

use scoresheet_core::command::{Evaluation, commands, duration_ms, evaluation};
use scoresheet_core::elapsed::Elapsed;
use scoresheet_core::read::Record;
use scoresheet_core::rules::Color;
use scoresheet_core::time_control::TimeControl;

/// The data from the comments of one mainline, one element per ply. A list without values is empty.
#[derive(Clone, Debug, Default)]
pub struct GameNotes {
    /// The mover's clock after the ply, in milliseconds.
    pub clocks: Vec<Option<i64>>,
    /// The evaluation after the ply from White's side, in hundredths of a pawn.
    pub evals: Vec<Option<i32>>,
    /// The moves to mate after the ply; negative if Black mates.
    pub mates: Vec<Option<i32>>,
    /// Milliseconds since the start of the game.
    pub elapsed: Vec<Option<i64>>,
    spent: Vec<Option<i64>>,
}

impl GameNotes {
    /// Reads the comments of the next game.
    pub fn read(&mut self, record: &Record<'_>, control: Option<TimeControl>) {
        let plies = record.plies.len();
        restart(&mut self.clocks, plies);
        restart(&mut self.evals, plies);
        restart(&mut self.mates, plies);
        restart(&mut self.spent, plies);
        for (after, comment) in &record.comments {
            if let Some(ply) = (*after as usize).checked_sub(1).filter(|ply| *ply < plies) {
                for command in commands(comment) {
                    self.take(ply, command.name, command.value);
                }
            }
        }
        let turn = if record.standard_start { Color::White } else { record.start.turn() };
        let mut elapsed = Elapsed::of(turn, control);
        self.clocks.iter().zip(&self.spent).for_each(|(clock, spent)| elapsed.ply(*clock, *spent));
        self.elapsed.clear();
        self.elapsed.extend_from_slice(elapsed.times());
        empty_if_none(&mut self.clocks);
        empty_if_none(&mut self.evals);
        empty_if_none(&mut self.mates);
        empty_if_none(&mut self.elapsed);
    }

    /// Stores the value of a command after a ply. If several have the same name, the first one counts.
    fn take(&mut self, ply: usize, name: &str, value: &str) {
        match name {
            "clk" => keep(&mut self.clocks[ply], duration_ms(value)),
            "emt" => keep(&mut self.spent[ply], duration_ms(value)),
            "eval" if self.evals[ply].is_none() && self.mates[ply].is_none() => match evaluation(value) {
                Some(Evaluation::Centipawns(value)) => self.evals[ply] = Some(value),
                Some(Evaluation::Mate(value)) => self.mates[ply] = Some(value),
                None => {}
            },
            _ => {}
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
