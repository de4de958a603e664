//! Archives, made from the steps of games.

use crate::common::background::in_background;
use crate::common::failure::Failure;
use crate::formats::Format;
use crate::formats::archives::{self, ArchiveFormat};
use crate::formats::refine;
use crate::inputs::archive_file::opened;
use crate::pipeline::compression_report::Gain;
use crate::pipeline::foreign::{Foreign, Lost};
use crate::pipeline::location::BlockLocation;
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::{
    Complete, CountOnce, ForeignSupport, GameEnd, GameSink, LocalSink, Needs, Piece, Receiver, SinkFactory, StepSink,
    content,
};
use crate::settings::stages::stages;
use crate::settings::{Settings, WantedGames};
use scoresheet_archive::{ArchiveWriter, GameCollector, Games, Settings as Writing};
use scoresheet_core::game::GameFormat;
use scoresheet_core::loss::LossKind;
use scoresheet_core::step::AsItStood;
use scoresheet_files::{AppendFile, Block, FileError, Kind, Output as File};
use scoresheet_parallel::Cancel;
use std::path::Path;

/// The size of blocks of the input.
const BLOCK: usize = 1 << 20;

/// An archive that is being written.
pub(crate) struct ArchiveFile<'a> {
    format: &'static ArchiveFormat,
    settings: &'a Settings,
    foreign: &'a dyn Foreign,
    name: String,
    writer: ArchiveWriter<File>,
    /// The input whose games came last.
    input: Option<usize>,
    /// Whether the bytes of the inputs are kept.
    keeps: bool,
    /// How many bytes of the last input were kept.
    kept: u64,
}

impl<'a> ArchiveFile<'a> {
    /// An archive without games.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn create(
        format: &'static ArchiveFormat,
        out: File,
        settings: &'a Settings,
        foreign: &'a dyn Foreign,
    ) -> Result<ArchiveFile<'a>, Failure> {
        let name = out.name().to_owned();
        let writer = ArchiveWriter::new(out, writing(settings)).map_err(|error| Failure::not_written(&error, &name))?;
        ArchiveFile::of(format, writer, name, settings, foreign)
    }

    /// An archive that exists, whose games are kept.
    ///
    /// # Errors
    /// If it is not an archive, its end is missing, or it cannot be written.
    pub(crate) fn append(
        format: &'static ArchiveFormat,
        name: &str,
        settings: &'a Settings,
        foreign: &'a dyn Foreign,
    ) -> Result<ArchiveFile<'a>, Failure> {
        let append = AppendFile::open(name)?;
        let file = append.file().try_clone().map_err(|error| Failure::not_written(&error, name))?;
        let (index, end) = {
            let hint = "games are appended to an archive that is whole, or to a file that does not exist yet";
            let (_, archive) = opened(file, name, &settings.read).map_err(|error| FileError { hint, ..error })?;
            if archive.is_cut() {
                let message = format!("cannot append to `{name}`: its end is missing");
                return Err(FileError {
                    byte: Some(archive.end()),
                    hint,
                    ..FileError::new(Kind::Damaged, name, message)
                }
                .into());
            }
            (archive.index().clone(), archive.end())
        };
        let out = File::append(append, end)?;
        let name = out.name().to_owned();
        let writer = ArchiveWriter::append(out, writing(settings), index, end);
        ArchiveFile::of(format, writer, name, settings, foreign)
    }

    fn of(
        format: &'static ArchiveFormat,
        writer: ArchiveWriter<File>,
        name: String,
        settings: &'a Settings,
        foreign: &'a dyn Foreign,
    ) -> Result<ArchiveFile<'a>, Failure> {
        if settings.write.keep_spelling {
            let hint = "`-O exact=yes` keeps the inputs as they are; else leave `{keep_spelling}` out";
            return Err(Failure::usage("archives do not keep the spelling of single moves", hint));
        }
        let keeps = archives::keeps_inputs(&settings.write.choices);
        if keeps && settings.read.encoding.is_some() {
            let message = "`exact=yes` keeps texts as they are, and `{encoding}` reads them as others";
            return Err(Failure::usage(message, "leave one of them out"));
        }
        if keeps && (!stages(settings).is_empty() || settings.read.part.is_some() || settings.selection.games.is_some())
        {
            return Err(Failure::usage(ONLY_WHOLE, "leave out the options that select or change games"));
        }
        Ok(ArchiveFile { format, settings, foreign, name, writer, input: None, keeps, kept: 0 })
    }

    /// Keeps the text of these games, which are added next.
    fn keep(&mut self, pass: &mut Pass<'_>, text: &Block, games: &Games, source: &str) -> Result<(), Failure> {
        if text.skipped > 0 || text.start != self.kept {
            let message = format!("cannot keep the bytes of `{source}`: a game in it is longer than the limit");
            let error = FileError::new(Kind::Unreadable, source, message);
            return Err(FileError { byte: Some(self.kept), hint: "raise it with `{limits.game}`", ..error }.into());
        }
        self.kept += text.bytes().len() as u64;
        let writer = &mut self.writer;
        let kept = in_background(&Cancel::default(), || writer.keep(text.bytes(), games), || pass.tick_when_due())?;
        kept.map_err(|error| Failure::not_written(&error, &self.name))
    }

    /// Adds the wanted games of a piece, and their text if that is kept.
    fn add(
        &mut self,
        pass: &mut Pass<'_>,
        made: CollectedGames,
        text: Option<&Block>,
        at: &BlockLocation<'_>,
        wanted: WantedGames<'_>,
    ) -> Result<(), Failure> {
        let number = |number: u64| at.base.games + number;
        if !self.keeps && self.input.replace(at.input) != Some(at.input) {
            self.writer.source(base_name(at.source));
        }
        for (game, lost) in made.losses.iter().filter(|(game, _)| wanted.has(number(*game))) {
            pass.report.add_loss(lost.kind.spec().id, lost.count, || lost.at(&at.game(number(*game))));
        }
        let mut counted = CountOnce::default();
        for (game, skipped) in made.numbers.iter().filter(|(game, _)| wanted.has(number(*game))) {
            counted.count(pass, *game, *skipped);
        }
        let mut games = made.games;
        if !wanted.are_all() {
            let kept: Vec<bool> = made
                .numbers
                .iter()
                .filter(|(_, skipped)| !skipped)
                .map(|(game, _)| wanted.has(number(*game)))
                .collect();
            games.retain(|place| kept.get(place) == Some(&true));
        }
        match text.filter(|_| self.keeps) {
            Some(text) => self.keep(pass, text, &games, at.source)?,
            None if self.keeps => return Err(Failure::usage(ONLY_WHOLE, "leave `exact=yes` out")),
            None => {}
        }
        let writer = &mut self.writer;
        let added = in_background(&Cancel::default(), || writer.add(games), || pass.tick_when_due())?;
        added.map_err(|error| Failure::not_written(&error, &self.name))
    }
}

