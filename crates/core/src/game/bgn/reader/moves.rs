//! The moves of a document: played object by object, with each field checked against the board.

use crate::error::Code;
use crate::event::{Event, Item};
use crate::game::bgn::fields::{self, MoveFields};
use crate::game::bgn::move_objects::MoveObject;
use crate::game::bgn::problems::Problems;
use crate::game::bgn::reader::{BgnReader, properties};
use crate::game::bgn::source::Source;
use crate::game::bgn::tasks::{AnnotationArray, MoveArray, Task};
use crate::json::{ValueKind, compact, elements, kind, value};
use crate::notation::explicit::{ExplicitMove, castling_wing};
use crate::notation::{Last, MoveError, MoveNotation, NoText, NotationSpec, ParsedMove, Validation, uci};
use crate::read::{Player, Record, WrittenMove};
use crate::rules::{Color, Move, MoveKind, Piece, Position, Role, Square, Wing};
use crate::step::Sink;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Plays moves as long as they have no notes.
#[inline(never)]
pub(super) fn play<'a, S: Sink>(
    reader: &mut BgnReader<'a>,
    player: &mut Player<'a>,
    record: &mut Record<'a>,
    sink: &mut S,
) {
    settle(reader, player);
    if !reader.queue.is_empty() || !player.is_running() || !matches!(reader.stack.last(), Some(Task::Moves(_))) {
        return;
    }
    let Some(Task::Moves(mut moves)) = reader.stack.pop() else { return };
    let source = moves.source.clone();
    let mut fields = core::mem::take(&mut reader.fields);
    loop {
        while let Some(plain) = next_plain(reader, player, &moves) {
            play_found(plain, &source, &mut moves, (player, &mut fields), record, sink);
        }
        let Some(end) = read_plain(reader, &source, &moves, &mut fields) else { break };
        let told = fields.told();
        let Ok(named) = told.find(player.position()) else { break };
        let (word, length) = shown_plainly(named.mv);
        let place = source.place(fields.start);
        player.play(WrittenMove { start: place, word: &word[..length] }, named, record, sink);
        moves.pass(end);
        hold(&fields, &source, &mut moves, player, named.illegal);
        let more = !fields.has_only(!fields::TOLD_FIELDS) || fields.others || !reader.problems.is_empty();
        if more && add_rest(reader, &source, &fields, &moves) {
            break;
        }
    }
    reader.problems.clear();
    reader.fields = fields;
    let notes = reader.held.take();
    reader.stack.push(Task::Moves(moves));
    reader.stack.extend(notes.map(Task::Notes));
}

/// The next move if it was found together with the end of the document, and can be played.
#[inline(always)]
fn next_plain(reader: &mut BgnReader<'_>, player: &Player<'_>, moves: &MoveArray<'_>) -> Option<MoveObject> {
    moves.ply?;
    let plain = reader.document.plain.at(moves.at + usize::from(!moves.first))?;
    player.position().may_go(plain.from, plain.to).then_some(plain)
}

/// Plays such a move, and holds its fields against the board.
#[inline(always)]
fn play_found<'a, S: Sink>(
    plain: MoveObject,
    source: &Source<'a>,
    moves: &mut MoveArray<'a>,
    (player, fields): (&mut Player<'a>, &mut MoveFields),
    record: &mut Record<'a>,
    sink: &mut S,
) {
    let named = ParsedMove::plainly(Move::plain(plain.from, plain.to));
    let (word, length) = shown_plainly(named.mv);
    player.play(WrittenMove { start: source.place(plain.start), word: &word[..length] }, named, record, sink);
    moves.pass(plain.end());
    let (played, count) = (player.last_move(), count_check(moves, player));
    let is_right = plain.piece == Role::LETTERS[usize::from(played.role_number())]
        && (plain.captured == 0 || plain.captured == Role::LETTERS[usize::from(played.captured_number())])
        && (plain.check == 0 || u64::from(plain.check) == count);
    if !is_right {
        hold_plain(plain.start, source, (player, fields), count);
    }
}

/// Reads the fields of a move again to report those that differ.
#[cold]
fn hold_plain(start: usize, source: &Source<'_>, (player, fields): (&mut Player<'_>, &mut MoveFields), count: u64) {
    // Its fields are known and right.
    if fields.read(source, start, &|_| None, &mut Problems::new(0)).is_ok() {
        hold_all(fields, source, player, BoardFacts { count, illegal: false });
    }
}

