//! One tree of the moves of many games.

use crate::common::background::in_background;
use crate::common::failure::Failure;
use crate::inputs::tables;
use crate::pipeline::host::Host;
use crate::plan::Plan;
use crate::selection::first_pass::take_transformed;
use crate::sinks::game_tree::{TreeGames, WAITING};
use crate::sinks::table::sort_options;
use crate::sources::column_check::refuse_foreign;
use scoresheet_columns::game_tree::{TreeBuilder, TreeOptions};
use scoresheet_core::read::Depth;
use scoresheet_core::tree::Tree;
use scoresheet_files::ScratchFolder;
use scoresheet_parallel::Cancel;
use std::sync::Arc;

impl Plan {
    /// The tree of the mainlines of the games. What it contains is in the report of the pass.
    ///
    /// # Errors
    /// If an input cannot be read, or was read already and cannot be read again.
    pub fn tree(&self, options: TreeOptions, host: &mut dyn Host) -> Result<Tree, Failure> {
        refuse_foreign(&self.inputs, &self.settings.read)?;
        self.consume()?;
        // Runs that were killed may have left more than this one needs.
        ScratchFolder::sweep();
        let (options, threads) = (Arc::new(options), self.settings.run.threads());
        let mut builder = TreeBuilder::new(Arc::clone(&options), &sort_options(&self.settings.run));
        let mut grown = None;
        self.pass(Depth::Positions, host, |pass| {
            take_transformed(&self.inputs, Box::new(TreeGames { options, builder: &mut builder }), pass)?;
            let cancel = Cancel::default();
            let made = in_background(&cancel, || builder.finish(threads, &cancel), || pass.tick_when_due())?;
            let (tree, counts) = made.map_err(|error| tables::not_written(error, WAITING))?;
            pass.report.tree = Some(counts);
            grown = Some(tree);
            Ok(())
        })?;
        grown.ok_or_else(|| Failure::Internal("no tree was made".to_owned()))
    }
}