impl<'a> GameSink<'a> for ArchiveFile<'a> {
    fn needs(&self) -> Needs<'a> {
        // The bytes of an input are kept block by block, so none of its games is taken out of a block.
        let foreign = self.foreign;
        let support = if self.keeps { ForeignSupport::Refused } else { ForeignSupport::TreesOrDocuments(foreign) };
        Needs::steps(BLOCK, support)
    }

    fn factory(&self) -> Box<dyn SinkFactory<'a> + 'a> {
        let read = &self.settings.read;
        // Otherwise, the text of a game lacks some of what was read, or has what was changed since.
        let keeps_texts = stages(self.settings).is_empty() && read.encoding.is_none() && read.start.position.is_none();
        Box::new(CollectorFactory { refuses: self.settings.write.refuses(true), keeps_texts })
    }

    fn format(&self) -> Option<Format> {
        Some(self.format.into())
    }

    fn begin_input(&mut self, name: &str, format: Format) -> Result<(), Failure> {
        if !self.keeps {
            return Ok(());
        }
        // If games are sequences of bits, not all bytes are part of a game.
        if format.text().is_none() || format.counts_bits() {
            let message = format!("cannot keep the bytes of `{name}`: `{}` is not a text of games", format.id());
            return Err(Failure::usage(message, "leave `exact=yes` out"));
        }
        self.kept = 0;
        self.writer.exact_source(base_name(name), format.id());
        Ok(())
    }

    fn combine(
        &mut self,
        pass: &mut Pass<'_>,
        piece: Piece,
        at: &BlockLocation<'_>,
        wanted: WantedGames<'_>,
    ) -> Result<(), Failure> {
        self.add(pass, content(piece)?, None, at, wanted)
    }

    fn combine_text(
        &mut self,
        pass: &mut Pass<'_>,
        piece: Piece,
        text: &Block,
        at: &BlockLocation<'_>,
        wanted: WantedGames<'_>,
    ) -> Result<(), Failure> {
        self.add(pass, content(piece)?, Some(text), at, wanted)
    }

    fn finish(self: Box<Self>, pass: &mut Pass<'_>) -> Result<Complete, Failure> {
        let ArchiveFile { writer, name, settings, .. } = *self;
        let finished = in_background(&Cancel::default(), || writer.finish(File::sync), || pass.tick_when_due())?;
        let (out, sizes) = finished.map_err(|error| Failure::not_written(&error, &name))?;
        pass.report.gain = settings.write.explain.then(|| Gain::of_archive(&sizes, sizes.plies));
        Ok(Complete::File(out))
    }
}

