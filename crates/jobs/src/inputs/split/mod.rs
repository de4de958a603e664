//! Divides inputs into parts, which are read in parallel like any other input.
//!
//! Files of formats whose games can be found from any byte are divided, and archives between their blocks; every other input
//! is one part.

pub(crate) mod archive;
pub mod plan;

use crate::common::failure::Failure;
use crate::formats::refine;
use crate::inputs;
use crate::settings::{ReadSettings, Settings};
use archive::DividedArchive;
use plan::{Cuts, PlannedPart, path_of};
use scoresheet_core::game::{GameFormat, Marks};
use scoresheet_core::location::{Base, Extent};
use scoresheet_files::{Block, Edges, FilePart, Framing, Input, Ranged, RunEvent, RunSettings, Source, Stamp, run};
use std::io::Read;
use std::ops::ControlFlow;
use std::sync::Arc;

/// How many first bytes of a file decide how it is divided.
const HEAD: usize = 64 << 10;
/// How many bytes a block has when games are counted.
const BLOCK: usize = 1 << 20;

/// How the places of games are found.
pub(crate) fn edges_of(marks: &Marks) -> Edges {
    Edges { reach: marks.reach, first: marks.first }
}

/// Part `number` of `count` of each input that can be divided, and one in `count` of the other inputs. All parts
/// together are the inputs.
///
/// # Errors
/// If an input cannot be read.
pub(crate) fn one_of_each(
    inputs: Vec<Input>,
    settings: &Settings,
    number: u64,
    count: u64,
) -> Result<Vec<Input>, Failure> {
    let mut kept = Vec::new();
    for (index, input) in inputs.into_iter().enumerate() {
        let Some(divided) = Divided::of(&input, &settings.read) else {
            kept.extend((index as u64 % count == number - 1).then_some(input));
            continue;
        };
        let mut parts = divided.parts(&input, Cuts::Count(count));
        parts.truncate(usize::try_from(number).unwrap_or(usize::MAX));
        divided.number(&mut parts, settings)?;
        kept.extend(parts.pop().map(|planned| planned.input));
    }
    Ok(kept)
}

/// The only part of an input.
///
/// # Errors
/// If only this process can read it.
pub(crate) fn undivided(input: Input, settings: &ReadSettings) -> Result<PlannedPart, Failure> {
    let Some(path) = path_of(&input) else {
        let message = format!("`{}` cannot be read in parts", input.name());
        return Err(Failure::usage(message, "save it as a file first"));
    };
    let kind = inputs::format(&input, settings).id();
    Ok(PlannedPart { input, path, kind, part: None })
}

/// A file that can be divided.
pub(crate) enum Divided {
    Text(DividedText),
    Archive(DividedArchive),
}

impl Divided {
    /// The file of an input; `None` if it cannot be divided. What cannot be read is not divided, and is reported when
    /// it is read.
    pub(crate) fn of(input: &Input, settings: &ReadSettings) -> Option<Divided> {
        let archive = || DividedArchive::of(input, settings).map(Divided::Archive);
        DividedText::of(input, settings).map(Divided::Text).or_else(archive)
    }

    /// How the file is divided, and its size.
    pub(crate) fn measure(&self) -> (Framing, u64) {
        match self {
            Divided::Text(text) => (text.framing, text.stamp.size),
            Divided::Archive(archive) => archive.measure(),
        }
    }

    /// The parts. If their number is given, some may be empty.
    pub(crate) fn parts(&self, input: &Input, cuts: Cuts) -> Vec<PlannedPart> {
        match self {
            Divided::Text(text) => text.parts(input, cuts),
            Divided::Archive(archive) => archive.parts(input, cuts),
        }
    }

    /// Counts everything before each part.
    pub(crate) fn number(&self, parts: &mut [PlannedPart], settings: &Settings) -> Result<(), Failure> {
        match self {
            Divided::Text(text) => text.number(parts, settings),
            Divided::Archive(archive) => {
                archive.number(parts);
                Ok(())
            }
        }
    }
}

/// A text that can be divided.
pub(crate) struct DividedText {
    format: &'static dyn GameFormat,
    marks: &'static Marks,
    framing: Framing,
    data: Arc<dyn Ranged>,
    stamp: Stamp,
    /// The first offset at which a part may start, after what precedes the first game.
    least: u64,
}

