//! A block: the streams of some games, written and read.

use crate::bytes::{Cursor, push_number, push_text};
use crate::coder::{Decoder, Encoder};
use crate::damage::Damage;
use crate::decode::TOKEN;
use crate::draft::{Draft, DraftSegment, SEGMENT};
use crate::games::Games;
use crate::group::GroupHeader;
use crate::heads::{Body, HeadCode, StartCode};
use crate::limits::{BLOCK_GAMES, BLOCK_PLIES, GAMES_A_BYTE, PLIES_A_BYTE, TEXT_A_BYTE};
use crate::sizes::Sizes;
use crate::symbols::Listener;
use crate::tags::{Facts, TAG_SIZE};
use scoresheet_core::step::Dialect;
use std::ops::Range;

/// A block whose streams are written. Its texts are stored with those of its neighbours.
pub(crate) struct Written {
    pub(crate) bytes: Vec<u8>,
    pub(crate) texts: Vec<u8>,
    /// What its bytes are spent on, without those of its texts.
    pub(crate) sizes: Sizes,
}

/// Lets the models of a group learn from a block.
pub(crate) fn learn(group: &mut GroupHeader, draft: &Draft) {
    for head in &draft.heads {
        // A listener reads nothing, so nothing can be wrong.
        let _ = group.heads.code(&mut Listener, head);
    }
    for segment in &draft.segments {
        let mut starts = true;
        for token in &segment.tokens {
            if std::mem::replace(&mut starts, *token == crate::items::Token::End) {
                group.items.start();
            }
            let _ = group.items.code(&mut Listener, *token);
        }
    }
}

/// What is known of the games of a block before their tags.
pub(crate) fn facts(heads: &[HeadCode]) -> Vec<Facts> {
    let plies = |body: Body| if let Body::Plain(plies) = body { Some(plies) } else { None };
    let each = |head: &HeadCode| Facts {
        termination: head.termination,
        mated: Some(head.body == Body::Dead),
        plies: plies(head.body),
    };
    heads.iter().map(each).collect()
}

/// Writes the streams of a block.
pub(crate) fn write(group: &GroupHeader, games: &Games, range: Range<usize>, draft: &Draft) -> Written {
    let mut bytes = Vec::new();
    push_number(draft.heads.len() as u64, &mut bytes);
    push_number(draft.plies, &mut bytes);
    let facts = facts(&draft.heads);
    let (heads, tags) = (heads(group, draft), group.tags.encode(&games.tags, range.clone(), &facts));
    push_text(&heads, &mut bytes);
    push_text(&tags, &mut bytes);
    let items: Vec<_> = draft.segments.iter().map(|segment| items(group, segment)).collect();
    let (numbers, prose) = &draft.comments;
    push_text(numbers, &mut bytes);
    push_text(prose, &mut bytes);
    let mut texts = Vec::new();
    let coded: usize =
        draft.segments.iter().zip(&items).map(|(segment, items)| items.len() + segment.moves.len()).sum();
    // Zeros after the last moves make a block long enough for a reader that limits the content of a byte.
    let missing = least(games, range, draft).saturating_sub(bytes.len() + coded);
    let last = draft.segments.len().saturating_sub(1);
    let zeros = |place: usize| if place == last { missing } else { 0 };
    for (place, (segment, items)) in draft.segments.iter().zip(&items).enumerate() {
        for length in [items.len(), segment.moves.len() + zeros(place), segment.others.len()] {
            push_number(length as u64, &mut bytes);
        }
        texts.extend_from_slice(&segment.others);
    }
    for (segment, items) in draft.segments.iter().zip(&items) {
        bytes.extend_from_slice(items);
        bytes.extend_from_slice(&segment.moves);
    }
    bytes.resize(bytes.len() + zeros(last), 0);
    let sum = |each: &dyn Fn(&DraftSegment) -> usize| draft.segments.iter().map(each).sum::<usize>() as u64;
    let sizes = Sizes {
        heads: heads.len() as u64,
        tags: tags.len() as u64,
        moves: sum(&|segment| segment.moves.len()),
        items: items.iter().map(|items| items.len() as u64).sum(),
        numbers: numbers.len() as u64,
        prose: prose.len() as u64,
        plies: draft.plies,
        ..Sizes::default()
    };
    Written { bytes, texts, sizes }
}

