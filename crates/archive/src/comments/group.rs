//! What the comments of a group have in common.

use super::codec::{Codec, Models, TextCoder};
use super::coding::{Meter, Purpose};
use super::dictionary::{Dictionary, MOST};
use super::segments::Parsed;
use crate::bytes::{Cursor, push_number, push_text};
use crate::coder::{Bit, Decoder, Encoder};
use crate::comments::CommentPlace;
use crate::damage::Damage;
use crate::moves;
use crate::symbols::{Learns, Listener, code_start};
use scoresheet_core::rules::Position;
use std::collections::HashMap;

/// At most this many different templates are counted.
const MOST_COUNTED: usize = 1 << 16;

/// A template without fields must come this many times.
const PLAIN_COUNT: u32 = 8;
/// One with fields must come this many times.
const FIELD_COUNT: u32 = 3;

/// Collects the templates of a group.
#[derive(Debug, Default)]
pub struct Learner {
    counts: HashMap<Box<[u8]>, (u32, bool)>,
    parsed: Parsed,
    earlier: Option<Position>,
}

impl Learner {
    /// Starts a group.
    pub fn new() -> Learner {
        Learner::default()
    }

    /// A game starts.
    pub fn start_game(&mut self) {
        self.earlier = None;
    }

    /// Notes a comment.
    pub fn comment(&mut self, text: &str, place: &CommentPlace<'_>) {
        self.parsed.read(text, place, self.earlier.as_ref());
        for segment in self.parsed.segments.iter().filter(|segment| segment.regular) {
            let template = &self.parsed.templates[segment.template.clone()];
            if let Some((count, _)) = self.counts.get_mut(template) {
                *count += 1;
            } else if self.counts.len() < MOST_COUNTED {
                self.counts.insert(template.into(), (1, !segment.fields.is_empty()));
            }
        }
        match &mut self.earlier {
            Some(earlier) => earlier.clone_from(place.before),
            None => self.earlier = Some(place.before.clone()),
        }
    }

    /// The templates that came often enough.
    pub fn finish(self) -> CommentsModel {
        let enough = |count: u32, has_fields| count >= if has_fields { FIELD_COUNT } else { PLAIN_COUNT };
        let mut kept: Vec<_> =
            self.counts.into_iter().filter(|(_, (count, has_fields))| enough(*count, *has_fields)).collect();
        kept.sort_by(|(a, (a_count, _)), (b, (b_count, _))| b_count.cmp(a_count).then_with(|| a.cmp(b)));
        let mut dictionary = Dictionary::default();
        for (template, _) in kept.iter().take(MOST) {
            dictionary.push(template);
        }
        let models = Models::new(&dictionary);
        CommentsModel { dictionary, models, is_trained: false }
    }
}

/// What the comments of a group have in common: templates, and where their models start.
#[derive(Clone, Debug)]
pub struct CommentsModel {
    pub(super) dictionary: Dictionary,
    pub(super) models: Models,
    is_trained: bool,
}

impl CommentsModel {
    /// Appends the model.
    pub fn write(&self, out: &mut Vec<u8>) {
        self.dictionary.write(out);
        if !self.is_trained {
            push_number(0, out);
            return;
        }
        let mut encoder = Encoder::new();
        code_start(&mut self.models.clone(), &mut encoder);
        push_text(&encoder.finish(), out);
    }

    /// Reads what [`CommentsModel::write`] wrote.
    ///
    /// # Errors
    /// If the bytes are not such.
    pub fn read(bytes: &[u8]) -> Result<CommentsModel, Damage> {
        let mut cursor = Cursor::new(bytes);
        let dictionary = Dictionary::read(&mut cursor)?;
        let mut models = Models::new(&dictionary);
        let start = cursor.text()?;
        if !start.is_empty() {
            code_start(&mut models, &mut Decoder::new(start));
        }
        Ok(CommentsModel { dictionary, models, is_trained: !start.is_empty() })
    }
}

/// Lets the models of a group learn from some of its games, so that blocks need not start again.
pub struct Trainer<'m> {
    codec: Codec<'m>,
}

/// Discards texts.
struct Silence;

impl TextCoder for Silence {
    fn code(&mut self, _text: &[u8], _place: &CommentPlace<'_>, _out: &mut Vec<u8>) -> Result<(), Damage> {
        Ok(())
    }
}

/// A probability that was learned from fewer bits than this is not worth its bytes.
const FEW: u8 = 40;

/// A group of fewer blocks is smaller without a [`Trainer`]: what it learns takes more bytes than it saves.
pub const TRAINED_BLOCKS: usize = 32;

impl<'m> Trainer<'m> {
    /// Starts with a model.
    pub fn new(model: &'m CommentsModel, moves: &'m moves::MoveModel) -> Trainer<'m> {
        Trainer { codec: Codec::new(&model.dictionary, &model.models, moves) }
    }

    /// A game starts.
    pub fn start_game(&mut self) {
        self.codec.start_game();
    }

    /// Learns from a comment.
    pub fn comment(&mut self, text: &str, place: &CommentPlace<'_>) {
        // Nothing that is written can be damaged.
        let _ = self.codec.comment((&mut Listener, &mut Silence), text, place, &mut Vec::new());
    }

    /// The model with what was learned.
    pub fn finish(self, model: &CommentsModel) -> CommentsModel {
        let mut learned = self.codec.into_models();
        let mut fresh = Vec::new();
        model.models.clone().each_bit(&mut |bit| fresh.push(*bit));
        let mut fresh = fresh.into_iter();
        learned.each_bit(&mut |bit: &mut Bit| {
            let start = fresh.next().unwrap_or_default();
            if bit.seen() < FEW {
                *bit = start;
            }
        });
        // What is written is rounded, and blocks must start from what is read.
        let mut models = model.models.clone();
        let mut encoder = Encoder::new();
        code_start(&mut learned, &mut encoder);
        code_start(&mut models, &mut Decoder::new(&encoder.finish()));
        CommentsModel { dictionary: model.dictionary.clone(), models, is_trained: true }
    }
}

/// What the comments of a block cost by purpose, in units of 2^-16 bits. Texts are not counted.
pub fn measure<'c, G>(
    model: &CommentsModel,
    moves: &moves::MoveModel,
    games: impl Iterator<Item = G>,
) -> [(Purpose, u64); Purpose::ALL.len()]
where
    G: Iterator<Item = (&'c str, CommentPlace<'c>)>,
{
    let mut codec = Codec::new(&model.dictionary, &model.models, moves);
    let mut meter = Meter::default();
    for game in games {
        codec.start_game();
        for (text, place) in game {
            // Nothing that is written can be damaged.
            let _ = codec.comment((&mut meter, &mut Silence), text, &place, &mut Vec::new());
        }
    }
    let costs = meter.finish();
    Purpose::ALL.map(|purpose| (purpose, costs[purpose as usize]))
}
