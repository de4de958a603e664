//! Writes games that a program holds: one to memory, or many to a file.

use crate::common::failure::Failure;
pub use crate::containers::Alone;
use crate::containers::{self, SinkRequest};
use crate::formats::{Format, Target};
use crate::options::validation;
use crate::pipeline::foreign::Foreign;
use crate::pipeline::host::Caller;
use crate::pipeline::pass::Pass;
use crate::pipeline::report::Report;
use crate::pipeline::sink::Complete;
use crate::selection::edit_sink::Edited;
use crate::settings::Settings;
use crate::settings::stages::edits_alone;
use crate::sinks::open::format_of;
pub use crate::sources::objects::Object;
use crate::sources::objects::Objects;
use crate::sources::tree_replay::tree_of_document;
use scoresheet_core::read::Depth;
use scoresheet_core::tree::Tree;

/// A format in which games are written one at a time.
#[derive(Clone, Copy)]
pub struct OneAtATime(Format);

impl OneAtATime {
    /// This format, used only to find the losses of games: columns have the same losses for each game.
    ///
    /// # Errors
    /// If it is not written.
    pub fn asked_for_losses(format: Format) -> Result<OneAtATime, Failure> {
        if is_table(format) { Ok(OneAtATime(format)) } else { OneAtATime::of(format) }
    }

    /// This format.
    ///
    /// # Errors
    /// If it is not written so.
    pub fn of(format: Format) -> Result<OneAtATime, Failure> {
        if is_table(format) || !format.spec().writes {
            let message = format!("`{}` cannot be written one game at a time", format.id());
            return Err(Failure::usage(message, "`scoresheet.write` writes many games to a file"));
        }
        Ok(OneAtATime(format))
    }

    /// The format.
    pub fn format(self) -> Format {
        self.0
    }
}

/// Whether games have no text of their own in this format.
fn is_table(format: Format) -> bool {
    format.target() != Target::Text
}

impl Alone {
    /// Checks that the game has no losses, if none are allowed.
    ///
    /// # Errors
    /// If it has.
    pub fn check_losses(&self, to: OneAtATime, strict: bool) -> Result<(), Failure> {
        if self.losses.is_empty() || !strict && self.text.is_some() {
            return Ok(());
        }
        let told = self.losses.iter().map(|(lost, _)| lost.at(&format!("{} {}", lost.count, lost.kind.spec().id)));
        let told: Vec<String> = told.collect();
        Err(Failure::Loss(format!("`{}` cannot express all of this game: {}", to.format().id(), told.join(", "))))
    }
}

/// Writes one game in memory.
///
/// # Errors
/// If the caller who writes it fails.
pub fn alone(tree: &Tree, to: OneAtATime, settings: &Settings, foreign: &dyn Foreign) -> Result<Alone, Failure> {
    containers::of(&to.0).write(tree, &settings.write, foreign)
}

/// Writes one game on a board without edges, which is given as its document, in a rendering of BGN.
///
/// # Errors
/// If the text is no such document.
pub fn alone_document(
    document: &str,
    to: OneAtATime,
    settings: &Settings,
    foreign: &dyn Foreign,
) -> Result<Alone, Failure> {
    let no_document = || Failure::Internal("this is no document of a game on a board without edges".to_owned());
    alone(&tree_of_document(document.as_bytes()).ok_or_else(no_document)?, to, settings, foreign)
}

/// Writes the games that a program passes to a file that appears when it is complete.
pub struct ObjectWriter<'w> {
    pass: Pass<'w>,
    objects: Objects<'w>,
}

impl<'w> ObjectWriter<'w> {
    /// Opens the output.
    ///
    /// # Errors
    /// If an option does not fit, or nothing can be written there.
    pub fn create(output: &'w str, settings: &'w Settings, caller: Caller<'w>) -> Result<ObjectWriter<'w>, Failure> {
        let to = format_of(Some(output), &settings.write)?;
        validation::check(settings, &[], Some(to))?;
        if settings.run.repair.is_some() {
            let message = "objects have no original text, so `{repair}` cannot write it";
            return Err(Failure::usage(message, "pass what `scoresheet.read` returns"));
        }
        let opening = SinkRequest { output: Some(output), inputs: &[], settings, foreign: caller.foreign };
        let edits = edits_alone(settings)?;
        let mut sink = opening.open(to)?;
        if !edits.is_empty() {
            sink = Box::new(Edited::new(sink, edits));
        }
        let pass = Pass::new(settings, Depth::Positions, caller.host);
        Ok(ObjectWriter { pass, objects: Objects::new(sink, caller.foreign) })
    }

    /// Writes a game.
    ///
    /// # Errors
    /// If it cannot be written, or the job is to stop.
    pub fn write(&mut self, game: Object<'_>) -> Result<(), Failure> {
        self.take(game)?;
        self.settle()
    }

    /// The first half of [`ObjectWriter::write`]: takes a game. It never calls back into the program that owns the
    /// tree, so the program may hold a lock on the tree.
    ///
    /// # Errors
    /// If it cannot be written, or the job is to stop.
    pub fn take(&mut self, game: Object<'_>) -> Result<(), Failure> {
        self.objects.take(game, &mut self.pass)
    }

    /// The second half: writes the games taken so far, once there are enough of them.
    ///
    /// # Errors
    /// If they cannot be written, or the job is to stop.
    pub fn settle(&mut self) -> Result<(), Failure> {
        self.objects.settle(&mut self.pass)
    }

    /// Writes the remaining games. The output appears with [`Finished::commit`].
    ///
    /// # Errors
    /// If it cannot be written, or has more games than a file of its format holds.
    pub fn finish(mut self) -> Result<Finished, Failure> {
        let out = self.objects.finish(&mut self.pass)?;
        Ok(Finished { out, report: self.pass.report })
    }
}

/// A completed output, which is not visible yet.
pub struct Finished {
    out: Complete,
    report: Report,
}

impl Finished {
    /// Makes the output visible.
    ///
    /// # Errors
    /// If that cannot be.
    pub fn commit(self) -> Result<Report, Failure> {
        self.out.commit()?;
        Ok(self.report.finish())
    }
}
