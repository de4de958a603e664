//! Makes a table of the archive's move model from games, and measures tables.

use scoresheet_archive::moves::{Model, TABLES, Tables};
use std::process::ExitCode;
use twox_hash::XxHash3_64;

mod games;
mod learn;
mod measure;

const USAGE: &str = "usage:
  train plain|rich OUT FILE...     make a table from the games of these files
  measure TABLE FILE [GAMES]       print bits and nanoseconds a ply; TABLE is a file or the number of a shipped table";

const SEED: u64 = 12_345;
const RATE: f32 = 0.2;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["plain", out, files @ ..] if !files.is_empty() => train(false, out, files),
        ["rich", out, files @ ..] if !files.is_empty() => train(true, out, files),
        ["measure", table, file] => measure(table, file, usize::MAX),
        ["measure", table, file, count] => measure(table, file, count.parse().unwrap_or(usize::MAX)),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn read(path: &str) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("cannot read `{path}`: {error}"))
}

fn train(is_rich: bool, out: &str, files: &[&str]) -> Result<(), String> {
    let (mut all, mut sources) = (Vec::new(), String::new());
    for file in files {
        let text = read(file)?;
        let name = std::path::Path::new(file).file_name().unwrap_or_default().to_string_lossy();
        sources += &format!("source: {name} {:016x}\n", XxHash3_64::oneshot(&text));
        all.extend(games::read(&text));
    }
    games::shuffle(&mut all, SEED);
    let plies: usize = all.iter().map(|game| game.moves.len()).sum();
    let mut learner = learn::Learner::new(is_rich, RATE);
    let (mut bits, mut seen) = (0.0, 0);
    for (number, game) in all.iter().enumerate() {
        bits += learner.learn(game);
        seen += game.moves.len();
        if (number + 1) % 10_000 == 0 {
            eprintln!("{} games, {:.4} bits a ply so far", number + 1, bits / seen as f64);
            (bits, seen) = (0.0, 0);
        }
    }
    let features = if is_rich { "rich" } else { "plain" };
    let mut table = format!("scoresheet table\nfeatures: {features}\n{sources}games: {}\nplies: {plies}\n", all.len());
    table += &format!("seed: {SEED}\nrate: {RATE}\npasses: 1\n\n");
    let mut table = table.into_bytes();
    let weights = zstd::bulk::compress(&learner.bytes(), 19).map_err(|error| format!("cannot compress: {error}"))?;
    table.extend(weights);
    println!("{out}: {} bytes, hash {:016x}", table.len(), XxHash3_64::oneshot(&table));
    std::fs::write(out, table).map_err(|error| format!("cannot write `{out}`: {error}"))
}

fn measure(table: &str, file: &str, count: usize) -> Result<(), String> {
    let games = games::read(&read(file)?);
    let games = &games[..games.len().min(count)];
    if let Ok(number) = table.parse::<u32>() {
        let model = Tables::find(number).and_then(Tables::model);
        let known: Vec<u32> = TABLES.iter().map(|tables| tables.number).collect();
        return measure::print(model.ok_or(format!("there is no table {number}, but {known:?}"))?, games);
    }
    let model = Model::parse(&read(table)?).ok_or(format!("`{table}` is not a table"))?;
    measure::print(&model, games)
}