/// Counts the check of the move that was just played: which one of its side it is, 0 if it gives none.
#[inline(always)]
fn count_check(moves: &mut MoveArray<'_>, player: &Player<'_>) -> u64 {
    let after = player.position();
    let check = after.is_check();
    let mover = usize::from(after.turn() == Color::White);
    moves.checks[mover] += u64::from(check);
    if check { moves.checks[mover] } else { 0 }
}

/// The squares of a move and its promotion, as people see them.
#[inline(always)]
fn shown_plainly(mv: Move) -> ([u8; 5], usize) {
    if mv.kind == MoveKind::Null {
        return (*b"0000\0", 4);
    }
    let ([a, b], [c, d]) = (mv.from.name(), mv.destination().name());
    if let Some(role) = mv.promotion.filter(|_| mv.is_drop()) {
        return ([role.letter(), b'@', c, d, 0], 4);
    }
    let promotion = mv.promotion.map_or(0, |role| role.letter().to_ascii_lowercase());
    ([a, b, c, d, promotion], 4 + usize::from(promotion > 0))
}

/// Holds the fields of a move against the board that was given as an event and is played by now, if it could be.
fn settle(reader: &mut BgnReader<'_>, player: &mut Player<'_>) {
    if !reader.pending {
        return;
    }
    reader.pending = false;
    if !player.is_running() {
        return;
    }
    let fields = core::mem::take(&mut reader.fields);
    let moves = reader.stack.iter_mut().rev().find_map(|task| match task {
        Task::Moves(moves) => Some(moves),
        _ => None,
    });
    if let Some(moves) = moves {
        let source = moves.source.clone();
        let illegal = is_illegal(player);
        hold(&fields, &source, moves, player, illegal);
    }
    reader.fields = fields;
}

/// Whether the rules forbid the last move.
#[cold]
fn is_illegal(player: &Player<'_>) -> bool {
    let played = player.last_move();
    let mut before = player.position().clone();
    before.take_back(played);
    !before.is_legal(played.mv)
}

/// Holds the fields of the move that was just played against the board.
#[inline(always)]
fn hold(fields: &MoveFields, source: &Source<'_>, moves: &mut MoveArray<'_>, player: &mut Player<'_>, illegal: bool) {
    let (played, count) = (player.last_move(), count_check(moves, player));
    let letter = Role::LETTERS[usize::from(played.role_number())];
    let captured = Role::LETTERS[usize::from(played.captured_number())];
    let is = |field: usize, right: bool| !fields.has(field) || right;
    let right = is(fields::P, fields.piece == letter)
        && is(fields::X, fields.captured == captured)
        && is(fields::C, fields.check == count)
        && fields.has_only(fields::USUAL_FIELDS | fields::TOLD_FIELDS)
        && !illegal;
    if !right {
        hold_all(fields, source, player, BoardFacts { count, illegal });
    }
}

/// What the board shows of a move, besides what playing it returns.
#[derive(Clone, Copy)]
struct BoardFacts {
    /// Which check of its side it gives; 0 if it gives none.
    count: u64,
    illegal: bool,
}

#[inline(never)]
fn hold_all(fields: &MoveFields, source: &Source<'_>, player: &mut Player<'_>, board: BoardFacts) {
    if board.illegal && !fields.has(fields::ILLEGAL) {
        let (shown, length) = shown_plainly(player.last_move().mv);
        player.unmarked_illegal(source.place(fields.start), &shown[..length]);
    }
    for field in 0..fields::KEYS.len() {
        if !fields.has(field) {
            continue;
        }
        let text = source.bytes();
        let Some(says) = differs(fields, field, text, (player, board)) else { continue };
        let at = fields.place(field);
        let said = value(text, at, u64::MAX).map_or(&b""[..], |value| &text[value.span]);
        let key = core::str::from_utf8(fields::KEYS[field]).unwrap_or_default();
        player.field_differs(source.place(at), (key, said), &says);
    }
}

