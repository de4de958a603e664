//! Any bytes read as BSON: what comes of them is JSON, and what is written of that is read back just so.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_core::bson::{DEEPEST, decode, encode, frame, next};

fuzz_target!(|bytes: &[u8]| {
    frame(bytes);
    let _ = next(bytes, 0, true);
    let decoded = decode(bytes, DEEPEST, |_, _| {});
    let mut stored = Vec::new();
    // Only the size and the depth are limited, and BSON may nest a level deeper than its JSON is taken.
    if encode(&decoded.json, None, &mut stored).is_ok() {
        let again = decode(&stored, DEEPEST, |_, _| {});
        assert!(again.flaws.is_empty() && again.broken.is_none());
        let mut same = Vec::new();
        encode(&again.json, None, &mut same).expect("it was BSON");
        assert_eq!(same, stored);
    }
});
