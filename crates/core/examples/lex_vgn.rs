//! How fast the VGN lexer is on a file of text games: `cargo run --release -p scoresheet-core --example lex_vgn -- FILE`.

use scoresheet_core::game::vgn::lexer::{VgnLexer, VgnToken};
use std::time::Instant;

fn main() {
    let path = std::env::args().nth(1).expect("a VGN file");
    let text = std::fs::read(path).expect("a readable file");
    let run = || {
        let start = Instant::now();
        let counts = read(&text);
        (start.elapsed().as_secs_f64(), counts)
    };
    let best = (0..30).map(|_| run()).min_by(|a, b| a.0.total_cmp(&b.0)).expect("thirty runs");
    println!("{:.0} MB/s, {}", text.len() as f64 / 1e6 / best.0, best.1);
}

fn read(text: &[u8]) -> String {
    let (mut games, mut tags, mut moves, mut letters, mut numbers, mut faults) = (0, 0, 0, 0, 0u64, 0);
    let mut lexer = VgnLexer::new(text, 0);
    loop {
        while let Some((_, token)) = lexer.next_tag() {
            tags += u64::from(matches!(token, VgnToken::Tag(_)));
        }
        loop {
            match lexer.next() {
                Some((_, VgnToken::Move(word))) => {
                    moves += 1;
                    letters += word.len();
                }
                Some((_, VgnToken::Number { value, .. })) => numbers += u64::from(value),
                Some((_, VgnToken::Termination(_))) => break,
                Some((_, VgnToken::Fault(..))) => faults += 1,
                Some(_) => {}
                None => {
                    return format!(
                        "{games} games, {tags} tags, {moves} moves of {letters} letters, numbers {numbers}, {faults} faults"
                    );
                }
            }
        }
        games += 1;
    }
}
