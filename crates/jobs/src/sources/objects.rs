//! Sends games that a program gives one by one to any output.

use crate::common::failure::Failure;
use crate::pipeline::foreign::{Foreign, ForeignGame};
use crate::pipeline::location::{At, SOURCE};
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::{Boards, Complete, GivenForeign, Make, Maker, Output};
use crate::settings::Wanted;
use crate::sources::tree_replay::TreeGiver;
use scoresheet_core::at::Base;
use scoresheet_core::tree::Tree;

/// A game as a program holds it.
#[derive(Clone, Copy)]
pub enum Object<'o> {
    /// One of the core's.
    Tree(&'o Tree),
    /// One of the caller's.
    Foreign(&'o ForeignGame),
}

/// Takes games one by one.
pub(crate) trait TakeObjects {
    /// Takes a game. Taking a tree never calls back into the program that lends it.
    ///
    /// # Errors
    /// If the output cannot hold it, or the job is to stop.
    fn take(&mut self, game: Object<'_>, pass: &mut Pass<'_>) -> Result<(), Failure>;
    /// Puts the games that were taken in their place, where there are enough of them.
    ///
    /// # Errors
    /// If they cannot be written, or the job is to stop.
    fn settle(&mut self, pass: &mut Pass<'_>) -> Result<(), Failure>;
    /// Writes what is left.
    ///
    /// # Errors
    /// If that cannot be, or the job is to stop.
    fn complete(self: Box<Self>, pass: &mut Pass<'_>) -> Result<Complete, Failure>;
}

/// Games on their way to an output.
pub(crate) struct Objects<'o, O: Output> {
    out: O,
    foreign: &'o dyn Foreign,
    maker: <O::Make as Make>::Maker,
    /// Gives trees to the maker, and has counted those that it holds.
    giver: TreeGiver,
    /// Games put in their place so far.
    games: u64,
}

impl<'o, O: Output> Objects<'o, O> {
    /// No games yet; `foreign` knows those of the caller's.
    pub(crate) fn new(out: O, foreign: &'o dyn Foreign) -> Objects<'o, O> {
        let make = out.make();
        let (maker, giver) = (make.start(None), TreeGiver::new(&make));
        Objects { out, foreign, maker, giver, games: 0 }
    }

    fn foreign(&mut self, game: &ForeignGame, pass: &mut Pass<'_>) -> Result<(), Failure> {
        if !self.out.takes_boards() {
            let hint = "`{to=icn-json}` writes such games as JSON";
            return Err(Failure::usage("games on boards without edges cannot be written as columns", hint));
        }
        self.giver.tally.merge(self.foreign.facts(game)?.tally(), &Base::default());
        let given = |number| GivenForeign { game: Some(game), number, skip: false, faulty: false };
        if let Boards::Trees(foreign) = self.out.boards() {
            let number = self.number();
            return self.giver.give_foreign(foreign, &given(number), &mut self.maker);
        }
        self.put(pass)?;
        let at = At { is_named: false, ..At::start_of(0, SOURCE) };
        self.out.put_foreign(pass, given(self.games), &at)
    }

    /// How many games there are besides those put in their place.
    fn number(&self) -> u64 {
        self.giver.tally.games
    }

    /// Puts the games in their place that the maker holds.
    fn put(&mut self, pass: &mut Pass<'_>) -> Result<(), Failure> {
        let maker = std::mem::replace(&mut self.maker, self.out.make().start(None));
        let base = Base { games: self.games, ..Base::default() };
        // Code that tells the progress later, while the output is completed, counts from there.
        pass.advance(maker.held() as u64);
        self.games += self.number();
        pass.report.add(std::mem::take(&mut self.giver.tally), &base, b"", SOURCE);
        let at = At { is_named: false, base, ..At::start_of(0, SOURCE) };
        self.out.put(pass, maker.finish(), &at, Wanted::ALL)?;
        pass.tick()
    }
}

impl<O: Output> TakeObjects for Objects<'_, O> {
    fn take(&mut self, game: Object<'_>, pass: &mut Pass<'_>) -> Result<(), Failure> {
        match game {
            Object::Tree(tree) => self.giver.give(tree, self.number() + 1, Vec::new(), &mut self.maker),
            Object::Foreign(game) => self.foreign(game, pass)?,
        }
        Ok(())
    }

    fn settle(&mut self, pass: &mut Pass<'_>) -> Result<(), Failure> {
        if self.maker.is_full() { self.put(pass) } else { Ok(()) }
    }

    fn complete(mut self: Box<Self>, pass: &mut Pass<'_>) -> Result<Complete, Failure> {
        if self.number() > 0 {
            self.put(pass)?;
        }
        self.out.complete(pass)
    }
}
