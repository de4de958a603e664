//! Documents there and back, and data that is not BSON.

use super::*;
use crate::error::Code;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

fn encoded(json: &str) -> Vec<u8> {
    let mut out = Vec::from(*b"before");
    encode(json.as_bytes(), None, &mut out).unwrap_or_else(|flaw| panic!("{json}: {flaw:?}"));
    out.split_off(6)
}

fn decoded(bytes: &[u8]) -> (String, Vec<(usize, Code)>) {
    let into = decode(bytes, DEEPEST, |_, _| {});
    let flaws = into.flaws.iter().chain(&into.broken).map(|flaw| (flaw.at, flaw.code)).collect();
    (String::from_utf8(into.json).expect("it is text"), flaws)
}

/// A document of one member, whose value has these bytes.
fn document(kind: u8, key: &str, value: &[u8]) -> Vec<u8> {
    let length = u32::try_from(4 + 1 + key.len() + 1 + value.len() + 1).expect("it is short");
    [&length.to_le_bytes(), &[kind][..], key.as_bytes(), b"\0", value, b"\0"].concat()
}

/// A document with each kind of value that BSON distinguishes.
const FULL: &str = concat!(
    r#"{"pgn":{"event":"a \"b\"\n\u0000é","a.b":"","$c%":"x"},"#,
    r#""bgn":{"eventDate":"1972-01-01","dateRange":["1972-01-01","1972-12-31"],"startTime":"1972-01-01T12:00:00.5Z","#,
    r#""white":{"rating":2400},"a":[{"id":"x","date":"0001-01-01"}],"version":1},"#,
    r#""moves":[null,{"f":"e2","t":"e4","et":9.5,"c":1,"ep":true,"a":[{"id":"y","nag":4,"date":"2022-03-04","alt":"#,
    r#"{"a":[{"id":"x","date":"9999-12-31"}],"moves":[{"f":"e2","a":[{"date":"1970-01-01"}]}]}},{"date":"soon"}],"#,
    r#""properties":{"n":{"v":[-3,0.001,"foo",false,null,[],{},9223372036854775807,12345678901234567890,1.0],"date":"1970-01-01"}}}]}"#,
);

#[test]
fn documents_come_back_as_they_were() {
    let bytes = encoded(FULL);
    assert_eq!(frame(&bytes), BsonFrame::Whole(bytes.len()));
    assert_eq!(decoded(&bytes), (FULL.into(), Vec::new()));
    // Blanks mean nothing.
    let spread = FULL.replace("\":", "\" :\n").replace(",\"", " , \"");
    assert_eq!(encoded(&spread), bytes);
}

