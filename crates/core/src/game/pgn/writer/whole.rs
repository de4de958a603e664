//! Games that are written as a whole, without playing their moves.

use super::PgnWriter;
use super::tags::PgnTagSection;
use crate::write::{GameWriter, WrittenGame};

/// What a move takes with its number and the blank before it in most games, and what is before and after the moves. Only the
/// speed depends on it.
const BYTES_PER_PLY: usize = 8;
const ENDS: usize = 16;

/// Writes a game with this writer; `false` if its options need more than the game has. Nothing was written then.
pub(super) fn write(writer: &mut PgnWriter, game: &dyn WrittenGame) -> bool {
    if !writer.is_san || writer.keep_spelling || !writer.tags.keeps_order() {
        return false;
    }
    let (tags, plies) = (game.tag_lines(), game.plies());
    writer.lines.page.out.reserve(tags.len() + plies as usize * BYTES_PER_PLY + ENDS);
    writer.start_game();
    writer.tags.copy(tags, &mut writer.lines.page);
    let has_notes = game.has_notes();
    if has_notes {
        writer.tags.set_nag_format(game.tag(PgnTagSection::NAG_FORMAT));
        game.notes(0, &mut |step| writer.write(step));
    }
    for ply in 1..=plies {
        let (bytes, length) = game.san(ply);
        writer.begin_move(ply.div_ceil(2), ply % 2 == 0);
        writer.lines.push_short(bytes, length);
        writer.lines.is_move = true;
        if has_notes {
            game.notes(ply, &mut |step| writer.write(step));
        }
    }
    writer.termination(game.termination());
    game.closing(&mut |step| writer.write(step));
    writer.end_game();
    true
}
