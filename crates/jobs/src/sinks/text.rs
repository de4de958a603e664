//! Games as text, written to a file.

use super::text_layout::Joined;
use crate::common::failure::Failure;
use crate::formats::{Format, base64_text, detect};
use crate::pipeline::compression_report::Gain;
use crate::pipeline::foreign::{Foreign, Lost};
use crate::pipeline::location::BlockLocation;
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::{
    Complete, CountOnce, ForeignSupport, GameEnd, GameSink, LocalSink, Needs, Piece, Receiver, SinkFactory, StepSink,
    content,
};
use crate::settings::{Settings, WantedGames, WriteSettings};
use scoresheet_core::game::{self, BoardSearch, GameFormat, WriteOptions};
use scoresheet_core::location;
use scoresheet_core::loss::Loss;
use scoresheet_core::tree::Tree;
use scoresheet_core::write::{Closing, Filter, Shares};
use scoresheet_files::{Input, Output as File};
use scoresheet_parallel::Lock;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

/// The size of blocks: small enough for those in flight, and their texts, to stay in caches and to take little new memory; large
/// enough for the rest of the work on a block not to count.
const BLOCK: usize = 512 << 10;
/// The largest text whose memory is kept. Texts may be several times as large as their blocks.
const KEPT: usize = 2 << 20;

/// Creates sinks that write the games of blocks as text.
pub(crate) struct TextFactory<'t> {
    pub(super) format: &'static dyn GameFormat,
    pub(super) options: WriteOptions,
    pub(super) settings: &'t WriteSettings,
    pub(super) spare: SpareText,
}

impl<'t> TextFactory<'t> {
    /// A sink for games that are read in this format.
    pub(super) fn start(&self, from: Option<&dyn GameFormat>) -> LocalText<'t> {
        let keep_format = from.is_some_and(|from| from.spec().id == self.format.spec().id);
        let options = WriteOptions { keep_format, ..self.options.clone() };
        let mut filter = Filter::new(self.format.writer(&options), self.settings.keep_spelling);
        *filter.bytes() = self.spare.take();
        LocalText { filter, settings: self.settings, text: BlockText::default() }
    }
}

impl<'t> SinkFactory<'t> for TextFactory<'t> {
    fn local(&self, from: Option<&dyn GameFormat>) -> Box<dyn LocalSink + 't> {
        Box::new(self.start(from))
    }
}

/// The memory of texts that were written, for the next ones: memory that is new to the process has to be cleared by the system,
/// and a text that grows is copied several times.
#[derive(Clone, Default)]
pub(super) struct SpareText(Arc<Lock<Vec<Vec<u8>>>>);

impl SpareText {
    /// An empty text.
    fn take(&self) -> Vec<u8> {
        self.0.lock().pop().unwrap_or_default()
    }

    /// Keeps the memory of a text, unless that is large.
    fn keep(&self, mut text: Vec<u8>) {
        if text.capacity() <= KEPT {
            text.clear();
            self.0.lock().push(text);
        }
    }
}

/// The games of a block as text.
#[derive(Default)]
pub(crate) struct BlockText {
    pub(super) bytes: Vec<u8>,
    pub(super) games: Vec<WrittenGame>,
    /// The losses, by the number of the game in the block.
    losses: Vec<(u64, Lost)>,
    /// The use of the bits of each game, by its number in the block, if requested.
    shares: Vec<(u64, Shares)>,
}

/// How a game was written.
pub(crate) struct WrittenGame {
    /// Its number in the block.
    pub(super) number: u64,
    /// The end of its text.
    pub(super) end: usize,
    /// The changes to its end if no other game follows.
    pub(super) closing: Closing,
    /// Whether it was left out.
    pub(super) skipped: bool,
}

impl BlockText {
    /// Counts the losses of the wanted games, and adds up how they use their bits.
    pub(super) fn count_losses(
        &self,
        pass: &mut Pass<'_>,
        at: &BlockLocation<'_>,
        wanted: WantedGames<'_>,
        shares: &mut Shares,
    ) {
        let number = |number: u64| at.base.games + number;
        for (game, lost) in self.losses.iter().filter(|(game, _)| wanted.has(number(*game))) {
            pass.report.add_loss(lost.kind.spec().id, lost.count, || lost.at(&at.game(number(*game))));
        }
        for (_, spent) in self.shares.iter().filter(|(game, _)| wanted.has(number(*game))) {
            *shares += *spent;
        }
    }
}

/// Writes the games of a block.
pub(crate) struct LocalText<'t> {
    filter: Filter,
    settings: &'t WriteSettings,
    text: BlockText,
}