/// Extended JSON is a date where one is expected; a time is one if BSON restores it unchanged.
#[test]
fn dates_of_mongodb_become_dates() {
    for (date, back) in [
        (r#"{"$date":"1992-11-04T00:00:00Z"}"#, r#""1992-11-04""#),
        (r#"{"$date":{"$numberLong":"-1"}}"#, r#""1969-12-31T23:59:59.999Z""#),
        (r#""1992-11-04T18:30:00Z""#, r#""1992-11-04T18:30:00Z""#),
        (r#""1992-11-04T18:30:00+02:00""#, r#""1992-11-04T18:30:00+02:00""#),
        (r#"{"$date":"soon"}"#, r#"{"$date":"soon"}"#),
    ] {
        let document = |date: &str| format!(r#"{{"bgn":{{"eventDate":{date}}},"moves":[]}}"#);
        let bytes = encoded(&document(date));
        let kind = bytes[bytes.windows(10).position(|found| found == b"eventDate\0").expect("it is there") - 1];
        assert_eq!(kind == types::DATE, !back.contains('+') && !back.contains('$'), "{date}");
        assert_eq!(decoded(&bytes).0, document(back), "{date}");
    }
}

#[test]
fn dates_are_dates_in_their_places_only() {
    let bytes = encoded(FULL);
    let dates = |bytes: &[u8], key: &[u8]| {
        let named = [&[types::DATE], key, b"\0"].concat();
        bytes.windows(named.len()).filter(|found| *found == named).count()
    };
    assert_eq!(dates(&bytes, b"eventDate") + dates(&bytes, b"startTime"), 2);
    assert_eq!(dates(&bytes, b"0") + dates(&bytes, b"1"), 2);
    // The one of a property and the one that is not a date stay text.
    assert_eq!(dates(&bytes, b"date"), 4);
}

#[test]
fn the_identity_comes_first_and_is_not_part() {
    let mut out = Vec::new();
    encode(b"{\"moves\":[]}", Some("a#1"), &mut out).expect("it is right");
    assert_eq!(&out[4..17], b"\x02_id\0\x04\0\0\0a#1\0");
    assert_eq!(decoded(&out).0, "{\"moves\":[]}");
    // Whatever its value; and only there.
    let id = document(types::OBJECT_ID, "_id", &[7; 12]);
    assert_eq!(decoded(&id), ("{}".into(), Vec::new()));
    let inner = "{\"bgn\":{\"_id\":1}}";
    assert_eq!(decoded(&encoded(inner)).0, inner);
}

#[test]
fn what_bson_cannot_express_is_refused_in_its_place() {
    for (json, at, code) in [
        ("{\"a\":[1e9999]}", 6, Code::BsonNumber),
        ("{\"a\":1", 6, Code::JsonSyntax),
        ("[]", 0, Code::JsonSyntax),
        ("{} {}", 3, Code::JsonSyntax),
        ("{\"a\":\"\\ud800\"}", 6, Code::JsonEncoding),
    ] {
        let mut out = Vec::from(*b"before");
        assert_eq!(encode(json.as_bytes(), None, &mut out), Err(JsonFlaw { at, code }), "{json}");
        assert_eq!(out, b"before");
    }
    assert_eq!(encode(b"{\"a\":\"\xff\"}", None, &mut Vec::new()), Err(JsonFlaw { at: 6, code: Code::JsonEncoding }));
    let deep = format!("{{\"a\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(
        encode(deep.as_bytes(), None, &mut Vec::new()),
        Err(JsonFlaw { at: 5 + 99_999, code: Code::LimitDepth })
    );
}

#[test]
fn documents_have_a_largest_size() {
    let room = LARGEST - encoded("{\"a\":\"\"}").len();
    let largest = format!("{{\"a\":\"{}\"}}", "x".repeat(room));
    assert_eq!(encoded(&largest).len(), LARGEST);
    let larger = largest.replace("{\"a\":\"", "{\"a\":\"x");
    let refused = encode(larger.as_bytes(), None, &mut Vec::new());
    assert_eq!(refused.map_err(|flaw| flaw.code), Err(Code::StoreTooLarge));
    let elements = format!("{{\"a\":[{}1]}}", "1,".repeat(LARGEST / 4));
    let refused = encode(elements.as_bytes(), None, &mut Vec::new());
    assert_eq!(refused.map_err(|flaw| flaw.code), Err(Code::StoreTooLarge));
}

#[test]
fn what_json_cannot_express_is_left_out_in_its_place() {
    let five = 5i32.to_le_bytes();
    for (kind, value, code) in [
        (types::BINARY, &[&2i32.to_le_bytes()[..], &[0, 1, 2]].concat()[..], Code::BsonType),
        (types::UNDEFINED, b"", Code::BsonType),
        (types::OBJECT_ID, &[1; 12], Code::BsonType),
        (types::REGEX, b"a.*\0i\0", Code::BsonType),
        (types::POINTER, &[&[2, 0, 0, 0, b'x', 0][..], &[1; 12]].concat(), Code::BsonType),
        (types::CODE, &[2, 0, 0, 0, b'x', 0], Code::BsonType),
        (types::SYMBOL, &[2, 0, 0, 0, b'x', 0], Code::BsonType),
        (types::SCOPE, &[&15i32.to_le_bytes()[..], &[2, 0, 0, 0, b'x', 0], &five, b"\0"].concat(), Code::BsonType),
        (types::TIMESTAMP, &[1; 8], Code::BsonType),
        (types::LEAST, b"", Code::BsonType),
        (types::GREATEST, b"", Code::BsonType),
        (types::DOUBLE, &f64::NAN.to_le_bytes(), Code::BsonNumber),
        (types::DOUBLE, &f64::NEG_INFINITY.to_le_bytes(), Code::BsonNumber),
        (types::DECIMAL, &(0x78u128 << 120).to_le_bytes(), Code::BsonNumber),
        (types::DATE, &i64::MIN.to_le_bytes(), Code::FieldValue),
        (types::DATE, &253_402_300_800_000i64.to_le_bytes(), Code::FieldValue),
    ] {
        assert_eq!(decoded(&document(kind, "k", value)), ("{}".into(), [(7, code)].into()), "{kind}");
        let array = document(types::ARRAY, "k", &document(kind, "0", value));
        assert_eq!(decoded(&array), ("{\"k\":[null]}".into(), [(14, code)].into()), "{kind}");
    }
}

#[test]
fn numbers_of_other_types_are_read_as_integers() {
    let four = document(types::DOUBLE, "c", &4f64.to_le_bytes());
    let moves = document(types::ARRAY, "moves", &document(types::DOCUMENT, "0", &four));
    assert_eq!(decoded(&moves).0, "{\"moves\":[{\"c\":4}]}");
    assert_eq!(decoded(&four).0, "{\"c\":4.0}");
    let long = document(types::INT64, "c", &4i64.to_le_bytes());
    assert_eq!(decoded(&long).0, "{\"c\":4}");
}

#[test]
fn text_that_is_not_utf_8_is_an_error_in_its_place() {
    let text = document(types::STRING, "k", &[5, 0, 0, 0, b'a', 0xff, b'b', b'c', 0]);
    assert_eq!(decoded(&text), ("{\"k\":\"a\u{fffd}bc\"}".into(), [(12, Code::JsonEncoding)].into()));
    let mut name = document(types::NULL, "k", b"");
    name[5] = 0xc3;
    assert_eq!(decoded(&name), ("{\"\u{fffd}\":null}".into(), [(5, Code::JsonEncoding)].into()));
}

#[test]
fn invalid_bson_is_reported_in_its_place() {
    let string = document(types::STRING, "k", &[2, 0, 0, 0, b'x', 0]);
    let nested = document(types::DOCUMENT, "k", &string);
    for (bytes, at, value, code, read) in [
        // Lengths that are too short, too long or negative.
        (&string, 0, 4, Code::BsonSyntax, "{}"),
        (&string, 0, 99, Code::BsonSyntax, "{\"k\":\"x\"}"),
        (&string, 0, -1, Code::BsonSyntax, "{}"),
        (&string, 7, 0, Code::BsonSyntax, "{}"),
        (&string, 7, 3, Code::BsonSyntax, "{}"),
        (&string, 7, 1, Code::BsonSyntax, "{}"),
        (&string, 7, i32::MAX, Code::BsonSyntax, "{}"),
        (&nested, 7, 4, Code::BsonSyntax, "{\"k\":{}}"),
        (&nested, 7, 15, Code::BsonSyntax, "{\"k\":{}}"),
        (&nested, 7, i32::MIN, Code::BsonSyntax, "{\"k\":{}}"),
    ] {
        let mut broken = bytes.clone();
        broken[at..at + 4].copy_from_slice(&i32::to_le_bytes(value));
        let (json, flaws) = decoded(&broken);
        assert_eq!((&*json, flaws.len(), flaws[0].1), (read, 1, code), "{at} {value}: {flaws:?}");
    }
    for (bytes, at) in [
        (document(0x20, "k", b""), 7),
        (document(types::BOOLEAN, "k", &[2]), 7),
        (document(types::NULL, "k", &[0, 0]), 7),
        (document(types::STRING, "k", &[2, 0, 0, 0, b'x', b'y']), 7),
    ] {
        assert_eq!(decoded(&bytes).1, [(at, Code::BsonSyntax)], "{bytes:?}");
    }
}

#[test]
fn a_document_cut_short_is_read_as_far_as_it_goes() {
    let bytes = encoded(FULL);
    for end in 0..bytes.len() {
        let (json, flaws) = decoded(&bytes[..end]);
        assert_eq!(flaws, [(end, Code::DataTruncated)]);
        assert!(
            crate::json::value(json.as_bytes(), 0, DEEPEST).is_ok_and(|value| value.span.end == json.len()),
            "{json}"
        );
    }
}

#[test]
fn depth_has_a_limit() {
    let deep = |levels: usize| {
        let mut bytes = Vec::from([5, 0, 0, 0, 0]);
        let lengths: Vec<u32> = (1..=levels).map(|level| u32::try_from(5 + 7 * level).expect("it is short")).collect();
        let heads = lengths.iter().rev().flat_map(|length| [&length.to_le_bytes()[..], b"\x04a\0"].concat());
        bytes = heads.chain(bytes.iter().copied()).collect();
        bytes.resize(5 + 8 * levels, 0);
        for level in 0..levels {
            let length = u32::try_from(5 + 8 * (levels - level)).expect("it is short");
            bytes[7 * level..7 * level + 4].copy_from_slice(&length.to_le_bytes());
        }
        bytes
    };
    let (json, flaws) = decoded(&deep(99_999));
    assert_eq!((json.len(), flaws.len()), ("{\"a\":}".len() + 2 * 99_999, 0));
    let (json, flaws) = decoded(&deep(100_001));
    assert_eq!(flaws, [(7 * 100_000, Code::LimitDepth)]);
    assert_eq!(json.len(), "{\"a\":}".len() + 2 * 99_999 + "null".len());
}

#[test]
fn places_lead_back() {
    let json = "{\"pgn\":{\"event\":\"x\"},\"moves\":[{\"f\":\"e2\"}]}";
    let bytes = encoded(json);
    let mut marks = Vec::new();
    let json = decode(&bytes, DEEPEST, |at, place| marks.push((at, place))).json;
    assert!(marks.is_sorted_by(|one, next| one.0 <= next.0 && one.1 <= next.1), "{marks:?}");
    let mark = |at| marks.iter().rfind(|mark| mark.0 == at).expect("it is marked").1;
    // A text is shown unchanged.
    for text in [&b"\"pgn\""[..], b"\"event\"", b"\"x\"", b"\"f\"", b"\"e2\""] {
        let at = json.windows(text.len()).position(|found| found == text).expect("it is there");
        assert_eq!(&bytes[mark(at)..mark(at + text.len())], &text[1..text.len() - 1]);
    }
}

#[test]
fn damaged_documents_are_read_somehow() {
    let bytes = encoded(FULL);
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).unwrap_or(0) % below
    };
    for _ in 0..20_000 {
        let mut damaged = bytes.clone();
        for _ in 0..=random(4) {
            let at = random(damaged.len());
            damaged[at] = u8::try_from(random(256)).unwrap_or(0);
        }
        let (json, _) = decoded(&damaged);
        let value = crate::json::value(json.as_bytes(), 0, DEEPEST);
        assert!(value.is_ok_and(|value| value.span.end == json.len()), "{json}");
        // What was read is written, and then comes back just so.
        let mut again = Vec::new();
        if encode(json.as_bytes(), None, &mut again).is_ok() {
            let (json, flaws) = decoded(&again);
            assert_eq!((encoded(&json), flaws), (again, Vec::new()));
        }
    }
}
