use scoresheet_core::game::{self, GameFormat, WriteOptions, pgn};
use scoresheet_core::reading::{Games, Settings};
use scoresheet_core::record::Record;
use scoresheet_core::rewrite::Rewriter;
fn cpu() -> f64 {
    std::fs::read_to_string("/proc/self/schedstat").unwrap().split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let bytes = std::fs::read(&args[1]).unwrap();
    let bytes = &bytes[..];
    // Blocks of one MiB as the real thing has them.
    let settings = Settings { keep_plies: false, ..Settings::default() };
    let mut blocks = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let end = (at + (1 << 20)).min(bytes.len());
        let len = pgn::Pgn.cut(&bytes[at..end], end == bytes.len(), &settings.limits).unwrap();
        blocks.push(&bytes[at..at + len]);
        at += len;
    }
    let runs: usize = args[3].parse().unwrap();
    for name in args[2].split(',') {
        let mut best = f64::MAX;
        let mut size = 0;
        for _ in 0..runs {
            let start = cpu();
            size = 0;
            for block in &blocks {
                let mut record = Record::new();
                let mut games = Games::of(&pgn::Pgn, block, &settings);
                if name == "check" {
                    while games.next(&mut record, &mut ()) {}
                    continue;
                }
                let to: &dyn GameFormat = match name {
                    "pgn" => &pgn::Pgn,
                    "pgcfile" => &game::pgc::Pgc,
                    _ => game::vgn(),
                };
                let mut rewriter = Rewriter::new(
                    if name == "null" {
                        Box::new(Null::default())
                    } else {
                        to.writer(&WriteOptions {
                            moves: Some(if name == "pgn" { "san" } else { name }.into()),
                            ..WriteOptions::default()
                        })
                    },
                    false,
                );
                if let Ok(t) = std::str::from_utf8(block) {
                    rewriter.reads(t);
                }
                while games.next(&mut record, &mut rewriter) {
                    rewriter.end(&record);
                    rewriter.losses();
                }
                size += rewriter.bytes().len();
            }
            best = best.min(cpu() - start);
        }
        println!("{name} {best:.3} {size}");
    }
}

use scoresheet_core::{
    at::At,
    game::*,
    loss::Losses,
    notation::{self, Named},
    rules::Position,
};
#[derive(Default)]
struct Null(Vec<u8>, Losses);
impl GameWriter for Null {
    fn start_game(&mut self, _: At) {}
    fn head(&mut self, _: &Head<'_>) {}
    fn notation(&self) -> &'static notation::Spec {
        notation::ALL[0].spec()
    }
    fn place(&mut self, _: At) {}
    fn moving(&mut self, _: &Position, _: &Named, _: Option<&[u8]>) {}
    fn moved(&mut self, _: &Position) {}
    fn nag(&mut self, _: Option<u8>, _: &[u8]) {}
    fn comment(&mut self, _: &str, _: CommentForm) {}
    fn escape(&mut self, _: &str) {}
    fn open(&mut self) {}
    fn close(&mut self) {}
    fn termination(&mut self, _: Termination) {}
    fn end_game(&mut self) {}
    fn bytes(&mut self) -> &mut Vec<u8> {
        &mut self.0
    }
    fn losses(&mut self) -> &mut Losses {
        &mut self.1
    }
}
