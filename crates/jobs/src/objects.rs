//! Games that a program holds, to text and bytes: one in memory, or all that it gives to a file.

use crate::failure::Failure;
use crate::foreign::{Foreign, ForeignGame, ForeignWriting, Lost};
use crate::formats::Format;
use crate::formats::foreign::ForeignFormat;
use crate::host::Caller;
use crate::options::fit;
use crate::outputs::single::Single;
use crate::outputs::text::{Told, told};
use crate::outputs::{check_single, format_of};
use crate::report::Report;
use crate::settings::Settings;
use scoresheet_core::at::At;
use scoresheet_core::game::GameFormat;
use scoresheet_core::loss::{Loss, LossKind};
use scoresheet_core::record::{Depth, Record};
use scoresheet_core::tally::Tally;
use scoresheet_core::teller::Teller;
use scoresheet_core::tree::Tree;
use scoresheet_files::Output;
use std::io::Write;

/// How much is written at once.
const ENOUGH: usize = 1 << 20;
/// What the reports call the input of games that were not read.
const SOURCE: &str = "games";

/// A format that games are written in one at a time.
#[derive(Clone, Copy)]
pub struct OneAtATime(Format);

impl OneAtATime {
    /// This format.
    ///
    /// # Errors
    /// Where it is not written so.
    pub fn of(format: Format) -> Result<OneAtATime, Failure> {
        if matches!(format, Format::Columns(_)) || !format.spec().writes {
            let message = format!("`{}` is not written one game at a time", format.id());
            return Err(Failure::usage(message, "`scoresheet.write` writes many games to a file"));
        }
        Ok(OneAtATime(format))
    }

    /// The format.
    pub fn format(self) -> Format {
        self.0
    }
}

/// One game written in memory.
pub struct Alone {
    /// Its text or bytes, without what parts it from another game; none where it cannot be in this format at all.
    pub text: Option<Vec<u8>>,
    /// Whether the moves are bytes and not text.
    pub binary: bool,
    /// What the format cannot say of it, and where in the game.
    pub losses: Vec<(Lost, String)>,
}

impl Alone {
    /// That the game has lost nothing, where it must not.
    ///
    /// # Errors
    /// Where it has.
    pub fn check_losses(&self, to: OneAtATime, strict: bool) -> Result<(), Failure> {
        if self.losses.is_empty() || !strict && self.text.is_some() {
            return Ok(());
        }
        let told = self.losses.iter().map(|(lost, _)| lost.at(&format!("{} {}", lost.count, lost.kind.spec().id)));
        let told: Vec<String> = told.collect();
        Err(Failure::Loss(format!("`{}` cannot say all of this game: {}", to.format().id(), told.join(", "))))
    }
}

/// Writes one game in memory.
///
/// # Errors
/// Where the caller who writes it fails.
pub fn alone(tree: &Tree, to: OneAtATime, settings: &Settings, foreign: &dyn Foreign) -> Result<Alone, Failure> {
    match to.0 {
        Format::Text(format) => {
            let Told { mut bytes, gap, binary, losses, .. } = told(tree, format, &settings.write_options());
            bytes.truncate(bytes.len().saturating_sub(gap));
            let losses = losses.iter().map(|loss| (Lost::of(loss.kind, loss.count), place(loss)));
            Ok(Alone { text: Some(bytes), binary, losses: losses.collect() })
        }
        Format::Foreign(format) => {
            let (text, lost) = foreign_text(tree, format, settings, foreign)?;
            let losses = lost.into_iter().map(|lost| {
                let place = lost.at("the game");
                (lost, place)
            });
            Ok(Alone { text: text.map(String::into_bytes), binary: false, losses: losses.collect() })
        }
        Format::Columns(_) => Ok(Alone { text: None, binary: true, losses: Vec::new() }),
    }
}

/// Where in a game a loss is.
fn place(loss: &Loss) -> String {
    match loss.first.number {
        None if loss.kind == LossKind::UnplayedGame => "the game".to_owned(),
        Some((number, black)) => format!("move {number}{}", if black { "..." } else { "." }),
        None => "the tags".to_owned(),
    }
}

