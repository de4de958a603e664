//! The moves of a document: played from object to object, and each field held against the board.

use super::fields::{self, Fields};
use super::notes::Notes;
use super::reader::{Reader, Task};
use super::source::Source;
use crate::error::Code;
use crate::event::{Event, Item};
use crate::json::{Kind, compact, elements, kind, value};
use crate::notation::explicit::castling_wing;
use crate::read::{Player, Record, WrittenMove};
use crate::rules::{Color, Kind as MoveKind, Move, Position, Role, Wing};
use crate::step::Sink;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// An array of moves, as far as it was read.
#[derive(Clone, Debug)]
pub(super) struct Moves<'a> {
    pub(super) source: Source<'a>,
    pub(super) at: usize,
    /// Whether no element was read.
    pub(super) first: bool,
    /// Whether what stands before the next move was told.
    told: bool,
    /// The checks that each side gave up to here, and before the last move.
    pub(super) checks: [u64; 2],
    pub(super) before: [u64; 2],
}

impl<'a> Moves<'a> {
    /// The array whose bracket stands at `at`.
    pub(super) fn new(source: Source<'a>, at: usize, checks: [u64; 2]) -> Moves<'a> {
        Moves { source, at: at + 1, first: true, told: false, checks, before: checks }
    }

    /// A move was read.
    fn pass(&mut self, end: usize) {
        (self.at, self.first, self.told) = (end, false, false);
        self.before = self.checks;
    }
}

/// Plays on as long as nothing but moves without notes comes.
#[inline(never)]
pub(super) fn play<'a, S: Sink>(
    reader: &mut Reader<'a>,
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
    while let Some(end) = reader.read_plain(&source, &moves, &mut fields) {
        let told = fields.told();
        let Ok(named) = told.find(player.position()) else { break };
        let (word, length) = shown_plainly(named.mv);
        let place = source.place(fields.start);
        player.play(WrittenMove { start: place, word: &word[..length] }, named, record, sink);
        moves.pass(end);
        hold(&fields, &source, &mut moves, player, named.illegal);
        if (!fields.is_bare() || !reader.problems.is_empty()) && reader.add_rest(&source, &fields, &moves) {
            break;
        }
    }
    reader.problems.clear();
    reader.fields = fields;
    let notes = reader.held.take();
    reader.stack.push(Task::Moves(moves));
    reader.stack.extend(notes.map(Task::Notes));
}

/// The squares of a move and its promotion, as people see them.
#[inline(always)]
fn shown_plainly(mv: Move) -> ([u8; 5], usize) {
    if mv.kind == MoveKind::Null {
        return (*b"0000\0", 4);
    }
    let ([a, b], [c, d]) = (mv.from.name(), mv.destination().name());
    let promotion = mv.promotion.map_or(0, |role| role.letter().to_ascii_lowercase());
    ([a, b, c, d, promotion], 4 + usize::from(promotion > 0))
}

