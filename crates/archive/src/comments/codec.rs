//! Comments in both directions: what is coded, in which order, and in which contexts.

use crate::coder::Bit;
use crate::comments::CommentPlace;
use crate::comments::coding::{CommentCoder, Purpose};
use crate::comments::dictionary::{Dictionary, SlotMeaning};
use crate::comments::lines::{CommentLine, LineModel, Lines, MOST_RUN, any_move, packed};
use crate::comments::number_format::{FormattedNumber, NumberFormat};
use crate::comments::numbers::{NumberModel, SlotNumbers, TargetNumber};
use crate::comments::segments::{Field, MOST_MOVES, MOVES, Parsed, SQUARES, is_field};
use crate::comments::segments::{write_all_squares, write_line};
use crate::comments::structure::{END, FIRST, Structure, TEXT};
use crate::comments::times::Times;
use crate::damage::Damage;
use crate::moves::{self, MoveModel};
use crate::symbols::{Learns, Tree};
use scoresheet_core::rules::zobrist::Key;
use scoresheet_core::rules::{Color, Move, MoveKind, Position, Role, Square};
use std::ops::Range;

/// A comment has at most this many parts; what has more is text.
const MOST_PARTS: usize = 4096;
/// The lines of a comment have at most this many moves together.
const MOST_MOVES_IN_ALL: usize = 8192;

/// Codes texts that are not templates.
pub(super) trait TextCoder {
    /// Codes a text, and appends it to `out`.
    fn code(&mut self, text: &[u8], place: &CommentPlace<'_>, out: &mut Vec<u8>) -> Result<(), Damage>;
}

/// What was learned about the comments of a group.
#[derive(Clone, Debug)]
pub(super) struct Models {
    structure: Structure,
    slots: Vec<SlotModel>,
    lines: LineModel,
    /// How much longer engines count their nodes than their moves take.
    pace: NumberModel,
}

/// What was learned about a slot.
#[derive(Clone, Debug, Default)]
struct SlotModel {
    numbers: NumberModel,
    starts: Tree<4>,
}

impl Models {
    pub(super) fn new(dictionary: &Dictionary) -> Models {
        Models {
            structure: Structure::new(dictionary.len()),
            slots: vec![SlotModel::default(); dictionary.slots().len()],
            lines: LineModel::default(),
            pace: NumberModel::default(),
        }
    }
}

impl Learns for SlotModel {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        self.numbers.each_bit(visit);
        self.starts.each_bit(visit);
    }
}

impl Learns for Models {
    fn each_bit(&mut self, visit: &mut dyn FnMut(&mut Bit)) {
        self.structure.each_bit(visit);
        self.slots.each_bit(visit);
        self.lines.each_bit(visit);
        self.pace.each_bit(visit);
    }
}

/// A part of a comment: a symbol of [`Structure`], and the text if it does not belong to a template.
#[derive(Clone, Debug)]
struct CommentPart {
    symbol: u32,
    text: Range<usize>,
}

/// A field that was coded.
#[derive(Clone, Debug)]
enum Value {
    Number(i64, NumberFormat),
    Moves(u8, Range<usize>),
}

/// Codes the comments of a block one at a time.
pub(super) struct Codec<'m> {
    dictionary: &'m Dictionary,
    moves_model: &'m MoveModel,
    models: Models,
    times: Times,
    /// The kind of this place, and where the last move before it went.
    kind: usize,
    went: Option<Square>,
    numbers: Vec<SlotNumbers>,
    pace: SlotNumbers,
    lines: Lines,
    /// The position before the comment before, in this game.
    earlier: Option<Position>,
    parsed: Parsed,
    parts: Vec<CommentPart>,
    values: Vec<Value>,
    moves: Vec<Move>,
    words: Vec<u8>,
    line: Position,
}