impl LocalText<'_> {
    /// The text of the games.
    pub(super) fn into_text(mut self) -> BlockText {
        self.text.bytes = std::mem::take(self.filter.bytes());
        self.text
    }

    fn add(&mut self, number: u64, skipped: bool) {
        let closing = if skipped { Closing::default() } else { self.filter.closing() };
        let end = self.filter.bytes().len();
        self.text.games.push(WrittenGame { number, end, closing, skipped });
    }
}

impl LocalSink for LocalText<'_> {
    fn steps(&mut self) -> StepSink<'_> {
        Receiver::Text(&mut self.filter).into()
    }

    fn end(&mut self, game: GameEnd<'_, '_>) {
        let number = game.record.number;
        let losses = self.filter.losses_of_game();
        let refused = self.settings.refuses(game.incomplete || !losses.is_empty() || !game.lost.is_empty());
        // A game that is left out for its error has no losses in the format.
        if !game.skip {
            let losses = losses.into_iter().map(|(kind, count)| Lost::of(kind, count));
            self.text.losses.extend(game.lost.into_iter().chain(losses).map(|lost| (number, lost)));
        }
        if game.skip || refused {
            self.filter.take_back();
        }
        if self.settings.explain {
            self.text.shares.extend(self.filter.shares().map(|shares| (number, shares)));
        }
        self.add(number, !self.filter.is_written());
    }

    fn leave_out(&mut self, number: u64, lost: Vec<Lost>) {
        self.text.losses.extend(lost.into_iter().map(|lost| (number, lost)));
        self.add(number, true);
    }

    fn trailing(&mut self, comments: &[&[u8]]) {
        self.filter.trailing(comments);
    }

    fn held(&self) -> usize {
        self.text.games.last().map_or(0, |game| game.end)
    }

    fn finish(self: Box<Self>) -> Piece {
        Box::new(self.into_text())
    }
}

/// A file of games as text.
pub(crate) struct TextFile<'t> {
    format: &'static dyn GameFormat,
    options: WriteOptions,
    settings: &'t WriteSettings,
    foreign: &'t dyn Foreign,
    out: File,
    joined: Joined,
    /// How the games use their bits.
    shares: Shares,
    spare: SpareText,
}

impl<'t> TextFile<'t> {
    /// An empty file of this format.
    pub(crate) fn new(
        format: &'static dyn GameFormat,
        out: File,
        settings: &'t WriteSettings,
        foreign: &'t dyn Foreign,
    ) -> TextFile<'t> {
        let options = settings.options(format);
        let joined = Joined::new(format, &options);
        let (shares, spare) = (Shares::default(), SpareText::default());
        TextFile { format, options, settings, foreign, out, joined, shares, spare }
    }

    /// A file that exists, whose games are kept.
    ///
    /// # Errors
    /// If it is of another format, cannot be read as a whole, or cannot be written.
    pub(crate) fn extend(
        format: &'static dyn GameFormat,
        name: &str,
        settings: &'t Settings,
        foreign: &'t dyn Foreign,
    ) -> Result<TextFile<'t>, Failure> {
        let out = File::extend(name)?;
        let end = end_of(format, name, settings)?;
        let file = TextFile::new(format, out, &settings.write, foreign);
        Ok(TextFile { joined: Joined::new(format, &file.options).behind(end), ..file })
    }

    /// The same file for games that this search has found.
    pub(crate) fn writing_found(mut self, search: Option<BoardSearch>) -> Self {
        self.options.search = search;
        self
    }

    /// Writes a part of a text, whose last bytes differ if nothing follows.
    fn write(&mut self, text: &BlockText, stretch: Range<usize>, last: Closing) -> Result<(), Failure> {
        let written = self.joined.add(&text.bytes[stretch], last, &mut self.out);
        written.map_err(|error| Failure::not_written(&error, self.out.name()))
    }
}

/// How many of the last bytes of a file decide how games that are appended are separated from its own.
const END: usize = 4;