/// The fewest bytes that a reader accepts for a block with these games.
fn least(games: &Games, range: Range<usize>, draft: &Draft) -> usize {
    let content: usize = range.clone().map(|game| TOKEN * (games.length(game) + 1)).sum();
    let tags: usize =
        range.map(|game| games.tags.game(game).map(|(_, value)| TAG_SIZE + value.len()).sum::<usize>()).sum();
    let plies = usize::try_from(draft.plies).unwrap_or(usize::MAX);
    let text = content.max(tags).div_ceil(TEXT_A_BYTE);
    text.max(plies.div_ceil(PLIES_A_BYTE)).max(draft.heads.len().div_ceil(GAMES_A_BYTE))
}

fn heads(group: &GroupHeader, draft: &Draft) -> Vec<u8> {
    let (mut encoder, mut model) = (Encoder::new(), group.heads.clone());
    for head in &draft.heads {
        // An encoder reads nothing, so nothing can be wrong.
        let _ = model.code(&mut encoder, head);
    }
    encoder.finish()
}

fn items(group: &GroupHeader, segment: &DraftSegment) -> Vec<u8> {
    if segment.tokens.is_empty() {
        return Vec::new();
    }
    let (mut encoder, mut model) = (Encoder::new(), group.items.clone());
    let mut starts = true;
    for token in &segment.tokens {
        if std::mem::replace(&mut starts, *token == crate::items::Token::End) {
            model.start();
        }
        let _ = model.code(&mut encoder, *token);
    }
    encoder.finish()
}

/// The streams of a block that is read, without its moves.
pub(crate) struct Streams<'b> {
    pub(crate) heads: Vec<HeadCode>,
    pub(crate) plies: u64,
    pub(crate) tags: &'b [u8],
    /// The comments: their numbers, and their texts.
    pub(crate) comments: (&'b [u8], &'b [u8]),
    pub(crate) segments: Vec<SegmentBytes<'b>>,
}

/// The streams of a segment.
#[derive(Clone, Debug)]
pub(crate) struct SegmentBytes<'b> {
    pub(crate) items: &'b [u8],
    pub(crate) moves: &'b [u8],
    /// Where its texts are among those of the block.
    pub(crate) others: Range<usize>,
}

/// Reads the streams of a block.
pub(crate) fn read<'b>(group: &GroupHeader, bytes: &'b [u8]) -> Result<Streams<'b>, Damage> {
    let mut cursor = Cursor::new(bytes);
    let games = cursor.number_up_to(BLOCK_GAMES)?;
    let plies = cursor.number()?;
    if plies > BLOCK_PLIES.min((bytes.len() * PLIES_A_BYTE) as u64) {
        return Err(Damage::Size);
    }
    let heads = read_heads(group, cursor.text()?, games)?;
    let tags = cursor.text()?;
    let comments = (cursor.text()?, cursor.text()?);
    let mut lengths = Vec::new();
    for _ in 0..games.div_ceil(SEGMENT) {
        let most = u32::MAX as usize;
        lengths.push([cursor.number_up_to(most)?, cursor.number_up_to(most)?, cursor.number_up_to(most)?]);
    }
    let mut segments = Vec::new();
    let mut text = 0_usize;
    let mut part = |length: usize| {
        let start = text;
        text = text.saturating_add(length);
        start..text
    };
    for [items, moves, others] in lengths {
        let (items, moves) = (cursor.take(items)?, cursor.take(moves)?);
        segments.push(SegmentBytes { items, moves, others: part(others) });
    }
    if !cursor.rest().is_empty() {
        return Err(Damage::Content);
    }
    Ok(Streams { heads, plies, tags, comments, segments })
}

fn read_heads(group: &GroupHeader, bytes: &[u8], games: usize) -> Result<Vec<HeadCode>, Damage> {
    let (mut decoder, mut model) = (Decoder::new(bytes), group.heads.clone());
    let nothing = HeadCode {
        dialect: Dialect::Pgn,
        notation: 0,
        start: StartCode::Standard,
        termination: None,
        body: Body::Dead,
    };
    let mut heads = Vec::with_capacity(games);
    for _ in 0..games {
        heads.push(model.code(&mut decoder, &nothing)?);
    }
    if decoder.is_exhausted() { Err(Damage::Short) } else { Ok(heads) }
}