impl<'m> Codec<'m> {
    /// Starts with the templates and the models of a group.
    pub(super) fn new(dictionary: &'m Dictionary, models: &Models, moves_model: &'m MoveModel) -> Codec<'m> {
        Codec {
            dictionary,
            moves_model,
            models: models.clone(),
            times: Times::default(),
            kind: 0,
            went: None,
            numbers: vec![SlotNumbers::default(); dictionary.slots().len()],
            pace: SlotNumbers::default(),
            lines: Lines::default(),
            earlier: None,
            parsed: Parsed::default(),
            parts: Vec::new(),
            values: Vec::new(),
            moves: Vec::new(),
            words: Vec::new(),
            line: Position::start(),
        }
    }

    /// What was learned.
    pub(super) fn into_models(self) -> Models {
        self.models
    }

    /// A game starts.
    pub(super) fn start_game(&mut self) {
        self.numbers.iter_mut().for_each(SlotNumbers::restart);
        self.lines.restart();
        self.times.start_game();
        self.went = None;
        self.earlier = None;
    }

    /// Codes a comment. A coder that reads appends it to `out`.
    pub(super) fn comment<C: CommentCoder>(
        &mut self,
        (coder, texts): (&mut C, &mut impl TextCoder),
        text: &str,
        place: &CommentPlace<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), Damage> {
        if !C::READS {
            self.take_apart(text, place);
        }
        self.values.clear();
        self.moves.clear();
        self.times.restart();
        self.kind = kind_of(place, self.went);
        self.went = place.last.map(|mv| mv.to);
        coder.purpose(Purpose::Templates);
        self.structure(coder, texts, text.as_bytes(), place)?;
        self.fields(coder, place)?;
        if C::READS {
            self.write(place, out);
        }
        match &mut self.earlier {
            Some(earlier) => earlier.clone_from(place.before),
            None => self.earlier = Some(place.before.clone()),
        }
        Ok(())
    }

    /// Finds the templates of a comment.
    fn take_apart(&mut self, text: &str, place: &CommentPlace<'_>) {
        let mut parsed = std::mem::take(&mut self.parsed);
        parsed.read(text, place, self.earlier.as_ref());
        self.parts.clear();
        let mut fields = Vec::new();
        for segment in &parsed.segments {
            let template = &parsed.templates[segment.template.clone()];
            let known = self.dictionary.find(template).filter(|_| segment.regular);
            match (known, self.parts.last_mut()) {
                (Some(number), _) => {
                    fields.extend_from_slice(&parsed.fields[segment.fields.clone()]);
                    self.parts.push(CommentPart { symbol: FIRST + number, text: segment.text.clone() });
                }
                (None, Some(last)) if last.symbol == TEXT => last.text.end = segment.text.end,
                (None, _) => self.parts.push(CommentPart { symbol: TEXT, text: segment.text.clone() }),
            }
        }
        parsed.fields = fields;
        if self.parts.len() > MOST_PARTS || parsed.moves.len() > MOST_MOVES_IN_ALL {
            self.parts.clear();
            self.parts.push(CommentPart { symbol: TEXT, text: 0..text.len() });
            parsed.fields.clear();
        }
        self.parsed = parsed;
    }

    /// Codes the parts, and the texts among them.
    fn structure<C: CommentCoder>(
        &mut self,
        coder: &mut C,
        texts: &mut impl TextCoder,
        text: &[u8],
        place: &CommentPlace<'_>,
    ) -> Result<(), Damage> {
        let (side, mut before) = (place.mover() as usize, END);
        if C::READS {
            self.parts.clear();
        }
        self.words.clear();
        for number in 0..=MOST_PARTS {
            let given = self.parts.get(number).filter(|_| !C::READS).map_or(END, |part| part.symbol);
            let symbol = self.models.structure.code(coder, before, side, given);
            if symbol == END {
                return Ok(());
            }
            let start = self.words.len();
            if symbol == TEXT {
                let text = if C::READS { &[] } else { &text[self.parts[number].text.clone()] };
                texts.code(text, place, &mut self.words)?;
            }
            if C::READS {
                self.parts.push(CommentPart { symbol, text: start..self.words.len() });
            }
            before = symbol;
        }
        Err(Damage::Size)
    }

    /// Codes the fields of all templates.
    fn fields<C: CommentCoder>(&mut self, coder: &mut C, place: &CommentPlace<'_>) -> Result<(), Damage> {
        let dictionary = self.dictionary;
        let mut given = std::mem::take(&mut self.parsed.fields).into_iter();
        for part in 0..self.parts.len() {
            let Some(number) = self.parts[part].symbol.checked_sub(FIRST) else { continue };
            let template = dictionary.get(number).ok_or(Damage::Content)?;
            let signs = template.text.iter().filter(|byte| is_field(**byte));
            for (sign, slot) in signs.zip(&template.slots) {
                match (*sign, given.next()) {
                    (MOVES | SQUARES, Some(Field::Moves(start, moves))) => {
                        self.moves(coder, *slot, place, Some((start, moves)))?
                    }
                    (MOVES | SQUARES, _) => self.moves(coder, *slot, place, None)?,
                    (_, Some(Field::Number(spelled))) => self.number(coder, *slot, place, Some(&spelled)),
                    (_, _) => self.number(coder, *slot, place, None),
                }
            }
        }
        Ok(())
    }

    fn number(
        &mut self,
        coder: &mut impl CommentCoder,
        slot: u32,
        place: &CommentPlace<'_>,
        given: Option<&FormattedNumber>,
    ) {
        let side = place.mover() as usize;
        let meaning = self.dictionary.slots().get(slot as usize).map_or(SlotMeaning::Plain, |slot| slot.meaning);
        let last = self.numbers[slot as usize].last(side);
        let in_game = self.numbers[slot as usize].last_in_game(side);
        let kind = self.kind;
        let mut hint = self.times.hint(meaning, side, last).or_else(|| board_hint(meaning, place));
        coder.purpose(match meaning {
            SlotMeaning::Left | SlotMeaning::Spent => Purpose::Clocks,
            SlotMeaning::Evaluation | SlotMeaning::Mate => Purpose::Evaluations,
            _ => Purpose::Numbers,
        });
        let (numbers, model) = (&mut self.numbers[slot as usize], &mut self.models.slots[slot as usize].numbers);
        let (shape, value) = numbers.shape(coder, model, given);
        if let Some(pace) = self.times.pace().filter(|_| meaning == SlotMeaning::Nodes) {
            let longer = self.pace.code(
                coder,
                &mut self.models.pace,
                TargetNumber { side, value: pace.longer(value), hint: None, trusts: false, place: 0 },
            );
            hint = pace.nodes(longer);
        }
        let wanted = TargetNumber { side, value, hint, trusts: meaning == SlotMeaning::Left, place: kind };
        let value = numbers.code(coder, model, wanted);
        self.times.push(meaning, side, (value, shape, in_game));
        self.values.push(Value::Number(value, shape));
    }

    /// Writes the comment that was read.
    fn write(&mut self, place: &CommentPlace<'_>, out: &mut Vec<u8>) {
        let mut values = self.values.iter();
        for part in &self.parts {
            let Some(template) = part.symbol.checked_sub(FIRST).and_then(|number| self.dictionary.get(number)) else {
                out.extend_from_slice(&self.words[part.text.clone()]);
                continue;
            };
            for byte in &template.text {
                match (is_field(*byte), *byte) {
                    (true, sign) => match values.next() {
                        Some(Value::Number(value, shape)) => shape.write(*value, out),
                        Some(Value::Moves(_, range)) if sign == SQUARES => {
                            write_all_squares(&self.moves[range.clone()], out);
                        }
                        Some(Value::Moves(start, range)) => {
                            let from = [Some(place.before), Some(place.position), self.earlier.as_ref()];
                            let from = from[usize::from((*start).min(2))].unwrap_or(place.before);
                            self.line.clone_from(from);
                            write_line(&mut self.line, &self.moves[range.clone()], out);
                        }
                        None => {}
                    },
                    (false, byte) => out.push(byte),
                }
            }
        }
    }
}

