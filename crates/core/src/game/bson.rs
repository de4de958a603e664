//! BGN as BSON: documents one after another, as mongodump writes them.

use super::bgn::{BgnFormat, COMMON, FileLayout, Framing, LOSSES, Transcript};
use super::format::FormatSpec;
use crate::bson::{self, BsonFrame};
use crate::error::Code;
use crate::limits::Limits;
use crate::loss::LossKind;
use crate::write::Page;
use core::ops::Range;

/// What a file loses beside what every rendering does.
const ALL_LOSSES: &[LossKind] = &{
    let mut all = [LossKind::BsonNumber; LOSSES.len() + 2];
    let mut at = 0;
    while at < LOSSES.len() {
        all[at] = LOSSES[at];
        at += 1;
    }
    all[at] = LossKind::BsonSize;
    all
};

/// The format's entry in the registry.
pub(super) static BSON: BgnFormat = BgnFormat {
    spec: &FormatSpec {
        id: "bson",
        title: "Better Game Notation as BSON",
        source: "Better Game Notation: documents as mongodump writes them",
        extensions: &["bson"],
        media: "application/bson",
        text: false,
        losses: ALL_LOSSES,
        ..COMMON
    },
    framing: &Bson,
    layout: FileLayout { push: Some(push), binary: true, ..FileLayout::LINES },
};

/// Documents that start with their length.
struct Bson;

impl Framing for Bson {
    fn detects(&self, head: &[u8]) -> bool {
        bson::detects(head)
    }

    fn claims(&self, head: &[u8]) -> bool {
        bson::frame(head) != BsonFrame::Broken
    }

    fn cut(&self, bytes: &[u8], last: bool) -> Option<usize> {
        if last {
            return Some(bytes.len());
        }
        let mut whole = 0;
        loop {
            let rest = &bytes[whole..];
            whole += match bson::frame(rest) {
                BsonFrame::Whole(length) => length,
                BsonFrame::Open => break,
                BsonFrame::Broken => match bson::next(rest, 1, false) {
                    Ok(start) => start,
                    Err(_) => break,
                },
            };
        }
        Some(whole).filter(|whole| *whole > 0)
    }

    fn resync(&self, bytes: &[u8]) -> Result<usize, usize> {
        bson::next(bytes, 1, false)
    }

    fn transcribe(&self) -> Option<super::bgn::Transcribe> {
        Some(transcribe)
    }
}

/// The document that starts at `at`, or what is there instead of one, up to where one surely starts.
fn transcribe(block: &[u8], at: usize, limits: &Limits) -> Option<Transcript> {
    let rest = block.get(at..).filter(|rest| !rest.is_empty())?;
    let length = match bson::frame(rest) {
        BsonFrame::Whole(length) => length,
        BsonFrame::Open | BsonFrame::Broken => bson::next(rest, 1, true).unwrap_or(rest.len()),
    };
    let mut told = Transcript { span: at..at + length, ..Transcript::default() };
    if length as u64 > limits.game {
        // Its content is not examined.
        told.json.extend_from_slice(b"{}");
        return Some(told);
    }
    let decoded = bson::decode(&rest[..length], deepest(limits), |json, place| told.places.mark(json, at + place));
    let part = |flaw: bson::JsonFlaw| -> (Range<usize>, Code) { (at + flaw.at..at + flaw.at, flaw.code) };
    told.json = decoded.json;
    told.flaws = decoded.flaws.into_iter().map(part).collect();
    told.broken = decoded.broken.map(part);
    Some(told)
}

/// How deep documents and arrays may occur in each other, so that the reader finds every limit of its own first: a line
/// is five of them, the annotation and the move that carry it included.
fn deepest(limits: &Limits) -> u64 {
    const LINE: u64 = 5;
    limits.nesting.saturating_add(2).saturating_mul(LINE).saturating_add(limits.depth)
}

/// Writes a document. A number that BSON has no form for is left out, and so is a game that is too large.
fn push(page: &mut Page, document: &[u8]) {
    let mut left_out = 0;
    match bson::encode_most(document, &mut page.out, |_| left_out += 1) {
        Ok(()) => page.lose(LossKind::BsonNumber, left_out),
        Err(_) => page.lose(LossKind::BsonSize, 1),
    }
}
