//! Games that a program gives one by one, to any output.

use crate::failure::Failure;
use crate::foreign::{Foreign, ForeignGame};
use crate::outputs::{Boards, Complete, Ended, GivenForeign, Make, Maker, Output};
use crate::pass::Pass;
use crate::settings::Wanted;
use crate::sources::at::At;
use crate::sources::whole::give_as_tree;
use scoresheet_core::at::{self, Base};
use scoresheet_core::read::{Recorder, Tally};
use scoresheet_core::tree::Tree;

/// What the reports call the input of games that were not read.
const SOURCE: &str = "games";

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
    /// Takes a game.
    ///
    /// # Errors
    /// When the output cannot hold it, or the job is to stop.
    fn take(&mut self, game: Object<'_>, pass: &mut Pass<'_>) -> Result<(), Failure>;
    /// Writes what is left.
    ///
    /// # Errors
    /// When that cannot be, or the job is to stop.
    fn complete(self: Box<Self>, pass: &mut Pass<'_>) -> Result<Complete, Failure>;
}

/// Games on their way to an output.
pub(crate) struct Objects<'o, O: Output> {
    out: O,
    foreign: &'o dyn Foreign,
    maker: <O::Make as Make>::Maker,
    recorder: Recorder,
    /// What was counted of the games that the maker holds.
    tally: Tally,
    /// Games put in their place so far, and bytes made of them.
    games: u64,
    bytes: usize,
}

impl<'o, O: Output> Objects<'o, O> {
    /// No games yet; `foreign` knows those of the caller's.
    pub(crate) fn new(out: O, foreign: &'o dyn Foreign) -> Objects<'o, O> {
        let make = out.make();
        let (maker, recorder) = (make.start(None), make.recorder());
        Objects { out, foreign, maker, recorder, tally: Tally::default(), games: 0, bytes: 0 }
    }

    fn tree(&mut self, tree: &Tree, number: u64) {
        tree.give(at::At { game: number, ..at::At::default() }, &mut (&mut self.recorder, self.maker.sink()));
        let record = self.recorder.record();
        self.tally.add_game(&record);
        self.maker.end(Ended { record: &record, skip: false, incomplete: false, lost: Vec::new() });
    }

    fn foreign(&mut self, game: &ForeignGame, pass: &mut Pass<'_>) -> Result<(), Failure> {
        if !self.out.takes_boards() {
            let hint = "`to=\"icn-json\"` writes such games as JSON";
            return Err(Failure::usage("games of boards without edges cannot be written as columns", hint));
        }
        self.tally.merge(self.foreign.facts(game)?.tally(), &Base::default());
        let given = |number| GivenForeign { game: Some(game), number, skip: false, faulty: false };
        if let Boards::Trees(foreign) = self.out.boards() {
            let number = self.number();
            return give_as_tree(foreign, &given(number), &mut self.recorder, &mut self.maker);
        }
        self.put(pass)?;
        let at = At { is_named: false, ..At::start_of(0, SOURCE) };
        self.out.put_foreign(pass, given(self.games), &at)
    }

    /// How many games there are besides those put in their place.
    fn number(&self) -> u64 {
        self.tally.games
    }

    /// Puts the games in their place that the maker holds.
    fn put(&mut self, pass: &mut Pass<'_>) -> Result<(), Failure> {
        let maker = std::mem::replace(&mut self.maker, self.out.make().start(None));
        let base = Base { games: self.games, ..Base::default() };
        self.bytes += maker.held();
        self.games += self.tally.games;
        pass.report.add(std::mem::take(&mut self.tally), &base, b"", SOURCE);
        let at = At { is_named: false, base, ..At::start_of(0, SOURCE) };
        self.out.put(pass, maker.finish(), &at, Wanted::All)?;
        pass.host.tick(self.bytes as u64, self.games)
    }
}

impl<O: Output> TakeObjects for Objects<'_, O> {
    fn take(&mut self, game: Object<'_>, pass: &mut Pass<'_>) -> Result<(), Failure> {
        match game {
            Object::Tree(tree) => self.tree(tree, self.number() + 1),
            Object::Foreign(game) => self.foreign(game, pass)?,
        }
        if self.maker.is_full() { self.put(pass) } else { Ok(()) }
    }

    fn complete(mut self: Box<Self>, pass: &mut Pass<'_>) -> Result<Complete, Failure> {
        if self.tally.games > 0 {
            self.put(pass)?;
        }
        self.out.complete(pass)
    }
}