/// The kind of a place: how late it is, and whether the last move gave check, took, or took back.
fn kind_of(place: &CommentPlace<'_>, went: Option<Square>) -> usize {
    let takes = place.last.is_some_and(|mv| mv.kind != MoveKind::Castle && place.before.piece_at(mv.to).is_some());
    let back = takes && place.last.map(|mv| mv.to) == went;
    let event = if place.position.is_check() { 3 } else { usize::from(takes) + usize::from(back) };
    (place.ply / 6).min(15) as usize * 4 + event
}

/// What a number should be by the board.
fn board_hint(meaning: SlotMeaning, place: &CommentPlace<'_>) -> Option<i64> {
    match meaning {
        SlotMeaning::Material(number) => {
            let role = Role::from_number(number + 1)?;
            let count = |color| i64::from(place.position.of(color, role).count_ones());
            Some(count(Color::White) - count(Color::Black))
        }
        SlotMeaning::Fifty => Some(50 - i64::from(place.position.halfmove().div_ceil(2))),
        _ => None,
    }
}

impl Codec<'_> {
    /// Codes a line of moves.
    fn moves<C: CommentCoder>(
        &mut self,
        coder: &mut C,
        slot: u32,
        place: &CommentPlace<'_>,
        given: Option<(u8, Range<usize>)>,
    ) -> Result<(), Damage> {
        let side = place.mover() as usize;
        let (start, range) = given.unwrap_or((0, 0..0));
        let slot = slot as usize;
        coder.purpose(Purpose::Moves);
        let start = self.models.slots[slot].starts.code(coder, u32::from(start)) as u8;
        let model = &mut self.models.slots[slot].numbers;
        let count = self.numbers[slot].code(
            coder,
            model,
            TargetNumber { side, value: range.len() as i64, hint: None, trusts: false, place: self.kind },
        );
        let count = usize::try_from(count).ok().filter(|count| *count <= MOST_MOVES).ok_or(Damage::Size)?;
        if self.moves.len() + count > MOST_MOVES_IN_ALL {
            return Err(Damage::Size);
        }
        let from = match start {
            0 => place.before,
            1 => place.position,
            _ => self.earlier.as_ref().ok_or(Damage::Content)?,
        };
        self.line.clone_from(from);
        let hint = place.last.filter(|_| start == 0);
        let first = self.moves.len();
        self.play(coder, (side, place.ply, hint), (range, count))?;
        self.values.push(Value::Moves(start, first..self.moves.len()));
        Ok(())
    }

    fn play<C: CommentCoder>(
        &mut self,
        coder: &mut C,
        (side, ply, mut hint): (usize, u32, Option<Move>),
        (range, count): (Range<usize>, usize),
    ) -> Result<(), Damage> {
        let key = Key::of(&self.line);
        let mut unknown = Unknown { model: self.moves_model, start: self.line.clone(), line: None, known: 0 };
        let first = self.moves.len();
        let mut line = CommentLine { side, position: &mut self.line, key, before: 0, run: 0, number: 0, ply };
        for number in 0..count {
            let mv = if C::READS { None } else { self.parsed.moves.get(range.start + number).copied() };
            let guessed = self.lines.guess(coder, &mut self.models.lines, &line, (hint.take(), mv));
            let mv = match guessed {
                Some(mv) => mv,
                None => unknown.code(coder, (line.position, &self.moves[first..]), mv).ok_or(Damage::Content)?,
            };
            self.lines.keep(&line, mv);
            self.moves.push(mv);
            let undo = line.position.play_unchecked(mv);
            line.key = line.key.play(&undo, line.position);
            line.before = line.before << 16 | packed(mv);
            line.run = if guessed.is_some() { (line.run + 1).min(MOST_RUN) } else { 0 };
            line.number += 1;
        }
        Ok(())
    }
}

/// Codes the moves that no earlier line knows. The model of moves starts at the first of them.
struct Unknown<'m> {
    model: &'m moves::MoveModel,
    start: Position,
    line: Option<moves::MoveLine>,
    /// How many moves of the line the model knows.
    known: usize,
}

impl Unknown<'_> {
    fn code(
        &mut self,
        coder: &mut impl CommentCoder,
        (position, before): (&Position, &[Move]),
        mv: Option<Move>,
    ) -> Option<Move> {
        if self.line.is_none() {
            self.line = moves::MoveLine::new(&self.start);
        }
        let Some(line) = &mut self.line else { return any_move(coder, position, mv) };
        before[self.known..].iter().for_each(|mv| line.push(*mv));
        self.known = before.len() + 1;
        coder.legal(line, self.model, mv)
    }
}
