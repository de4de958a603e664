//! Makes the tables and books of the archive's move model from games, and measures them.

use games::Game;
use scoresheet_archive::moves::{FeatureSet, MoveModel, Tables};
use std::process::ExitCode;
use twox_hash::XxHash3_64;

mod book;
mod games;
mod learn;
mod measure;

const USAGE: &str = "usage:
  train plain|rich|shapes OUT FILE...   make a table with these features from the games of these files
  train book OUT PLIES LEAST FILE...    make a book of the positions before a ply that were met at least so often
  train measure TABLE BOOK FILE [GAMES] print bits and nanoseconds a ply; BOOK may be `none`
  train measure NUMBER FILE [GAMES]     the same with the shipped table of this number";

const SEED: u64 = 12_345;
/// How fast weights learn from the first game. The rate falls evenly to that of the last one, so that chance in the last
/// games matters less.
const RATE: f32 = 0.2;
const LAST_RATE: f32 = 0.02;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["book", out, plies, least, files @ ..] if !files.is_empty() => count(out, [plies, least], files),
        ["measure", number, rest @ ..] if number.parse::<u32>().is_ok() => measure_shipped(number, rest),
        ["measure", table, book, rest @ ..] => measure_files(table, book, rest),
        [set, out, files @ ..] if !files.is_empty() => match FeatureSet::ALL.into_iter().find(|one| one.name() == *set)
        {
            Some(set) => train(set, out, files),
            None => Err(USAGE.to_owned()),
        },
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

/// The games of all files, and lines that name each file and its hash.
fn read_all(files: &[&str]) -> Result<(Vec<Game>, String), String> {
    let (mut all, mut sources) = (Vec::new(), String::new());
    for file in files {
        let text = read(file)?;
        let name = std::path::Path::new(file).file_name().unwrap_or_default().to_string_lossy();
        sources += &format!("source: {name} {:016x}\n", XxHash3_64::oneshot(&text));
        all.extend(games::read(&text));
    }
    let plies: usize = all.iter().map(|game| game.moves.len()).sum();
    let numbers = format!("games: {}\nplies: {plies}\n", all.len());
    Ok((all, sources + &numbers))
}

fn train(set: FeatureSet, out: &str, files: &[&str]) -> Result<(), String> {
    let (mut all, sources) = read_all(files)?;
    games::shuffle(&mut all, SEED);
    let mut learner = learn::Learner::new(set);
    let (mut bits, mut seen) = (0.0, 0);
    for (number, game) in all.iter().enumerate() {
        let rate = RATE + (LAST_RATE - RATE) * number as f32 / all.len() as f32;
        bits += learner.learn(game, rate);
        seen += game.moves.len();
        if (number + 1) % 10_000 == 0 {
            eprintln!("{} games, {:.4} bits a ply so far", number + 1, bits / seen as f64);
            (bits, seen) = (0.0, 0);
        }
    }
    let features = set.name();
    let header = format!(
        "scoresheet table\nfeatures: {features}\n{sources}seed: {SEED}\nrate: {RATE} to {LAST_RATE}\npasses: 1\n\n"
    );
    write(out, header, &learner.bytes())
}

fn count(out: &str, limits: [&str; 2], files: &[&str]) -> Result<(), String> {
    let [plies, least] = limits;
    let (all, sources) = read_all(files)?;
    let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is not a number"));
    let book = book::pack(&all, number(plies)?, number(least)? as u64);
    write(out, format!("scoresheet book\n{sources}before ply: {plies}\nmet at least: {least}\n\n"), &book)
}

fn write(out: &str, header: String, contents: &[u8]) -> Result<(), String> {
    let mut file = header.into_bytes();
    file.extend(zstd::bulk::compress(contents, 19).map_err(|error| format!("cannot compress: {error}"))?);
    println!("{out}: {} bytes", file.len());
    std::fs::write(out, file).map_err(|error| format!("cannot write `{out}`: {error}"))
}

fn measure_shipped(number: &str, rest: &[&str]) -> Result<(), String> {
    let tables = number.parse().ok().and_then(Tables::find);
    measure(tables.and_then(Tables::model).ok_or(format!("there is no table {number}"))?, rest)
}

fn measure_files(table: &str, book: &str, rest: &[&str]) -> Result<(), String> {
    let book = if book == "none" { None } else { Some(read(book)?) };
    let model = MoveModel::parse(&read(table)?, book.as_deref());
    measure(&model.ok_or(format!("`{table}` is not a table, or its book is not one"))?, rest)
}

fn measure(model: &MoveModel, rest: &[&str]) -> Result<(), String> {
    let (file, count) = match rest {
        [file] => (file, usize::MAX),
        [file, count] => (file, count.parse().map_err(|_| format!("`{count}` is not a number"))?),
        _ => return Err(USAGE.to_owned()),
    };
    let games = games::read(&read(file)?);
    measure::print(model, &games[..games.len().min(count)])
}