/// What the board shows if a field differs.
fn differs(
    fields: &MoveFields,
    field: usize,
    text: &[u8],
    (player, board): (&Player<'_>, BoardFacts),
) -> Option<String> {
    let (played, after) = (player.last_move(), player.position());
    let mv = played.mv;
    let flag = |is: bool| (!is).then(String::new);
    let letter = |said: u8, is: u8| (said != is).then(|| shown(is));
    let square = |said: Option<Square>, is: Square| (said != Some(is)).then(|| format!("\"{is}\""));
    match field {
        fields::P if mv.kind == MoveKind::Null => letter(fields.piece, b'K'),
        fields::P => letter(fields.piece, Role::LETTERS[usize::from(played.role_number())]),
        fields::F if mv.is_drop() => Some(String::new()),
        fields::F => square(fields.from, mv.from),
        fields::T => square(fields.to, mv.destination()),
        fields::X => letter(fields.captured, Role::LETTERS[usize::from(played.captured_number())]),
        fields::C if board.count == 0 => Some(String::new()),
        fields::C => (fields.check != board.count).then(|| format!("{}", board.count)),
        fields::CASTLE => match castling_wing(mv) {
            None => Some(String::new()),
            Some(Wing::King) => letter(fields.castle, b'K'),
            Some(Wing::Queen) => letter(fields.castle, b'Q'),
        },
        fields::PROMOTE => {
            let promotion = mv.promotion.filter(|_| !mv.is_drop());
            letter(fields.promotion, promotion.map_or(b' ', Role::letter))
        }
        fields::GONE => {
            let pieces: Vec<_> = played.explosion(after.rules()).pieces().collect();
            let is_told = |text: &[u8]| fields::gone(text, fields.place(field)).is_some_and(|told| told == pieces);
            (!is_told(text)).then(|| gone_text(&pieces))
        }
        fields::DROP => flag(mv.is_drop()),
        fields::EP => flag(mv.kind == MoveKind::EnPassant),
        fields::NULL => flag(mv.kind == MoveKind::Null),
        fields::ILLEGAL => flag(board.illegal),
        // Another rule may have ended the game before.
        fields::MATE => flag(after.is_mate()),
        fields::STALEMATE => flag(after.is_stalemate()),
        _ => None,
    }
}

/// The exploded pieces as JSON; nothing if there are none.
fn gone_text(pieces: &[(Square, Piece)]) -> String {
    if pieces.is_empty() {
        return String::new();
    }
    let mut out = Vec::new();
    fields::push_gone(pieces.iter().copied(), &mut out);
    String::from_utf8(out).unwrap_or_default()
}

/// A letter as JSON writes it; nothing for a blank.
fn shown(letter: u8) -> String {
    if letter == b' ' { String::new() } else { format!("\"{}\"", char::from(letter)) }
}

/// Reads the next move into `fields` if it can be played at once; returns where its object ends. Where it
/// cannot, nothing has happened, and it comes as an event.
#[inline(always)]
fn read_plain<'a>(
    reader: &mut BgnReader<'a>,
    source: &Source<'a>,
    moves: &MoveArray<'a>,
    fields: &mut MoveFields,
) -> Option<usize> {
    let text = source.bytes();
    let start = elements(text, moves.at, moves.first).ok()?.ok()?;
    if text.get(start) != Some(&b'{') {
        return None;
    }
    let (deep, brackets) = (reader.is_deep(), &reader.brackets);
    let end = fields.read(source, start, &|at| source.end_of(at, deep, brackets), &mut reader.problems).ok()?;
    let before = |notes| deep || fields::may_stand_before(&text[notes]);
    let waits = !moves.told && fields.notes.clone().is_some_and(before);
    (!waits).then_some(end)
}

/// Takes the members of a move's object other than the move; returns whether there is something to emit.
fn add_rest<'a>(reader: &mut BgnReader<'a>, source: &Source<'a>, fields: &MoveFields, moves: &MoveArray<'a>) -> bool {
    reader.tell_problems(source);
    if fields.others {
        reader.add_others(source);
    }
    if let Some(unplayed) = &fields.unplayed {
        reader.add_member(source, unplayed.clone());
    }
    let inserted = match (&fields.properties, &fields.elapsed) {
        (None, None) => None,
        _ => properties::take_properties(reader, source, fields, moves.ply),
    };
    match &fields.notes {
        None => {
            let place = source.place(fields.start);
            inserted.into_iter().for_each(|inserted| properties::tell_commands(reader, place, &inserted));
        }
        Some(notes) => {
            let notes = AnnotationArray::of_move(source.clone(), notes.start, false, moves.before);
            reader.held = Some(notes.inserting(inserted));
        }
    }
    reader.tell_problems(source);
    reader.held.is_some() || !reader.queue.is_empty()
}

