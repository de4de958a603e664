//! `rewrite FILE FORMAT ROUNDS MOVES`: reads a file of PGN or VGN and writes it again in another format: the speed of readers and
//! writers without files, threads and Python. `none` as the format writes nothing.

use scoresheet_core::game::{self, AnyGames, GameFormat, NamedOptions, WriteOptions};
use scoresheet_core::read::{Record, Settings};
use scoresheet_core::write::Filter;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().expect("a file");
    let text = std::fs::read(&path).expect("readable");
    let source: &dyn GameFormat = if path.ends_with(".vgn") { game::vgn() } else { &game::pgn::Pgn };
    let target = arguments.next().unwrap_or("pgn".into());
    let rounds: u32 = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(1);
    let moves = arguments.next();
    let named = NamedOptions { moves: moves.as_deref(), ..NamedOptions::default() };
    let mut best = f64::MAX;
    for _ in 0..rounds {
        let start = std::time::Instant::now();
        let settings = Settings { keep_plies: false, ..Settings::default() };
        let mut games = AnyGames::of(source, &text, &settings);
        let (mut record, mut written) = (Record::new(), 0);
        match game::find(&target) {
            None => while games.next(&mut record, &mut ()) {},
            Some(format) => {
                let options = WriteOptions { own: format.write_options(&named), ..WriteOptions::default() };
                let mut filter = Filter::new(format.writer(&options), false);
                while games.next(&mut record, &mut filter) {
                    written += filter.bytes().len();
                    filter.bytes().clear();
                }
            }
        }
        let tally = games.into_tally();
        best = best.min(start.elapsed().as_secs_f64());
        println!("{written} bytes, {} plies, {:.1} ns a ply", tally.plies, best * 1e9 / tally.plies as f64);
    }
}