/// A tree as a text of a format that the caller writes, and what that cannot say.
fn foreign_text(
    tree: &Tree,
    format: &'static ForeignFormat,
    settings: &Settings,
    foreign: &dyn Foreign,
) -> Result<(Option<String>, Vec<Lost>), Failure> {
    let (game, mut lost) = foreign.game_of(tree)?;
    let Some(game) = game else { return Ok((None, lost)) };
    let (text, more) = foreign.write(&game, &ForeignWriting::new(format, settings))?;
    lost.extend(more);
    Ok((Some(text), lost))
}

/// A game as a program holds it.
#[derive(Clone, Copy)]
pub enum Object<'o> {
    /// One of the core's.
    Tree(&'o Tree),
    /// One of the caller's.
    Foreign(&'o ForeignGame),
}

/// Writes the games that a program gives, one after another, to a file that appears when it is complete.
pub struct ObjectWriter<'w> {
    settings: &'w Settings,
    caller: Caller<'w>,
    target: Target,
    report: Report,
    /// Games given so far.
    number: u64,
    /// Bytes written so far.
    bytes: usize,
}

/// Where the games go.
enum Target {
    Text(Box<TextTarget>),
    Foreign(&'static ForeignFormat, Single),
}

/// A file of text.
struct TextTarget {
    format: &'static dyn GameFormat,
    teller: Teller,
    out: Output,
    /// How many bytes written last only part the last game from one behind it.
    gap: usize,
}

impl<'w> ObjectWriter<'w> {
    /// Opens the output; none where that holds columns, which are not written game by game.
    ///
    /// # Errors
    /// When an option does not fit, or nothing can be written there.
    pub fn create(
        output: &str,
        settings: &'w Settings,
        caller: Caller<'w>,
    ) -> Result<Option<ObjectWriter<'w>>, Failure> {
        let to = format_of(Some(output), settings)?;
        if matches!(to, Format::Columns(_)) {
            return Ok(None);
        }
        fit::check(settings, &[], Some(to))?;
        let target = match to {
            Format::Text(format) => {
                let out = Output::create(output, settings.force)?;
                let teller = Teller::new(format.writer(&settings.write_options()));
                Target::Text(Box::new(TextTarget { format, teller, out, gap: 0 }))
            }
            Format::Foreign(format) => Target::Foreign(format, Single::create(Some(output), format, settings.force)?),
            Format::Columns(_) => return Ok(None),
        };
        let report = Report::new(settings.strict_read, Depth::Positions);
        Ok(Some(ObjectWriter { settings, caller, target, report, number: 0, bytes: 0 }))
    }

    /// Writes a game.
    ///
    /// # Errors
    /// When it cannot be written, or the job is to stop.
    pub fn write(&mut self, game: Object<'_>) -> Result<(), Failure> {
        self.number += 1;
        if matches!(self.target, Target::Foreign(..)) { self.write_foreign(game) } else { self.write_text(game) }
    }

    /// Writes what is left. The output appears with [`Finished::commit`].
    ///
    /// # Errors
    /// When it cannot be written, or has more games than a file of its format holds.
    pub fn finish(self) -> Result<Finished, Failure> {
        let (out, report) = (self.target, self.report);
        let out = match out {
            Target::Foreign(_, out) => FinishedOutput::Single(out),
            Target::Text(mut text) => {
                text.flush()?;
                check_single(text.format, report.written)?;
                FinishedOutput::Text(text.out)
            }
        };
        Ok(Finished { out, report })
    }

    fn write_text(&mut self, game: Object<'_>) -> Result<(), Failure> {
        match game {
            Object::Tree(tree) => self.tell(tree),
            Object::Foreign(game) => {
                let (tree, lost) = self.caller.foreign.tree_of(game)?;
                self.add_losses(&lost);
                match tree.filter(|_| !self.settings.strict_write || lost.is_empty()) {
                    Some(tree) => self.tell(&tree),
                    None => {
                        self.count_foreign(game)?;
                        self.report.skipped += 1;
                        Ok(())
                    }
                }
            }
        }
    }

