//! The bytes of games that every version must write and read. To add those of a new table, run with `BLESS=1`.

use scoresheet_archive::coder::{Decoder, Encoder};
use scoresheet_archive::moves::{MoveLine, MoveModel, TABLES};
use scoresheet_core::game::AnyGames;
use scoresheet_core::read::{Depth, Record, Settings};
use scoresheet_core::rules::{Move, Position};
use std::path::Path;

/// How many games of each file are in a stream.
const GAMES: usize = 8;

fn games(root: &Path) -> Vec<(Position, Vec<Move>)> {
    let mut games = Vec::new();
    for name in ["historic.pgn", "generated.pgn", "chess960.pgn"] {
        let text = std::fs::read(root.join("examples").join(name)).expect("an example");
        let settings = Settings { depth: Depth::Positions, ..Settings::default() };
        let (mut reader, mut record) = (AnyGames::new(&text, &settings), Record::new());
        for _ in 0..GAMES {
            assert!(reader.next(&mut record, &mut ()));
            let mut position = record.start.clone();
            let mut moves = Vec::new();
            for ply in &record.plies {
                let mv = ply.packed().unpack(&position).expect("an example's moves are legal");
                position.play_unchecked(mv);
                moves.push(mv);
            }
            games.push((record.start.clone(), moves));
        }
    }
    games
}

fn encode(model: &MoveModel, games: &[(Position, Vec<Move>)]) -> Vec<u8> {
    let mut encoder = Encoder::new();
    for (start, moves) in games {
        let mut line = MoveLine::new(start).expect("it can be coded");
        for mv in moves {
            assert!(line.encode(model, *mv, &mut encoder));
        }
    }
    encoder.finish()
}

#[test]
fn the_bytes_of_games_never_change() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let games = games(&root);
    for tables in &TABLES {
        let model = tables.model().expect("a table");
        let path = root.join(format!("vectors/archive/moves-{}.bin", tables.number));
        let bytes = encode(model, &games);
        if !path.exists() && std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &bytes).expect("it can be written");
        }
        let golden = std::fs::read(&path).expect("the bytes of this table");
        assert!(bytes == golden, "table {} writes other bytes", tables.name);
        let mut decoder = Decoder::new(&golden);
        for (start, moves) in &games {
            let mut line = MoveLine::new(start).expect("it can be coded");
            for mv in moves {
                assert_eq!(line.decode(model, &mut decoder), Some(*mv));
            }
        }
    }
}