/// The last bytes of the text of a file, which is in this format.
fn end_of(format: &'static dyn GameFormat, name: &str, settings: &Settings) -> Result<Vec<u8>, Failure> {
    let mut source = Input::file(name).open(&settings.read.limits)?;
    let head = source.head(|| ControlFlow::Continue(()))?;
    let found = detect::of_file(name, head);
    let is_text = !(head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff") || base64_text::starts(head));
    // If neither its name nor its first bytes identify it, the caller's choice counts.
    let is_told = found.detects(head) || detect::of_name(name).is_some();
    let is_other = found.id() != format.spec().id && is_told;
    if !head.is_empty() && (is_other || !is_text) {
        let known =
            if is_text { format!("it is `{}`", found.id()) } else { "its text is in another encoding".to_owned() };
        let message =
            format!("cannot append to `{name}`: {known}, and the games are written as `{}`", format.spec().id);
        return Err(Failure::usage(message, "write them to another file"));
    }
    let (mut buffer, mut end) = (vec![0; BLOCK], Vec::new());
    loop {
        let count = source.read_some(&mut buffer)?;
        if count == 0 {
            return Ok(end);
        }
        end.extend_from_slice(&buffer[count.saturating_sub(END)..count]);
        end.drain(..end.len().saturating_sub(END));
    }
}

/// What a file of text needs of games.
pub(super) fn needs<'f>(format: &dyn GameFormat, foreign: &'f dyn Foreign) -> Needs<'f> {
    let has_documents = game::has_documents(format);
    let support = if has_documents { ForeignSupport::Documents(foreign) } else { ForeignSupport::Trees(foreign) };
    Needs { caller_works: true, ..Needs::steps(BLOCK, support) }
}

impl<'t> GameSink<'t> for TextFile<'t> {
    fn needs(&self) -> Needs<'t> {
        needs(self.format, self.foreign)
    }

    fn factory(&self) -> Box<dyn SinkFactory<'t> + 't> {
        let (options, spare) = (self.options.clone(), self.spare.clone());
        Box::new(TextFactory { format: self.format, options, settings: self.settings, spare })
    }

    fn format(&self) -> Option<Format> {
        Some(self.format.into())
    }

    fn combine(
        &mut self,
        pass: &mut Pass<'_>,
        piece: Piece,
        at: &BlockLocation<'_>,
        wanted: WantedGames<'_>,
    ) -> Result<(), Failure> {
        let text: BlockText = content(piece)?;
        let number = |number: u64| at.base.games + number;
        // Consecutive games are written in one piece.
        let (mut start, mut run, mut last) = (0, 0..0, Closing::default());
        let mut counted = CountOnce::default();
        for game in &text.games {
            if wanted.has(number(game.number)) {
                counted.count(pass, game.number, game.skipped);
                if run.end != start || self.joined.goes_one_by_one() {
                    self.write(&text, std::mem::replace(&mut run, start..start), last)?;
                }
                if game.end > start {
                    (run.end, last) = (game.end, game.closing);
                }
            }
            start = game.end;
        }
        self.write(&text, run, last)?;
        // Comments after the last game.
        if wanted.are_all() {
            let written = self.joined.add_trailing(&text.bytes[start..], &mut self.out);
            written.map_err(|error| Failure::not_written(&error, self.out.name()))?;
        }
        text.count_losses(pass, at, wanted, &mut self.shares);
        self.spare.keep(text.bytes);
        Ok(())
    }

    fn finish(mut self: Box<Self>, pass: &mut Pass<'_>) -> Result<Complete, Failure> {
        check_single(self.format, pass.report.written)?;
        let written = self.joined.end(self.format, &self.options, pass.report.written > 0, &mut self.out);
        written.map_err(|error| Failure::not_written(&error, self.out.name()))?;
        pass.report.gain = self.settings.explain.then(|| Gain::of(self.shares, self.out.bytes()));
        Ok(Complete::File(self.out))
    }
}

/// Checks that a file of this format does not receive more games than it can hold.
fn check_single(format: &dyn GameFormat, written: u64) -> Result<(), Failure> {
    if format.spec().single && written > 1 {
        let message = format!("a file of `{}` holds one game, not {written}", format.spec().id);
        return Err(Failure::usage(message, "take one game with `{limit=1}`"));
    }
    Ok(())
}

/// A tree as text.
pub(crate) struct WrittenTree {
    pub(crate) bytes: Vec<u8>,
    /// The changes to its end if no other game follows.
    pub(crate) closing: Closing,
    /// Whether the moves are binary.
    pub(crate) binary: bool,
    pub(crate) losses: Vec<Loss>,
}

/// Writes one tree as a complete file.
pub(crate) fn write_tree(tree: &Tree, format: &dyn GameFormat, options: &WriteOptions) -> WrittenTree {
    let mut filter = Filter::new(format.writer(options), options.keep_spelling);
    let encloses = !format.stands_alone();
    if encloses {
        *filter.bytes() = format.header(options);
    }
    tree.write(location::Location { game: 1, ..location::Location::default() }, &mut filter);
    let (binary, closing) = (filter.is_binary(), filter.closing());
    let mut bytes = std::mem::take(filter.bytes());
    let footer = if encloses { format.footer(options) } else { Vec::from(b"\n") };
    if !encloses {
        closing.close(&mut bytes);
    }
    let closing = if footer.is_empty() { closing } else { Closing::default() };
    bytes.extend(footer);
    WrittenTree { binary, closing, losses: filter.losses().to_vec(), bytes }
}