/// Emits the next move of an array as an event.
pub(super) fn next_move<'a>(reader: &mut BgnReader<'a>, mut moves: MoveArray<'a>) {
    let source = moves.source.clone();
    let text = source.bytes();
    let start = match elements(text, moves.at, moves.first) {
        Ok(Ok(start)) => start,
        Ok(Err(_)) => return,
        Err(flaw) => return reader.fail(&source, flaw),
    };
    match kind(text, start) {
        Ok(ValueKind::Object) => {}
        Ok(_) => {
            return match value(text, start, u64::MAX) {
                Ok(value) => {
                    reader.fault(&source, value.span.clone(), Code::FieldValue);
                    moves.pass(value.span.end);
                    reader.stack.push(Task::Moves(moves));
                }
                Err(flaw) => reader.fail(&source, flaw),
            };
        }
        Err(flaw) => return reader.fail(&source, flaw),
    }
    let mut fields = core::mem::take(&mut reader.fields);
    let (deep, brackets) = (reader.is_deep(), &reader.brackets);
    match fields.read(&source, start, &|at| source.end_of(at, deep, brackets), &mut reader.problems) {
        Ok(end) => tell_move(reader, &source, &fields, moves, end),
        Err(flaw) => {
            reader.problems.clear();
            reader.fail(&source, flaw);
        }
    }
    reader.fields = fields;
}

/// Emits a move whose fields were read, or the text before it.
fn tell_move<'a>(
    reader: &mut BgnReader<'a>,
    source: &Source<'a>,
    fields: &MoveFields,
    mut moves: MoveArray<'a>,
    end: usize,
) {
    let text = source.bytes();
    if let Some(notes) = fields.notes.clone().filter(|_| !moves.told)
        && (reader.is_deep() || fields::may_stand_before(&text[notes.clone()]))
    {
        reader.problems.clear();
        moves.told = true;
        let before = AnnotationArray::of_move(source.clone(), notes.start, true, moves.before);
        reader.stack.push(Task::Moves(moves));
        return reader.stack.push(Task::Notes(before));
    }
    let word = fields.told().shown();
    let word = word.unwrap_or_else(|| compact(&text[fields.start..end]).into_owned());
    let start = source.place(fields.start);
    if word.len() as u64 > reader.limits.token {
        reader.fault(source, fields.start..end, Code::LimitToken);
    }
    let kept = word.len().min(usize::try_from(reader.limits.token).unwrap_or(usize::MAX));
    reader.queue.push_back(Item::event(start, Event::Move(Cow::Owned(Vec::from(&word[..kept])))));
    reader.pending = true;
    moves.pass(end);
    add_rest(reader, source, fields, &moves);
    let notes = reader.held.take();
    reader.stack.push(Task::Moves(moves));
    reader.stack.extend(notes.map(Task::Notes));
}

/// The move that was emitted last and all after it in its array, which cannot be played, as a member of the move before
/// them.
pub(super) fn rest_of_line(reader: &mut BgnReader<'_>) -> Option<Vec<u8>> {
    if !core::mem::take(&mut reader.pending) {
        return None;
    }
    let moves = reader.stack.iter().rev().find_map(|task| match task {
        Task::Moves(moves) => Some(moves),
        _ => None,
    })?;
    let text = moves.source.bytes();
    let mut end = moves.at;
    while let Ok(Ok(start)) = elements(text, end, false) {
        let Ok(element) = value(text, start, u64::MAX) else { break };
        end = element.span.end;
    }
    let rest = compact(text.get(reader.fields.start..end)?);
    Some([b"\"unplayed\":[", &*rest, b"]"].concat())
}

/// Reads the moves of a line next, whose array is at `at`.
pub(super) fn read_moves_of<'a>(reader: &mut BgnReader<'a>, source: Source<'a>, at: usize, checks: [u64; 2]) {
    reader.stack.push(Task::Moves(MoveArray::new(source, at, checks)));
}

/// The notation.
pub(crate) struct Explicit;

impl MoveNotation for Explicit {
    fn spec(&self) -> &'static NotationSpec {
        uci::Uci.spec()
    }

    fn write(&self, before: &Position, mv: Move, last: Last, out: &mut Vec<u8>) -> Result<(), NoText> {
        uci::Uci.write(before, mv, last, out)
    }

    /// Whether a move must be legal is recognized by the move itself.
    fn read(&self, before: &Position, text: &[u8], _validation: Validation) -> Result<ParsedMove, MoveError> {
        let told = ExplicitMove::read(text)
            .ok_or(MoveError::Syntax { at: 0, expected: "two squares, castling, a drop or a passed move" });
        told?.find(before)
    }
}