impl DividedText {
    fn of(input: &Input, settings: &ReadSettings) -> Option<DividedText> {
        // Places in another encoding are not those in the file.
        if input.is_once() || input.as_part().is_some() || settings.encoding.is_some() {
            return None;
        }
        let data = input.data()?;
        let mut head = Vec::new();
        data.open_at(0, None).ok()?.take(HEAD as u64).read_to_end(&mut head).ok()?;
        let framing = Framing::of(&head)?;
        let opened = inputs::open(input, settings, || ControlFlow::Continue(())).ok()?;
        if opened.source.is_base64() {
            return None;
        }
        let format = opened.format.text()?;
        let marks = format.marks()?;
        let prologue = prologue(opened.source, format, marks, settings)?;
        let stamp = data.stamp().ok()?;
        let least = framing.offset_after(&data, stamp.size, prologue, &settings.limits).ok()?;
        Some(DividedText { format, marks, framing, data, stamp, least: least.max(1) })
    }

    fn parts(&self, input: &Input, cuts: Cuts) -> Vec<PlannedPart> {
        let mut parts = Vec::new();
        let mut start = 0;
        let size = self.stamp.size;
        for cut in cuts.of(size) {
            let end = cut.max(self.least).min(size);
            if end > start || matches!(cuts, Cuts::Count(_)) || size == 0 {
                parts.push(self.planned(input, start, end));
            }
            start = end;
        }
        parts
    }

    fn planned(&self, input: &Input, start: u64, end: u64) -> PlannedPart {
        let edges = edges_of(self.marks);
        let (framing, stamp) = (self.framing, self.stamp.clone());
        let format = self.format.spec().id;
        let part = FilePart { start, end, framing, stamp, before: Base::default(), edges, format };
        let path = path_of(input).unwrap_or_default();
        let input = input.part(Arc::clone(&self.data), part.clone());
        PlannedPart { path, input, kind: format, part: Some(part) }
    }

    fn number(&self, parts: &mut [PlannedPart], settings: &Settings) -> Result<(), Failure> {
        let counter = Counter { format: self.format, marks: self.marks, settings };
        let mut before = Base::default();
        let last = parts.len().saturating_sub(1);
        for (index, planned) in parts.iter_mut().enumerate() {
            if let Some(part) = &mut planned.part {
                part.before = before;
                planned.input = planned.input.part(Arc::clone(&self.data), part.clone());
            }
            if index < last {
                before = counter.count(&planned.input, before)?;
            }
        }
        Ok(())
    }
}

/// How many leading bytes of a source precede its first game; `None` if that does not show, or if its games are not those
/// of the format.
fn prologue(mut source: Source, format: &dyn GameFormat, marks: &Marks, settings: &ReadSettings) -> Option<u64> {
    let (mut bytes, mut most) = (Vec::new(), HEAD as u64);
    loop {
        let wanted = most - bytes.len() as u64;
        let read = source.by_ref().take(wanted).read_to_end(&mut bytes).ok()?;
        let is_settled = settings.is_settled();
        if !is_settled && refine::format_in(format, &bytes).spec().id != format.spec().id {
            return None;
        }
        if let Some(length) = (marks.prologue)(&bytes, &settings.limits) {
            return Some(length as u64);
        }
        if (read as u64) < wanted || most >= settings.limits.game {
            return None;
        }
        most = (4 * most).min(settings.limits.game);
    }
}

/// Counts games, lines and bytes.
pub(crate) struct Counter<'s> {
    pub(crate) format: &'static dyn GameFormat,
    pub(crate) marks: &'static Marks,
    pub(crate) settings: &'s Settings,
}

impl Counter<'_> {
    /// The counts of everything before the place at which a part ends.
    pub(crate) fn count(&self, part: &Input, before: Base) -> Result<Base, Failure> {
        let limits = &self.settings.read.limits;
        let run_settings = RunSettings {
            threads: self.settings.run.threads(),
            block_size: BLOCK,
            game_limit: usize::try_from(limits.game).unwrap_or(usize::MAX),
            ..RunSettings::default()
        };
        let cut = |bytes: &[u8], last: bool| self.format.cut(bytes, last, limits);
        let resync = |bytes: &[u8]| self.format.resync(bytes).ok();
        let work = |block: &Block| ((self.marks.count)(block.bytes(), limits), Extent::of(block.bytes()));
        let mut base = before;
        run(part.open(limits)?, &run_settings, &(cut, resync), work, |event| {
            if let RunEvent::Block((games, extent), block) = event {
                base.games += games;
                base.bytes += block.bytes().len() as u64 + block.skipped;
                base.advance_lines(extent);
                base.advance_lines(block.skipped_extent);
            }
            ControlFlow::Continue(())
        })?;
        Ok(base)
    }
}