/// What `exact=yes` cannot do.
const ONLY_WHOLE: &str = "`exact=yes` keeps whole texts, so their games cannot be selected or changed";

/// How an archive is written.
fn writing(settings: &Settings) -> Writing {
    let writing = archives::writing(&settings.write.choices);
    Writing { threads: settings.run.threads(), explains: settings.write.explain, ..writing }
}

/// The name of a file without its folders, which do not matter for the games.
fn base_name(source: &str) -> &str {
    Path::new(source).file_name().and_then(|name| name.to_str()).unwrap_or(source)
}

/// Creates sinks that collect the games of blocks.
struct CollectorFactory {
    /// Whether a game that would lose something is rejected.
    refuses: bool,
    /// Whether games that are stored as text are so with that of their source.
    keeps_texts: bool,
}

impl<'a> SinkFactory<'a> for CollectorFactory {
    fn local(&self, from: Option<&dyn GameFormat>) -> Box<dyn LocalSink + 'a> {
        let keeps_texts = self.keeps_texts && from.is_some_and(refine::stands_alone);
        Box::new(LocalCollector {
            collector: if keeps_texts { GameCollector::with_texts() } else { GameCollector::default() },
            refuses: self.refuses,
            numbers: Vec::new(),
            losses: Vec::new(),
        })
    }
}

/// Collects the games of a block.
struct LocalCollector {
    collector: GameCollector,
    refuses: bool,
    /// The games by their numbers in the block, and whether they are left out.
    numbers: Vec<(u64, bool)>,
    /// The losses before this output, by the number of the game in the block.
    losses: Vec<(u64, Lost)>,
}

/// The games of a block.
struct CollectedGames {
    games: Games,
    numbers: Vec<(u64, bool)>,
    losses: Vec<(u64, Lost)>,
}

impl LocalSink for LocalCollector {
    fn steps(&mut self) -> StepSink<'_> {
        Receiver::Archive(&mut self.collector).into()
    }

    fn end(&mut self, game: GameEnd<'_, '_>) {
        let record = game.record;
        let number = record.number;
        let text = AsItStood { text: record.text, encoding: record.encoding, alone: true };
        self.collector.keep_text(&text);
        let unsaid = self.collector.take_lost();
        let too_long = self.collector.is_too_long();
        let refused = too_long || self.refuses && !(game.lost.is_empty() && unsaid.is_empty());
        // A game that is left out for its error loses nothing in the archive.
        if !game.skip {
            self.losses.extend(game.lost.into_iter().map(|lost| (number, lost)));
            self.losses.extend(unsaid.into_iter().map(|(kind, count)| (number, Lost::of(kind, count))));
            self.losses.extend(too_long.then(|| (number, Lost::of(LossKind::ArchiveSize, 1))));
        }
        if game.skip || refused {
            self.collector.drop_game();
        }
        self.numbers.push((number, game.skip || refused));
    }

    fn leave_out(&mut self, number: u64, lost: Vec<Lost>) {
        self.losses.extend(lost.into_iter().map(|lost| (number, lost)));
        self.numbers.push((number, true));
    }

    fn trailing(&mut self, comments: &[&[u8]]) {
        self.collector.trailing(comments);
    }

    fn held(&self) -> usize {
        self.collector.size()
    }

    fn finish(self: Box<Self>) -> Piece {
        let LocalCollector { collector, numbers, losses, .. } = *self;
        Box::new(CollectedGames { games: collector.finish(), numbers, losses })
    }
}
