//! The two players of a game.

use super::fallback::Fallback;
use super::recency::Recent;
use super::table::{Table, ValueMeaning};
use super::words::{NONE, Words};
use crate::bytes::{Cursor, push_number};
use crate::coder::Bit;
use crate::damage::Damage;
use crate::symbols::{Coder, Learns, Number};
use std::sync::Arc;

/// How many players are remembered.
const REMEMBERED: usize = 1 << 10;

/// White and Black, or one of them.
#[derive(Clone, Debug)]
pub(super) struct Players {
    pub(super) columns: [Option<usize>; 2],
    /// Whether the opponent of White's last game comes again, by whether it did the last time.
    again: [Bit; 2],
    /// Whether a player has been seen in the block, by how many have been.
    seen: [[Bit; 12]; 2],
    /// How many others were seen since.
    since: [Number; 2],
    pub(super) names: Fallback,
}

#[derive(Default)]
struct PlayerState {
    /// The players, the last one at the end.
    players: Vec<u32>,
    opponents: Recent<u32>,
    again: bool,
}

impl PlayerState {
    /// The players that are remembered, the last one at the end.
    fn remembered(&self) -> &[u32] {
        &self.players[self.players.len().saturating_sub(REMEMBERED)..]
    }

    /// How many others were seen since a player, if the player is remembered.
    fn since(&self, player: u32) -> Option<usize> {
        self.remembered().iter().rev().position(|&other| other == player)
    }

    /// The player since whom this many others were seen.
    fn player(&self, since: u64) -> Option<u32> {
        let remembered = self.remembered();
        let place = remembered.len().checked_sub(1)?.checked_sub(usize::try_from(since).ok()?)?;
        remembered.get(place).copied()
    }

    fn move_to_end(&mut self, since: Option<usize>, player: u32) {
        match since {
            Some(since) => {
                let place = self.players.len() - 1 - since;
                self.players[place..].rotate_left(1);
            }
            None => self.players.push(player),
        }
    }
}

impl Players {
    pub(super) fn new(columns: [Option<usize>; 2], names: Arc<Words>) -> Players {
        let (again, seen, since) = Default::default();
        Players { columns, again, seen, since, names: Fallback::new(names, 2) }
    }

    pub(super) fn code<C: Coder>(&mut self, coder: &mut C, table: &mut Table<'_>) -> Result<(), Damage> {
        let mut state = PlayerState::default();
        for game in 0..table.len() {
            let mut players = [NONE; 2];
            for side in 0..2 {
                let Some(column) = self.columns[side] else { continue };
                let Some(place) = table.place(game, column) else { continue };
                let given = self.names.find::<C>(table, place);
                let player = self.code_player(coder, (side, players[0], given), &mut state);
                self.names.finish(coder, table, (player, place))?;
                table.set_meaning(game, column, ValueMeaning::symbol(player));
                players[side] = player;
            }
            if let [white, black] = players
                && white != NONE
                && black != NONE
            {
                state.opponents.set(white, black);
                state.opponents.set(black, white);
            }
            if coder.is_exhausted() {
                return Err(Damage::Short);
            }
        }
        Ok(())
    }

    fn code_player<C: Coder>(
        &mut self,
        coder: &mut C,
        (side, white, given): (usize, u32, u32),
        state: &mut PlayerState,
    ) -> u32 {
        let opponent = if side == 1 && white != NONE { state.opponents.get(white) } else { None };
        if let Some(opponent) = opponent {
            state.again = coder.bit(&mut self.again[usize::from(state.again)], given == opponent);
            if state.again {
                state.move_to_end(state.since(opponent), opponent);
                return opponent;
            }
        }
        let place = if C::READS { None } else { state.since(given) };
        let filled = (usize::BITS - state.remembered().len().leading_zeros()) as usize;
        if coder.bit(&mut self.seen[side][filled], place.is_some()) {
            let place = self.since[side].code(coder, place.unwrap_or(0) as u64);
            if let Some(player) = state.player(place) {
                state.move_to_end(Some(place as usize), player);
                return player;
            }
        }
        let player = self.names.code_symbol(coder, side, given);
        if player != NONE {
            state.move_to_end(None, player);
        }
        player
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        for column in self.columns {
            push_number(column.map_or(0, |column| column as u64 + 1), out);
        }
    }

    pub(super) fn read(cursor: &mut Cursor<'_>, columns: usize, names: &Arc<Words>) -> Result<Players, Damage> {
        let mut all = [None; 2];
        for column in &mut all {
            *column = cursor.number_up_to(columns)?.checked_sub(1);
        }
        Ok(Players::new(all, names.clone()))
    }
}

impl Learns for Players {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        self.again.each_bit(visit);
        self.seen.each_bit(visit);
        self.since.each_bit(visit);
        self.names.each_bit(visit);
    }
}
