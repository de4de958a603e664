//! `comments_bench FILE ...`: how many bytes the comments of PGN files take, by kind, and how long they take.

use scoresheet_archive::comments::{
    BlockReader, BlockWriter, CommentPlace, CommentsModel, Learner, Purpose, Trainer, measure,
};
use scoresheet_archive::moves::{MoveModel, Tables};
use scoresheet_core::game::{AnyGames, pgn::Pgn};
use scoresheet_core::read::{Record, Settings};
use scoresheet_core::rules::{Move, Position};
use scoresheet_core::step::{Sink, Step};
use std::time::Instant;

/// A comment and its place.
struct Comment {
    text: String,
    ply: u32,
    depth: u32,
    before: Position,
    position: Position,
    last: Option<Move>,
}

/// Collects the comments of games.
#[derive(Default)]
struct Collected {
    games: Vec<Vec<Comment>>,
    lines: Vec<Level>,
    plies: usize,
    moving: Option<Move>,
}

#[derive(Clone)]
struct Level {
    ply: u32,
    before: Position,
    position: Position,
    last: Option<Move>,
}

impl Sink for Collected {
    fn take(&mut self, step: Step<'_>) {
        match step {
            Step::Head(head) => {
                self.games.push(Vec::new());
                let (before, position) = (head.start.clone(), head.start.clone());
                self.lines = vec![Level { ply: 0, before, position, last: None }];
            }
            Step::Move { named, .. } => self.moving = Some(named.mv),
            Step::Played(after) => {
                self.plies += 1;
                let level = self.lines.last_mut().unwrap();
                level.before = std::mem::replace(&mut level.position, after.clone());
                level.ply += 1;
                level.last = self.moving.take();
            }
            Step::Open => {
                let level = self.lines.last().unwrap().clone();
                let position = level.before.clone();
                self.lines.push(Level { ply: level.ply.saturating_sub(1), position, last: None, ..level });
            }
            Step::Close if self.lines.len() > 1 => {
                self.lines.pop();
            }
            Step::Comment { text, .. } => {
                let Level { ply, before, position, last } = self.lines.last().unwrap().clone();
                let depth = self.lines.len() as u32 - 1;
                self.games.last_mut().unwrap().push(Comment { text: text.into(), ply, depth, before, position, last });
            }
            _ => {}
        }
    }
}

impl Comment {
    fn place(&self) -> CommentPlace<'_> {
        CommentPlace {
            ply: self.ply,
            depth: self.depth,
            before: &self.before,
            position: &self.position,
            last: self.last,
        }
    }
}

fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read(&path).expect("readable");
        let mut collected = Collected::default();
        let settings = Settings { keep_plies: false, ..Settings::default() };
        let mut games = AnyGames::of(&Pgn, &text, &settings);
        let mut record = Record::new();
        while games.next(&mut record, &mut collected) {}
        report(&path, &collected);
    }
}

fn model(games: &[Vec<Comment>]) -> CommentsModel {
    let mut learner = Learner::new();
    for game in games {
        learner.start_game();
        game.iter().for_each(|comment| learner.comment(&comment.text, &comment.place()));
    }
    let model = learner.finish();
    if games.len() <= 512 {
        return model;
    }
    let mut trainer = Trainer::new(&model, moves());
    for game in games.chunks(256).step_by(2).flatten() {
        trainer.start_game();
        game.iter().for_each(|comment| trainer.comment(&comment.text, &comment.place()));
    }
    trainer.finish(&model)
}

fn report(path: &str, collected: &Collected) {
    let games = &collected.games;
    let (comments, bytes) = games.iter().flatten().fold((0, 0), |(n, b), c| (n + 1, b + c.text.len()));
    let start = Instant::now();
    let model = model(games);
    let learned = start.elapsed();
    let mut header = Vec::new();
    model.write(&mut header);
    let model = CommentsModel::read(&header).expect("a model");
    let start = Instant::now();
    let blocks: Vec<_> = games
        .chunks(256)
        .map(|games| {
            let mut writer = BlockWriter::new(&model, moves());
            for game in games {
                writer.start_game();
                game.iter().for_each(|comment| writer.comment(&comment.text, &comment.place()));
            }
            writer.finish()
        })
        .collect();
    let written = start.elapsed();
    let start = Instant::now();
    for (games, (numbers, texts)) in games.chunks(256).zip(&blocks) {
        let mut reader = BlockReader::new(&model, moves(), (numbers, texts));
        for game in games {
            reader.start_game();
            for comment in game {
                assert_eq!(reader.comment(&comment.place(), usize::MAX), Ok(&comment.text[..]));
            }
        }
    }
    let read = start.elapsed();
    let sum = |each: fn(&(Vec<u8>, Vec<u8>)) -> usize| blocks.iter().map(each).sum::<usize>();
    let (numbers, texts) = (sum(|block| block.0.len()), sum(|block| block.1.len()));
    let ns = |time: std::time::Duration| time.as_nanos() as usize / comments.max(1);
    println!(
        "{path}: {} games, {} plies, {comments} comments of {bytes} bytes: header {}, numbers {numbers} ({:.2} bits each), \
         texts {texts}; ns a comment: learn {}, write {}, read {}",
        games.len(),
        collected.plies,
        header.len(),
        numbers as f64 * 8.0 / comments.max(1) as f64,
        ns(learned),
        ns(written),
        ns(read),
    );
    let mut costs = Vec::new();
    for games in games.chunks(256) {
        let given = games.iter().map(|game| game.iter().map(|comment| (&comment.text[..], comment.place())));
        costs.extend(measure(&model, moves(), given));
    }
    for kind in Purpose::ALL {
        let cost: u64 = costs.iter().filter(|(purpose, _)| *purpose == kind).map(|(_, cost)| cost).sum();
        println!("    {}: {} bytes", kind.name(), cost >> 19);
    }
}

fn moves() -> &'static MoveModel {
    Tables::find(1).and_then(Tables::model).expect("a table")
}
