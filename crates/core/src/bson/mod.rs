//! BGN documents as MongoDB stores them: BSON, in which dates are dates and numbers have types.
//!
//! A document is the same in JSON and in BSON except for these values: `eventDate`, `dateRange`, `startTime` and the
//! dates of annotations, which are text in JSON and dates in BSON; numbers, which are text in JSON and binary in BSON;
//! and keys, in which MongoDB does not accept every character. This module contains the whole conversion, and nothing
//! about chess.
//!
//! Nothing recurses on the input. Memory use in addition to the result is one entry for each open level.

mod decimal;
mod decode;
mod digits;
mod element;
mod encode;
mod frame;
mod key;
mod number;
mod time;

pub use crate::json::JsonFlaw;
pub use decode::{Decoded, decode};
pub(crate) use encode::encode_most;
pub use encode::{LARGEST, encode};
pub use frame::{BsonFrame, detects, frame, next};

/// The maximum nesting depth of documents and arrays.
pub const DEEPEST: u64 = 100_000;

/// The byte for the type of a value.
mod types {
    pub(super) const DOUBLE: u8 = 0x01;
    pub(super) const STRING: u8 = 0x02;
    pub(super) const DOCUMENT: u8 = 0x03;
    pub(super) const ARRAY: u8 = 0x04;
    pub(super) const BINARY: u8 = 0x05;
    pub(super) const UNDEFINED: u8 = 0x06;
    pub(super) const OBJECT_ID: u8 = 0x07;
    pub(super) const BOOLEAN: u8 = 0x08;
    pub(super) const DATE: u8 = 0x09;
    pub(super) const NULL: u8 = 0x0a;
    pub(super) const REGEX: u8 = 0x0b;
    pub(super) const POINTER: u8 = 0x0c;
    pub(super) const CODE: u8 = 0x0d;
    pub(super) const SYMBOL: u8 = 0x0e;
    pub(super) const SCOPE: u8 = 0x0f;
    pub(super) const INT32: u8 = 0x10;
    pub(super) const TIMESTAMP: u8 = 0x11;
    pub(super) const INT64: u8 = 0x12;
    pub(super) const DECIMAL: u8 = 0x13;
    pub(super) const GREATEST: u8 = 0x7f;
    pub(super) const LEAST: u8 = 0xff;
}

#[cfg(test)]
mod tests;
