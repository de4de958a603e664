//! Formats that the caller writes, with one game per file.

use super::trees::{MadeTree, TreeFactory};
use crate::common::failure::Failure;
use crate::formats::Format;
use crate::formats::foreign::ForeignFormat;
use crate::pipeline::foreign::{Foreign, ForeignGame, ForeignWriting, Lost};
use crate::pipeline::game_files::Single;
use crate::pipeline::location::BlockLocation;
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::{Complete, ForeignSupport, GameSink, GivenForeign, Needs, Piece, SinkFactory, content};
use crate::settings::{Settings, WantedGames, WriteSettings};
use scoresheet_core::tree::Tree;

/// How large blocks are: few games of them are written.
const BLOCK: usize = 64 << 10;

/// Games on their way to files of one game each.
pub(crate) struct ForeignFiles<'b> {
    pub(crate) format: &'static ForeignFormat,
    pub(crate) out: Single,
    pub(crate) settings: &'b Settings,
    pub(crate) foreign: &'b dyn Foreign,
}

impl<'b> GameSink<'b> for ForeignFiles<'b> {
    fn needs(&self) -> Needs<'b> {
        self.trees().needs(ForeignSupport::Taken(Some(self.foreign)))
    }

    fn factory(&self) -> Box<dyn SinkFactory<'b> + 'b> {
        Box::new(self.trees())
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
        for game in content::<Vec<MadeTree>>(piece)? {
            let number = at.base.games + game.number;
            if wanted.has(number) {
                let written = match &game.read {
                    Some(read) => written(&read.tree, self.format, &self.settings.write, self.foreign)?,
                    None => WrittenForeign::default(),
                };
                self.write(pass, &written, game.incomplete, &at.game(number))?;
            }
        }
        Ok(())
    }

    fn add_foreign(
        &mut self,
        pass: &mut Pass<'_>,
        given: GivenForeign<'_>,
        at: &BlockLocation<'_>,
    ) -> Result<(), Failure> {
        let written = match given.game.filter(|_| !given.skip) {
            Some(game) => rewritten(game, self.format, &self.settings.write, self.foreign)?,
            None => WrittenForeign::default(),
        };
        self.write(pass, &written, false, &at.game(given.number))
    }

    fn finish(self: Box<Self>, _pass: &mut Pass<'_>) -> Result<Complete, Failure> {
        Ok(Complete::Single(self.out))
    }
}

impl ForeignFiles<'_> {
    fn trees(&self) -> TreeFactory {
        TreeFactory { block: BLOCK, spelling: self.settings.write.keep_spelling, strict: self.settings.read.strict }
    }

    /// Writes a game, unless it is left out; `place` is its place in the input.
    fn write(
        &mut self,
        pass: &mut Pass<'_>,
        written: &WrittenForeign,
        incomplete: bool,
        place: &str,
    ) -> Result<(), Failure> {
        for lost in &written.lost {
            pass.report.add_loss(lost.kind.spec().id, lost.count, || lost.at(place));
        }
        let refused = self.settings.write.refuses(incomplete || !written.lost.is_empty());
        match written.text.as_ref().filter(|_| !refused) {
            Some(text) => {
                self.out.write(text.as_bytes())?;
                pass.report.written += 1;
            }
            None => pass.report.skipped += 1,
        }
        pass.tick_when_due()
    }
}

/// A game as the caller has written it.
#[derive(Default)]
pub(crate) struct WrittenForeign {
    /// Its text; none if it has none.
    pub(crate) text: Option<String>,
    /// What that cannot express.
    pub(crate) lost: Vec<Lost>,
}

/// A tree as a text of a format that the caller writes.
///
/// # Errors
/// If the call fails.
pub(crate) fn written(
    tree: &Tree,
    format: &'static ForeignFormat,
    settings: &WriteSettings,
    foreign: &dyn Foreign,
) -> Result<WrittenForeign, Failure> {
    let (game, mut lost) = foreign.game_of(tree)?;
    let Some(game) = game else { return Ok(WrittenForeign { text: None, lost }) };
    let more = rewritten(&game, format, settings, foreign)?;
    lost.extend(more.lost);
    Ok(WrittenForeign { text: more.text, lost })
}

/// A game of the caller's as a text of a format that the caller writes.
fn rewritten(
    game: &ForeignGame,
    format: &'static ForeignFormat,
    settings: &WriteSettings,
    foreign: &dyn Foreign,
) -> Result<WrittenForeign, Failure> {
    let (text, lost) = foreign.write(game, &ForeignWriting::new(format, settings))?;
    Ok(WrittenForeign { text, lost })
}
