//! What games of VGN keep when converted to other formats and back.

use crate::conversion::convert;
use scoresheet_core::error::Code;

/// VGN keeps clocks at their moves, comments after the last game, and the sentence of the result.
#[test]
fn vgn_keeps_its_content() {
    let clocks = "1. c4 {[%clk 0:00:59]} 1... e5 {[%clk 0:00:58]} 2. Nc3 {[%eval 0.3]} *\n\n";
    assert_eq!(convert(&convert(clocks.as_bytes(), "pgn", "vgn").bytes, "vgn", "pgn").text(), clocks);
    let vgn = |tags: &str, moves: &str| format!("[GameFormat \"VGN\"]\n{tags}\n\n{moves}");
    let trailing = vgn("[MoveFormat \"MCN\"]", "1. c2c4 e7e5 * ; so it ended\n");
    assert_eq!(convert(trailing.as_bytes(), "vgn", "pgn").text(), "1. c4 e5 *\n\n{ so it ended}\n\n");
    let lost = convert(trailing.as_bytes(), "vgn", "uci").losses;
    assert!(lost.contains(&("comment", 1)), "{lost:?}");
    let sentence = vgn("[MoveFormat \"MCN\"]\n[Result \"white surrendered\"]", "1. c2c4 e7e5\n");
    let read = convert(sentence.as_bytes(), "vgn", "pgn").text();
    assert!(read.starts_with("[Result \"0-1\"]") && read.ends_with("1. c4 e5 0-1\n\n"), "{read}");
    let passing = vgn("[MoveFormat \"FCN\"]", "1. PC2-C4 PA7-A6 2. PC4-C5 PD7-D5 3. PC5-D6 PA6-A5 *\n");
    let read = convert(passing.as_bytes(), "vgn", "pgn");
    assert!(read.text().ends_with("3. cxd6 a5 *\n\n"), "{}", read.text());
    assert_eq!(read.faults.iter().map(|fault| fault.code).collect::<Vec<_>>(), [Code::EnPassantMark]);
    let unknown = vgn("[MoveFormat \"XYZ\"]", "1. c2c4 e7e5 *\n\n") + &vgn("[MoveFormat \"MCN\"]", "1. c2c4 *\n");
    let read = convert(unknown.as_bytes(), "vgn", "pgn");
    assert_eq!((read.games, read.faults.len()), (2, 1));
    assert!(read.text().ends_with("1. c4 *\n\n"));
}
