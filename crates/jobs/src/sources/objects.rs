//! Sends games that a program gives one at a time to any output.

use crate::common::failure::Failure;
use crate::pipeline::foreign::{Foreign, ForeignGame};
use crate::pipeline::location::{BlockLocation, SOURCE};
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::{Complete, ForeignSupport, GameSink, GivenForeign, LocalSink, SinkFactory};
use crate::settings::WantedGames;
use crate::sources::tree_replay::TreeReplay;
use scoresheet_core::location::Base;
use scoresheet_core::tree::Tree;

/// A game as a program holds it.
#[derive(Clone, Copy)]
pub enum Object<'o> {
    /// One of the core's.
    Tree(&'o Tree),
    /// One of the caller's.
    Foreign(&'o ForeignGame),
}

/// Games on their way to an output.
pub(crate) struct Objects<'o> {
    sink: Box<dyn GameSink<'o> + 'o>,
    factory: Box<dyn SinkFactory<'o> + 'o>,
    foreign: &'o dyn Foreign,
    /// How the sink handles foreign games.
    support: ForeignSupport<'o>,
    local: Box<dyn LocalSink + 'o>,
    /// Replays trees to the local sink, and has counted those that it holds.
    replay: TreeReplay,
    /// Games put in their place so far.
    games: u64,
}

impl<'o> Objects<'o> {
    /// No games yet; `foreign` knows those of the caller's.
    pub(crate) fn new(sink: Box<dyn GameSink<'o> + 'o>, foreign: &'o dyn Foreign) -> Objects<'o> {
        let (needs, factory) = (sink.needs(), sink.factory());
        let (local, replay) = (factory.local(None), TreeReplay::new(needs.records));
        Objects { sink, factory, foreign, support: needs.foreign, local, replay, games: 0 }
    }

    fn foreign(&mut self, game: &ForeignGame, pass: &mut Pass<'_>) -> Result<(), Failure> {
        if !self.support.is_any() {
            let hint = "`{to=icn-json}` writes such games as JSON";
            return Err(Failure::usage("games on boards without edges cannot be written as columns", hint));
        }
        self.replay.tally.merge(self.foreign.facts(game)?.tally(), &Base::default());
        let given = |number| GivenForeign { game: Some(game), document: None, number, skip: false, faulty: false };
        if self.support.is_by_steps() {
            let given = given(self.number());
            return self.replay.give_foreign(self.support, &given, &mut *self.local);
        }
        self.put(pass)?;
        let at = BlockLocation { is_named: false, ..BlockLocation::start_of(0, SOURCE) };
        self.sink.add_foreign(pass, given(self.games), &at)
    }

    /// How many games there are besides those put in their place.
    fn number(&self) -> u64 {
        self.replay.tally.games
    }

    /// Puts the games in their place that the local sink holds.
    fn put(&mut self, pass: &mut Pass<'_>) -> Result<(), Failure> {
        let local = std::mem::replace(&mut self.local, self.factory.local(None));
        let base = Base { games: self.games, ..Base::default() };
        // Code that reports the progress later, while the output is completed, counts from there.
        pass.advance(local.held() as u64);
        self.games += self.number();
        pass.report.add(std::mem::take(&mut self.replay.tally), &base, b"", SOURCE);
        let at = BlockLocation { is_named: false, base, ..BlockLocation::start_of(0, SOURCE) };
        self.sink.combine(pass, local.finish(), &at, WantedGames::ALL)?;
        pass.tick()
    }

    /// Takes a game. Taking a tree never calls back into the program that lends it.
    ///
    /// # Errors
    /// If the output cannot hold it, or the job is to stop.
    pub(crate) fn take(&mut self, game: Object<'_>, pass: &mut Pass<'_>) -> Result<(), Failure> {
        match game {
            Object::Tree(tree) => self.replay.give(tree, self.number() + 1, Vec::new(), &mut *self.local),
            Object::Foreign(game) => self.foreign(game, pass)?,
        }
        Ok(())
    }

    /// Puts the games that were taken in their place, if there are enough of them.
    ///
    /// # Errors
    /// If they cannot be written, or the job is to stop.
    pub(crate) fn settle(&mut self, pass: &mut Pass<'_>) -> Result<(), Failure> {
        if self.local.is_full() { self.put(pass) } else { Ok(()) }
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// If that cannot be, or the job is to stop.
    pub(crate) fn finish(mut self, pass: &mut Pass<'_>) -> Result<Complete, Failure> {
        if self.number() > 0 {
            self.put(pass)?;
        }
        self.sink.finish(pass)
    }
}