/// Holds the fields of a move against the board that was given as an event and is played by now, if it could be.
fn settle(reader: &mut Reader<'_>, player: &mut Player<'_>) {
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
        let illegal = fields.has(fields::ILLEGAL) && is_illegal(player);
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
fn hold(fields: &Fields, source: &Source<'_>, moves: &mut Moves<'_>, player: &mut Player<'_>, illegal: bool) {
    let (played, after) = (player.last_move(), player.position());
    let check = after.is_check();
    let mover = usize::from(after.turn() == Color::White);
    moves.checks[mover] += u64::from(check);
    let letter = if played.mv.kind == MoveKind::Null { b'K' } else { Role::LETTERS[usize::from(played.role_number())] };
    if !fields.is_bare() || fields.piece != letter && fields.has(fields::P) {
        let count = if check { moves.checks[mover] } else { 0 };
        hold_all(fields, source, player, Told { letter, count, illegal });
    }
}

/// What the board says of a move.
struct Told {
    letter: u8,
    /// Which check of its side it gives; 0 where it gives none.
    count: u64,
    illegal: bool,
}

#[inline(never)]
fn hold_all(fields: &Fields, source: &Source<'_>, player: &mut Player<'_>, told: Told) {
    let (played, after) = (player.last_move(), player.position());
    let (mv, captured) = (played.mv, Role::LETTERS[usize::from(played.captured_number())]);
    let castle = match castling_wing(mv) {
        None => b' ',
        Some(Wing::King) => b'K',
        Some(Wing::Queen) => b'Q',
    };
    let promotion = mv.promotion.map_or(b' ', Role::letter);
    let is = |field: usize, right: bool| fields.has(field) && !right;
    let ends = |mate: bool| ends(after, mate);
    let from = fields.from.is_some_and(|from| from != mv.from);
    let to = fields.to.is_some_and(|to| to != mv.destination());
    let wrong = [
        (fields::P, is(fields::P, fields.piece == told.letter), shown(told.letter)),
        (fields::F, from, format!("{:?}", String::from_utf8_lossy(&mv.from.name()))),
        (fields::T, to, format!("{:?}", String::from_utf8_lossy(&mv.destination().name()))),
        (fields::X, is(fields::X, fields.captured == captured && captured != b' '), shown(captured)),
        (fields::C, is(fields::C, fields.check == told.count), number(told.count)),
        (fields::CASTLE, is(fields::CASTLE, fields.castle == castle), shown(castle)),
        (fields::PROMOTE, is(fields::PROMOTE, fields.promotion == promotion), shown(promotion)),
        (fields::EP, is(fields::EP, mv.kind == MoveKind::EnPassant), String::new()),
        (fields::NULL, is(fields::NULL, mv.kind == MoveKind::Null), String::new()),
        (fields::ILLEGAL, is(fields::ILLEGAL, told.illegal), String::new()),
        (fields::MATE, fields.has(fields::MATE) && !ends(true), String::new()),
        (fields::STALEMATE, fields.has(fields::STALEMATE) && !ends(false), String::new()),
    ];
    for (field, _, board) in wrong.into_iter().filter(|wrong| wrong.1) {
        let at = fields.place(field);
        let text = source.bytes();
        let said = value(text, at, u64::MAX).map_or(&b""[..], |value| &text[value.span]);
        let key = core::str::from_utf8(fields::KEYS[field]).unwrap_or_default();
        player.field_differs(source.place(at), (key, said), &board);
    }
}

/// Whether a position is the end of a game by mate, or by stalemate.
fn ends(position: &Position, mate: bool) -> bool {
    if mate { position.is_mate() } else { position.is_stalemate() }
}

/// A letter as JSON has it; nothing for a blank.
fn shown(letter: u8) -> String {
    if letter == b' ' { String::new() } else { format!("\"{}\"", char::from(letter)) }
}

fn number(count: u64) -> String {
    if count == 0 { String::new() } else { format!("{count}") }
}

impl<'a> Reader<'a> {
    /// Reads the next move into `fields` where it is one that can be played at once; returns where its object ends. Where it
    /// cannot, nothing has happened, and it comes as an event.
    #[inline(always)]
    fn read_plain(&mut self, source: &Source<'a>, moves: &Moves<'a>, fields: &mut Fields) -> Option<usize> {
        let text = source.bytes();
        let start = elements(text, moves.at, moves.first).ok()?.ok()?;
        if text.get(start) != Some(&b'{') {
            return None;
        }
        let (deep, brackets) = (self.is_deep(), &self.brackets);
        let end = fields.read(source, start, &|at| source.end_of(at, deep, brackets), &mut self.problems).ok()?;
        let before = |notes| deep || fields::may_stand_before(&text[notes]);
        let waits = !moves.told && fields.notes.clone().is_some_and(before);
        (!waits).then_some(end)
    }

    /// Takes what stands in the object of a move besides the move; returns whether there is something to be told.
    fn add_rest(&mut self, source: &Source<'a>, fields: &Fields, moves: &Moves<'a>) -> bool {
        self.tell_problems(source);
        for member in [&fields.properties, &fields.elapsed].into_iter().flatten() {
            self.add_member(source, member.clone());
        }
        if fields.others {
            self.add_others(source);
        }
        self.held = fields.notes.clone().map(|notes| Notes::of_move(source.clone(), notes.start, false, moves.before));
        self.held.is_some() || !self.queue.is_empty()
    }

    /// Tells the next move of an array as an event.
    pub(super) fn next_move(&mut self, mut moves: Moves<'a>) {
        let source = moves.source.clone();
        let text = source.bytes();
        let start = match elements(text, moves.at, moves.first) {
            Ok(Ok(start)) => start,
            Ok(Err(_)) => return,
            Err(flaw) => return self.fail(&source, flaw),
        };
        match kind(text, start) {
            Ok(Kind::Object) => {}
            Ok(_) => {
                return match value(text, start, u64::MAX) {
                    Ok(value) => {
                        self.fault(&source, value.span.clone(), Code::FieldValue);
                        moves.pass(value.span.end);
                        self.stack.push(Task::Moves(moves));
                    }
                    Err(flaw) => self.fail(&source, flaw),
                };
            }
            Err(flaw) => return self.fail(&source, flaw),
        }
        let mut fields = core::mem::take(&mut self.fields);
        let (deep, brackets) = (self.is_deep(), &self.brackets);
        match fields.read(&source, start, &|at| source.end_of(at, deep, brackets), &mut self.problems) {
            Ok(end) => self.tell_move(&source, &fields, moves, end),
            Err(flaw) => {
                self.problems.clear();
                self.fail(&source, flaw);
            }
        }
        self.fields = fields;
    }

    /// Tells a move whose fields were read, or what stands before it.
    fn tell_move(&mut self, source: &Source<'a>, fields: &Fields, mut moves: Moves<'a>, end: usize) {
        let text = source.bytes();
        if let Some(notes) = fields.notes.clone().filter(|_| !moves.told)
            && (self.is_deep() || fields::may_stand_before(&text[notes.clone()]))
        {
            self.problems.clear();
            moves.told = true;
            let before = Notes::of_move(source.clone(), notes.start, true, moves.before);
            self.stack.push(Task::Moves(moves));
            return self.stack.push(Task::Notes(before));
        }
        let word = fields.told().shown().filter(|_| !fields.has(fields::DROP));
        let word = word.unwrap_or_else(|| compact(&text[fields.start..end]).into_owned());
        let start = source.place(fields.start);
        if word.len() as u64 > self.limits.token {
            self.fault(source, fields.start..end, Code::LimitToken);
        }
        let kept = word.len().min(usize::try_from(self.limits.token).unwrap_or(usize::MAX));
        self.queue.push_back(Item::event(start, Event::Move(Cow::Owned(Vec::from(&word[..kept])))));
        self.pending = true;
        moves.pass(end);
        self.add_rest(source, fields, &moves);
        let notes = self.held.take();
        self.stack.push(Task::Moves(moves));
        self.stack.extend(notes.map(Task::Notes));
    }
}
