//! Games as text on their way to a file.

use super::{Boards, Complete, Ended, Make, Maker, Once, Output};
use crate::failure::Failure;
use crate::foreign::{Foreign, Lost};
use crate::formats::Format;
use crate::gain::Gain;
use crate::pass::Pass;
use crate::settings::{Settings, Wanted};
use crate::sources::at::At;
use scoresheet_core::at;
use scoresheet_core::game::{GameFormat, WriteOptions};
use scoresheet_core::loss::Loss;
use scoresheet_core::tree::Tree;
use scoresheet_core::write::{Closing, Filter, Shares};
use scoresheet_files::Output as File;
use std::io::Write;
use std::ops::Range;

/// How large blocks are.
const BLOCK: usize = 1 << 20;

/// Makes text of games.
#[derive(Clone, Copy)]
pub(crate) struct MakeText<'t> {
    format: &'static dyn GameFormat,
    settings: &'t Settings,
}

impl<'t> Make for MakeText<'t> {
    type Maker = TextMaker<'t>;

    fn block(&self) -> usize {
        BLOCK
    }

    fn start(&self, from: Option<&dyn GameFormat>) -> TextMaker<'t> {
        let keep_format = from.is_some_and(|from| from.spec().id == self.format.spec().id);
        let options = WriteOptions { keep_format, ..self.settings.write_options() };
        let filter = Filter::new(self.format.writer(&options), self.settings.keep_spelling);
        TextMaker { filter, settings: self.settings, text: Text::default() }
    }
}

/// The games of a block as text.
#[derive(Default)]
pub(crate) struct Text {
    bytes: Vec<u8>,
    games: Vec<Written>,
    /// What was lost, by the number of the game in the block.
    losses: Vec<(u64, Lost)>,
    /// What the bits of each game are spent on, by its number in the block, where that was asked.
    shares: Vec<(u64, Shares)>,
}

/// What became of a game.
struct Written {
    /// Its number in the block.
    number: u64,
    /// Where its text ends.
    end: usize,
    /// What stands there instead where no game follows.
    closing: Closing,
    /// Whether it was left out.
    skipped: bool,
}

/// Writes the games of a block.
pub(crate) struct TextMaker<'t> {
    filter: Filter,
    settings: &'t Settings,
    text: Text,
}

impl TextMaker<'_> {
    fn add(&mut self, number: u64, skipped: bool) {
        let closing = if skipped { Closing::default() } else { self.filter.closing() };
        let end = self.filter.bytes().len();
        self.text.games.push(Written { number, end, closing, skipped });
    }
}

impl Maker for TextMaker<'_> {
    type Sink = Filter;
    type Made = Text;

    #[inline]
    fn sink(&mut self) -> &mut Filter {
        &mut self.filter
    }

    fn end(&mut self, game: Ended<'_, '_>) {
        let number = game.record.number;
        let losses = self.filter.losses_of_game();
        let refused = self.settings.refuses(game.incomplete || !losses.is_empty() || !game.lost.is_empty());
        // A game that is left out for its error loses nothing to the format.
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

    fn finish(mut self) -> Text {
        self.text.bytes = std::mem::take(self.filter.bytes());
        self.text
    }
}

/// A file of games as text.
pub(crate) struct TextFile<'t> {
    format: &'static dyn GameFormat,
    settings: &'t Settings,
    foreign: &'t dyn Foreign,
    out: File,
    /// What is to be written before the next game: the header of the file, or what separates the last game from the next.
    gap: Vec<u8>,
    /// What is written in its place where no game follows.
    instead: Option<u8>,
    /// The first game, as long as it may be the only one, where that makes a difference to the format.
    alone: Option<Vec<u8>>,
    /// What separates it from the next one.
    between: Vec<u8>,
    /// What the bits of the games are spent on.
    shares: Shares,
}

