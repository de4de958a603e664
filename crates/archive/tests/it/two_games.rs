//! What the range coder receives for the moves of the example in the description of the format. After a change of the
//! games, run with `BLESS=1`.

use scoresheet_archive::moves::{MoveLine, TABLES};
use scoresheet_core::game::AnyGames;
use scoresheet_core::read::{Depth, Record, Settings};
use scoresheet_core::rules::Square;
use std::fmt::Write;
use std::path::Path;

fn name(square: Square) -> String {
    let number = square.number();
    format!("{}{}", char::from(b'a' + number % 8), number / 8 + 1)
}

#[test]
fn the_example_shows_the_frequencies_of_the_first_table() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors/archive");
    let text = std::fs::read(folder.join("two-games.pgn")).expect("the example");
    let model = TABLES[0].model().expect("a table");
    let settings = Settings { depth: Depth::Positions, ..Settings::default() };
    let (mut reader, mut record) = (AnyGames::new(&text, &settings), Record::new());
    let mut rows = String::from("game\tply\tmove\tindex\tmoves\tbefore\tfrequency\ttotal\n");
    let mut game = 0;
    while reader.next(&mut record, &mut ()) {
        game += 1;
        let mut position = record.start.clone();
        let mut line = MoveLine::new(&position).expect("a start that can be coded");
        for (number, ply) in record.plies.iter().enumerate() {
            let mv = ply.packed().unpack(&position).expect("a legal move");
            let moves = line.frequencies(model);
            let index = moves.iter().position(|(other, _)| *other == mv).expect("a legal move");
            let sum = |count: usize| moves[..count].iter().map(|(_, frequency)| frequency).sum::<u32>();
            let (uci, frequency) = (name(mv.from) + &name(mv.to), moves[index].1);
            let (ply, count, before, total) = (number + 1, moves.len(), sum(index), sum(moves.len()));
            writeln!(rows, "{game}\t{ply}\t{uci}\t{index}\t{count}\t{before}\t{frequency}\t{total}").expect("a text");
            line.push(mv);
            position.play_unchecked(mv);
        }
    }
    let path = folder.join("two-games.tsv");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &rows).expect("it can be written");
    }
    assert_eq!(rows, std::fs::read_to_string(&path).expect("the frequencies"));
}