    /// Counts a tree and writes it as text, unless it may not lose what it would.
    fn tell(&mut self, tree: &Tree) -> Result<(), Failure> {
        self.count(tree);
        let Target::Text(text) = &mut self.target else { return Ok(()) };
        if text.tell(tree, self.number, self.settings, &mut self.report) {
            self.report.written += 1;
            text.gap = text.teller.writer().gap();
        } else {
            self.report.skipped += 1;
        }
        let held = text.teller.bytes().len();
        if held >= ENOUGH {
            self.bytes += held;
            text.flush()?;
            self.tick()?;
        }
        Ok(())
    }

    fn write_foreign(&mut self, game: Object<'_>) -> Result<(), Failure> {
        let Target::Foreign(format, _) = self.target else { return Ok(()) };
        let foreign = self.caller.foreign;
        let (text, lost) = match game {
            Object::Tree(tree) => {
                self.count(tree);
                foreign_text(tree, format, self.settings, foreign)?
            }
            Object::Foreign(game) => {
                self.count_foreign(game)?;
                let (text, lost) = foreign.write(game, &ForeignWriting::new(format, self.settings))?;
                (Some(text), lost)
            }
        };
        self.add_losses(&lost);
        let Some(text) = text.filter(|_| !self.settings.strict_write || lost.is_empty()) else {
            self.report.skipped += 1;
            return Ok(());
        };
        if let Target::Foreign(_, out) = &mut self.target {
            out.write(text.as_bytes())?;
        }
        self.report.written += 1;
        self.bytes += text.len();
        self.tick()
    }

    fn tick(&mut self) -> Result<(), Failure> {
        self.caller.host.tick(self.bytes as u64, self.number)
    }

    fn add_losses(&mut self, lost: &[Lost]) {
        let number = self.number;
        for lost in lost {
            self.report.add_loss(lost.kind.spec().id, lost.count, || lost.at(&format!("game {number}")));
        }
    }

    /// Counts a tree, which was not read here.
    fn count(&mut self, tree: &Tree) {
        let mut tally = Tally::default();
        tally.add_game(&Record { termination: tree.termination(), ..Record::new() });
        tally.plies = tree.mainline().count() as u64;
        self.report.add_stored(tally, self.number, b"", SOURCE);
    }

    /// The same for a game of the caller's.
    fn count_foreign(&mut self, game: &ForeignGame) -> Result<(), Failure> {
        let facts = self.caller.foreign.facts(game)?;
        self.report.add_stored(facts.tally(), self.number, b"", SOURCE);
        Ok(())
    }
}

impl TextTarget {
    /// Writes a game, unless it may not lose what it would; `false` where it was not written.
    fn tell(&mut self, tree: &Tree, number: u64, settings: &Settings, report: &mut Report) -> bool {
        let teller = &mut self.teller;
        let start = teller.bytes().len();
        let before: Vec<(_, u64)> = teller.losses().iter().map(|loss| (loss.kind, loss.count)).collect();
        let told = tree.tell(At { game: number, ..At::default() }, teller, settings.keep_spelling);
        let mut lost = 0;
        for loss in teller.losses().iter() {
            let had = before.iter().find(|(kind, _)| *kind == loss.kind).map_or(0, |(_, count)| *count);
            lost += loss.count - had;
            report.add_loss(loss.kind.spec().id, loss.count - had, || format!("game {number}"));
        }
        let refused = settings.strict_write && lost > 0;
        if refused {
            teller.bytes().truncate(start);
        }
        told && !refused
    }

    /// Writes all but the last bytes, which only part the last game from one behind it: those stay.
    fn flush(&mut self) -> Result<(), Failure> {
        let bytes = self.teller.bytes();
        let (games, _) = bytes.split_at(bytes.len().saturating_sub(self.gap));
        self.out.write_all(games).map_err(|error| Failure::not_written(&error, self.out.name()))?;
        let written = games.len();
        bytes.drain(..written);
        Ok(())
    }
}

/// An output with all games in it, which has not appeared yet.
pub struct Finished {
    out: FinishedOutput,
    report: Report,
}

enum FinishedOutput {
    Text(Output),
    Single(Single),
}

impl Finished {
    /// Has the output appear.
    ///
    /// # Errors
    /// When that cannot be.
    pub fn commit(self) -> Result<Report, Failure> {
        match self.out {
            FinishedOutput::Text(out) => out.commit()?,
            FinishedOutput::Single(out) => out.commit()?,
        }
        Ok(self.report.finish())
    }
}