impl<'t> TextFile<'t> {
    /// An empty file of this format.
    pub(crate) fn new(
        format: &'static dyn GameFormat,
        out: File,
        settings: &'t Settings,
        foreign: &'t dyn Foreign,
    ) -> TextFile<'t> {
        let alone = format.stands_alone().then(Vec::new);
        TextFile {
            format,
            settings,
            foreign,
            out,
            gap: format.header(&settings.write_options()),
            instead: None,
            alone,
            between: Vec::new(),
            shares: Shares::default(),
        }
    }

    /// Writes a stretch of a text, whose last bytes are others where nothing follows.
    fn write(&mut self, text: &Text, stretch: Range<usize>, last: Closing) -> Result<(), Failure> {
        if stretch.is_empty() {
            return Ok(());
        }
        let (games, after) = text.bytes[stretch.start..stretch.end].split_at(stretch.len() - last.replaced);
        match self.alone.take() {
            Some(alone) if alone.is_empty() => {
                self.alone = Some(games.to_vec());
                self.between = after.to_vec();
                return Ok(());
            }
            Some(alone) => self.gap.extend(alone.into_iter().chain(std::mem::take(&mut self.between))),
            None => {}
        }
        let written = self.out.write_all(&self.gap).and_then(|()| self.out.write_all(games));
        self.gap.clear();
        self.gap.extend_from_slice(after);
        self.instead = last.by;
        written.map_err(|error| Failure::not_written(&error, self.out.name()))
    }
}

impl TextFile<'_> {
    /// Writes what stands behind the last game of a text, and belongs to it.
    fn write_trailing(&mut self, text: &Text, start: usize) -> Result<(), Failure> {
        match self.alone.as_mut().filter(|alone| !alone.is_empty() && start < text.bytes.len()) {
            Some(alone) => {
                alone.extend(self.between.drain(..).chain(text.bytes[start..].iter().copied()));
                Ok(())
            }
            None if start < text.bytes.len() => self.write(text, start..text.bytes.len(), Closing::default()),
            None => Ok(()),
        }
    }
}

impl<'t> Output for TextFile<'t> {
    type Make = MakeText<'t>;

    fn make(&self) -> MakeText<'t> {
        MakeText { format: self.format, settings: self.settings }
    }

    fn format(&self) -> Option<Format> {
        Some(Format::Text(self.format))
    }

    fn put(&mut self, pass: &mut Pass<'_>, text: Text, at: &At<'_>, wanted: Wanted<'_>) -> Result<(), Failure> {
        let number = |number: u64| at.base.games + number;
        // Games that stand one behind the other are written in one piece.
        let (mut start, mut run, mut last) = (0, 0..0, Closing::default());
        let mut counted = Once::default();
        for game in &text.games {
            if wanted.has(number(game.number)) {
                counted.count(pass, game.number, game.skipped);
                if run.end != start || self.alone.is_some() {
                    self.write(&text, std::mem::replace(&mut run, start..start), last)?;
                }
                if game.end > start {
                    (run.end, last) = (game.end, game.closing);
                }
            }
            start = game.end;
        }
        self.write(&text, run, last)?;
        // Comments behind the last game.
        if wanted.are_all() {
            self.write_trailing(&text, start)?;
        }
        for (game, lost) in text.losses.iter().filter(|(game, _)| wanted.has(number(*game))) {
            pass.report.add_loss(lost.kind.spec().id, lost.count, || lost.at(&at.game(number(*game))));
        }
        for (_, shares) in text.shares.iter().filter(|(game, _)| wanted.has(number(*game))) {
            self.shares += *shares;
        }
        Ok(())
    }

    fn boards(&self) -> Boards<'_> {
        Boards::Trees(self.foreign)
    }

    fn complete(mut self, pass: &mut Pass<'_>) -> Result<Complete, Failure> {
        check_single(self.format, pass.report.written)?;
        let header = if pass.report.written == 0 { std::mem::take(&mut self.gap) } else { Vec::new() };
        let footer = match self.alone.take().filter(|alone| !alone.is_empty()) {
            Some(alone) => [alone.as_slice(), b"\n"].concat(),
            None => self.format.footer(&self.settings.write_options()),
        };
        let instead: Vec<u8> = self.instead.into_iter().collect();
        let end = [header, instead, footer].concat();
        let written = self.out.write_all(&end);
        written.map_err(|error| Failure::not_written(&error, self.out.name()))?;
        pass.report.gain = self.settings.explain.then(|| Gain::of(self.shares, self.out.bytes()));
        Ok(Complete::File(self.out))
    }
}

/// Checks that no more games were written than a file of this format holds.
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
    /// What stands at its end where no other game follows.
    pub(crate) closing: Closing,
    /// Whether the moves are bytes and not text.
    pub(crate) binary: bool,
    pub(crate) losses: Vec<Loss>,
}

/// Writes one tree as a whole file.
pub(crate) fn write_tree(tree: &Tree, format: &dyn GameFormat, options: &WriteOptions) -> WrittenTree {
    let mut filter = Filter::new(format.writer(options), options.keep_spelling);
    let encloses = !format.stands_alone();
    if encloses {
        *filter.bytes() = format.header(options);
    }
    tree.give(at::At { game: 1, ..at::At::default() }, &mut filter);
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
