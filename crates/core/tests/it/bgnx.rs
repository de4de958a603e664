//! Documents of BGN as XML: what is written is read back, byte for byte, and faults are reported in their places.

use crate::conversion::convert;
use crate::seed::Seed;
use scoresheet_core::game::{AnyGames, find};
use scoresheet_core::limits::Limits;
use scoresheet_core::read::{Depth, Record, Settings};
use std::path::Path;

/// The games of a text in another format, and what is wrong with them: the code, and the text from its place on.
fn converted(bytes: &[u8], from: &str, to: &str) -> (String, Vec<(&'static str, String)>) {
    let (text, tally) = taken(bytes, from, to);
    (text, tally.into_iter().map(|fault| (fault.0, fault.2)).collect())
}

/// What is wrong: code, byte, and the text from there on.
type Told = Vec<(&'static str, u64, String)>;

fn taken(bytes: &[u8], from: &str, to: &str) -> (String, Told) {
    let found = convert(bytes, from, to);
    let faults = found.faults.iter().map(|fault| {
        let at = usize::try_from(fault.at.byte).expect("it is a place");
        assert!(at <= bytes.len() && !fault.hint().is_empty() || fault.code.is_note(), "{fault}");
        let rest = String::from_utf8_lossy(&bytes[at..bytes.len().min(at + 48)]).chars().take(12).collect();
        (fault.code.id(), fault.at.byte, rest)
    });
    (found.text(), faults.collect())
}

/// The same of a text in which nothing is wrong.
fn right(text: &str, from: &str, to: &str) -> String {
    let (out, faults) = converted(text.as_bytes(), from, to);
    assert_eq!(faults, [], "{text}");
    out
}

/// Takes documents through XML, and returns the XML.
fn through_xml(lines: &str) -> String {
    let xml = right(lines, "bgnl", "bgnx");
    assert_eq!(right(&xml, "bgnx", "bgnl"), lines, "{xml}");
    // In a root, as files have them.
    let file = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<games>\n{xml}\n</games>\n");
    assert_eq!(right(&file, "bgnx", "bgnl"), lines);
    xml
}

/// A game of these moves.
fn with_moves(moves: &str) -> String {
    format!("<game><moves>{moves}</moves></game>")
}

const E4: &str = "<move><f>e2</f><t>e4</t></move>";

#[test]
fn the_worked_documents() {
    for (lines, xml) in [
        (include_str!("../../../../vectors/bgn/worked.bgnl"), include_str!("../../../../vectors/bgn/worked.xml")),
        (
            include_str!("../../../../vectors/bgn/black-first.bgnl"),
            include_str!("../../../../vectors/bgn/black-first.xml"),
        ),
        (
            include_str!("../../../../vectors/bgn/crazyhouse.bgnl"),
            include_str!("../../../../vectors/bgn/crazyhouse.xml"),
        ),
        (include_str!("../../../../vectors/bgn/atomic.bgnl"), include_str!("../../../../vectors/bgn/atomic.xml")),
    ] {
        assert_eq!(through_xml(lines), xml);
    }
}

/// Every game of the vectors and the examples that reads without an error is the same document after XML.
#[test]
fn documents_come_back_byte_for_byte() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut texts = Vec::new();
    for folder in ["examples", "vectors/game/pgn/good", "vectors/game/pgn/bad", "vectors/questions", "vectors/bgn"] {
        for entry in std::fs::read_dir(root.join(folder)).expect("the folder") {
            let path = entry.expect("a file").path();
            if path.extension().is_some_and(|extension| extension == "pgn") {
                texts.push(std::fs::read(path).expect("it can be read"));
            }
        }
    }
    assert!(texts.len() > 20);
    for text in texts {
        let (lines, _) = converted(&text, "pgn", "bgnl");
        let (again, faults) = converted(lines.as_bytes(), "bgnl", "bgnl");
        if faults.is_empty() && again == lines {
            through_xml(&lines);
        }
    }
}

#[test]
fn texts_of_all_kinds() {
    let document = |comment: &str, more: &str| {
        format!(
            "{{\"pgn\":{{\"event\":\"{comment}\"}},\"bgn\":{{\"sources\":[{{\"id\":\"A\"}}]}},\"moves\":[{{\"p\":\"P\",\"f\":\"e2\",\"t\":\"e4\",\
             \"a\":[{{\"id\":\"A\",\"comment\":\"{comment}\"{more}}}]}}]}}\n"
        )
    };
    for comment in [
        "",
        "a&b<c>d'e",
        "\\\"\\\\",
        "x\\n y\\tz",
        "a\\rb\\r\\nc",
        "]]>",
        "\\u0001",
        "\\u0000\\b\\f",
        "\u{ffff}",
        "é😀\u{85}\u{2028}",
        "<!-- -->",
        "&amp;&#13;",
    ] {
        through_xml(&document(comment, ""));
    }
    assert!(through_xml(&document("a\\u0001b", "")).contains("<comment json=\"true\">\"a\\u0001b\"</comment>"));
    assert!(through_xml(&document("a\\rb", "")).contains("<comment>a&#13;b</comment>"));
    // NAGs are numbers or texts, and numbers keep their spelling.
    let e4 = |more: &str| {
        format!(
            "{{\"pgn\":{{}},\"bgn\":{{\"sources\":[{{\"id\":\"A\"}}]}},\"moves\":[{{\"p\":\"P\",\"f\":\"e2\",\"t\":\"e4\"{more}}}]}}\n"
        )
    };
    for more in [
        r#","a":[{"id":"A","nag":14}]"#,
        r#","a":[{"id":"A","q":-0.50e+1}]"#,
        r#","et":1.50"#,
        r#","properties":{"x":{"<&>":[1.0,null,"\\",{"a":{}}]},"y":{}}"#,
        r#","new":null"#,
        r#","new \" <'&":{"a":[true,false,null,1e9]},"f2":"]]>""#,
        ",\"\\u0001\u{fffe}\":1",
        ",\"\\\"a\\u0001\":\"\u{ffff}\"",
    ] {
        through_xml(&e4(more));
    }
}

#[test]
fn tags_and_heads_of_all_kinds() {
    for (pgn, bgn, rest) in [
        (r#""event":"a","Event#2":"b","Odd Name":"c""#, "", ""),
        (r#""white":"A, B","whiteElo":"2000""#, r#""white":{"last":"A","first":"B","rating":2000}"#, ""),
        ("", r#""tail":"Zz9 x","version":1,"new":[1]"#, r#","other":{"a":1},"another":null"#),
        ("", r#""white":{"nick":"N","new":1}"#, ""),
        ("", r#""sources":[{"id":"A","info":"x","new":[]},{"id":"B"}],"end":[{"id":"A","comment":"x"}]"#, ""),
    ] {
        let (document, faults) =
            converted(format!("{{\"pgn\":{{{pgn}}},\"bgn\":{{{bgn}}},\"moves\":[]{rest}}}").as_bytes(), "bgnl", "bgnl");
        assert!(faults.iter().all(|fault| !fault.0.starts_with("json")), "{document} {faults:?}");
        let (xml, _) = converted(document.as_bytes(), "bgnl", "bgnx");
        let (again, _) = converted(xml.as_bytes(), "bgnx", "bgnl");
        assert_eq!(again, document, "{xml}");
    }
}

#[test]
fn xml_is_read_however_it_is_written() {
    let expected = right(&with_moves(E4), "bgnx", "bgnl");
    assert!(expected.contains(r#""moves":[{"p":"P","f":"e2","t":"e4"}]"#), "{expected}");
    for text in [
        format!("<game>\n  <moves>\r\n\t{E4}</moves > </game >"),
        "<game><moves><move ><t\n>e4</t><!-- a --><?b c?><f>e&#50;</f ><p>P</p></move></moves></game>".into(),
        "<game><moves><move><f><![CDATA[e2]]></f><t>e<!-- 4 -->4</t></move></moves></game>".into(),
        format!(
            "\u{feff}<?xml version='1.0' encoding='utf-8'?><!-- <game> -->\n<?a <game>?><games>{}</games>",
            with_moves(E4)
        ),
        format!(
            "<games xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:noNamespaceSchemaLocation=\"bgn.xsd\">{}</games>",
            with_moves(E4)
        ),
    ] {
        assert_eq!(right(&text, "bgnx", "bgnl"), expected, "{text}");
    }
    for text in ["", " \n", "<games/>", "<games></games>", "<?xml version=\"1.0\"?><games>\n<!-- none --></games>\n"] {
        assert_eq!(right(text, "bgnx", "bgnl"), "", "{text}");
    }
    // The parts of a game in any order, and dates the other way round.
    let text = "<game><moves/><bgn><dateRange><until>1992-12-31</until> <from>1992-01-01</from></dateRange>\
        <eventDate>1992-01-01</eventDate></bgn><pgn><tag name='date'>1992.??.??</tag></pgn></game>";
    let date =
        r#""pgn":{"date":"1992.??.??"},"bgn":{"eventDate":"1992-01-01","dateRange":["1992-01-01","1992-12-31"]}"#;
    assert!(right(text, "bgnx", "bgnl").contains(date));
    // Line ends in a text are those of XML.
    let text = "<game><pgn><tag name='event'>a\r\nb\rc&#13;d</tag></pgn><moves/></game>";
    assert!(right(text, "bgnx", "bgnl").contains(r#""event":"a\nb\nc\rd""#));
}

/// What is wrong, and where; the game after it is unharmed.
#[test]
fn faults_are_reported_in_their_place() {
    for (text, code, place) in [
        // The XML.
        ("<game><moves><none></moves></game>", "xml-syntax", "</moves></ga"),
        ("<game><moves><move></moves></game>", "xml-syntax", "</moves></ga"),
        ("<game><moves><move><f>e2</f><a><annotation></moves></game>", "xml-syntax", "</moves></ga"),
        ("<game><moves/><bgn><end><annotation><comment>x</bgn></game>", "xml-syntax", "</bgn></game"),
        ("<game><moves>", "xml-syntax", "<game><moves"),
        ("<game><moves/></games>", "xml-syntax", "</games><gam"),
        ("<game a=b></game>", "xml-syntax", "b></game><ga"),
        ("<game><moves/><!-- </game>", "xml-syntax", "<!-- </game>"),
        ("<game><!DOCTYPE a><moves/></game>", "xml-doctype", "<!DOCTYPE a>"),
        ("<!DOCTYPE games [<!ENTITY a \"b\">]><game><moves/></game>", "xml-doctype", "<!DOCTYPE ga"),
        ("<game><moves/><bgn><white><nick>&lol;</nick></white></bgn></game>", "xml-entity", "&lol;</nick>"),
        ("<game><moves/><bgn><white><nick>&#0;</nick></white></bgn></game>", "xml-character", "&#0;</nick><"),
        ("<game><moves/><bgn><white><nick>\u{1}</nick></white></bgn></game>", "xml-character", "\u{1}</nick></wh"),
        ("<game><moves/><bgn><white><nick>a & b</nick></white></bgn></game>", "xml-character", "& b</nick></"),
        ("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><game><moves/></game>", "xml-encoding", "ISO-8859-1\"?"),
        // Its elements.
        ("<game><moves/><new>1</new></game>", "xml-element", "<new>1</new>"),
        ("<game><moves/>text</game>", "xml-element", "text</game><"),
        ("<game x='1'><moves/></game>", "xml-element", "x='1'><moves"),
        ("<game xmlns='a'><moves/></game>", "xml-element", "xmlns='a'><m"),
        ("stray<game><moves/></game>", "xml-element", "stray<game><"),
        ("<chess/><game><moves/></game>", "xml-element", "<chess/><gam"),
        ("<game><moves/><pgn><tag>x</tag></pgn></game>", "xml-element", "<tag>x</tag>"),
        ("<game><moves/><bgn><white><nick>a<b/></nick></white></bgn></game>", "xml-element", "<b/></nick><"),
        ("<game><moves><none>x</none></moves></game>", "xml-element", "x</none></mo"),
        ("<game><moves/><other>1</other></game>", "xml-element", "<other>1</ot"),
        // JSON in it.
        ("<game><moves/><other name='a'>{1}</other></game>", "json-syntax", "1}</other></"),
        ("<game><moves/><other name='a'>1 2</other></game>", "json-syntax", " 2</other></"),
        ("<game><moves/><other name='a'></other></game>", "json-syntax", "</other></ga"),
        ("<game><moves/><bgn><tail json='true'>x</tail></bgn></game>", "json-syntax", "x</tail></bg"),
        ("<game><moves/><bgn><tail json='true'>1</tail></bgn></game>", "json-syntax", "</tail></bgn"),
        // What the reader of documents finds.
        ("<game><moves/><moves/></game>", "json-duplicate", "<moves/></ga"),
        (
            "<game><pgn><tag name='a'>1</tag><tag name='a'>2</tag></pgn><moves/></game>",
            "json-duplicate",
            "a'>2</tag></",
        ),
        ("<game><moves><move><f>e2</f><t>e4</t><ep>9</ep></move></moves></game>", "field-value", "9</ep></move"),
        ("<game><moves><move><f>e2</f><t>e4</t><p>N</p></move></moves></game>", "field-differs", "N</p></move>"),
        ("<game><moves><move><p>N</p><f>e2</f><t>e4</t></move></moves></game>", "field-differs", "N</p><f>e2</"),
        (
            "<game><moves><move><p>P</p><f>e2</f><t>e4</t><t>e5</t></move></moves></game>",
            "json-duplicate",
            "<t>e5</t></m",
        ),
        ("<game></game>", "field-missing", "<game></game"),
        ("<game/>", "field-missing", "<game/><game"),
    ] {
        let file = format!("{text}{}", with_moves(E4));
        let (lines, told) = converted(file.as_bytes(), "bgnx", "bgnl");
        let faults: Vec<_> = told.into_iter().filter(|fault| fault.0 != "move-illegal").collect();
        assert_eq!(faults, [(code, place.to_owned())], "{text}");
        assert_eq!(lines.lines().count(), 2, "{text}: {lines}");
        assert!(lines.ends_with("\"moves\":[{\"p\":\"P\",\"f\":\"e2\",\"t\":\"e4\"}]}\n"), "{text}: {lines}");
    }
    // Nothing follows.
    for (text, code, place) in [
        ("<game><moves>", "data-truncated", ""),
        ("<game><moves><move><f>e2", "data-truncated", ""),
        ("<game><mov", "data-truncated", ""),
        ("hello", "xml-element", "hello"),
        ("<!DOCTYPE a>", "xml-doctype", "<!DOCTYPE a>"),
    ] {
        assert_eq!(converted(text.as_bytes(), "bgnx", "bgnl").1, [(code, place.to_owned())], "{text}");
    }
}

#[test]
fn bytes_that_are_not_utf8_are_reported_in_their_place() {
    let game = b"<game><pgn><tag name='event'>\xe9</tag></pgn><moves/></game>";
    let (_, faults) = taken(game, "bgnx", "bgnl");
    assert_eq!((faults[0].0, faults[0].1), ("xml-encoding", 29));
}

/// Each known field with a value that it cannot have.
#[test]
fn wrong_types_are_errors_in_their_places() {
    let in_move = |field: &str| format!("<game><moves><move><f>e2</f><t>e4</t>{field}</move></moves></game>");
    let in_note = |field: &str| in_move(&format!("<a><annotation><id>pgn</id>{field}</annotation></a>"));
    let in_bgn = |field: &str| format!("<game><bgn>{field}</bgn><moves/></game>");
    for (text, value) in [
        (in_move("<c>one</c>"), "one"),
        (in_move("<c> 1</c>"), " 1"),
        (in_move("<c></c>"), "</c>"),
        (in_move("<et>1.</et>"), "1."),
        (in_move("<ep>yes</ep>"), "yes"),
        (in_move("<mate>1</mate>"), "1"),
        (in_move("<stalemate/>"), "</move>"),
        (in_move("<illegal>false</illegal>"), "false"),
        (in_move("<null>null</null>"), "null"),
        (in_move("<drop>TRUE</drop>"), "TRUE"),
        (in_move("<properties>[]</properties>"), "[]"),
        (in_move("<properties>{\"a\":1}</properties>"), "1"),
        (in_note("<before>1</before>"), "1"),
        (in_note("<date>yesterday</date>"), "yesterday"),
        (in_note("<q>much</q>"), "much"),
        (in_note("<altText>no line</altText>"), "no line"),
        (in_bgn("<eventDate>1992.01.01</eventDate>"), "1992.01.01"),
        (in_bgn("<dateRange><from>1992-01-01</from></dateRange>"), "<dateRange>"),
        (in_bgn("<white><rating>high</rating></white>"), "high"),
        (in_bgn("<version>two</version>"), "two"),
        (in_bgn("<termination>draw</termination>"), "draw"),
    ] {
        let (_, faults) = converted(text.as_bytes(), "bgnx", "bgnl");
        let (code, place) = faults.iter().find(|fault| fault.0 == "field-value").expect(&text);
        assert!(place.starts_with(&value[..value.len().min(12)]), "{text}: {code} at {place}");
    }
}

#[test]
fn lines_nest_deep_and_have_a_limit() {
    let deep = |depth: usize| {
        let (open, close) = (
            "<move><f>e2</f><t>e4</t><a><annotation><id>pgn</id><alt><moves>",
            "</moves></alt></annotation></a></move>",
        );
        format!(
            "<game><bgn><sources><source><id>pgn</id></source></sources></bgn><moves>{}{E4}{}</moves></game>",
            open.repeat(depth),
            close.repeat(depth)
        )
    };
    let lines = right(&deep(40), "bgnx", "bgnl");
    assert!(through_xml(&lines).contains("<altText>{\"moves\":"));
    let settings = Settings::default();
    for (depth, errors) in [(10_000, 0), (100_000, 1)] {
        let text = deep(depth) + &with_moves(E4);
        let mut games = AnyGames::of(find("bgnx").expect("it is listed"), text.as_bytes(), &settings);
        let mut record = Record::new();
        while games.next(&mut record, &mut ()) {}
        let tally = games.into_tally();
        let found: Vec<_> =
            tally.codes().filter(|(code, _)| !code.is_note()).map(|(code, count)| (code.id(), count.count)).collect();
        assert_eq!((tally.games, found.iter().map(|found| found.1).sum::<u64>()), (2, errors), "{depth}: {found:?}");
        assert!(found.iter().all(|found| found.0 == "limit-nesting"), "{found:?}");
    }
}

#[test]
fn huge_texts_are_texts_or_errors() {
    let long = "é&lt;".repeat(2 << 20);
    let text = format!(
        "<game><moves><move><f>e2</f><t>e4</t><a><annotation><id>pgn</id><comment>{long}</comment></annotation></a></move></moves></game>"
    );
    let (lines, faults) = converted(text.as_bytes(), "bgnx", "bgnl");
    assert_eq!(faults.iter().filter(|fault| fault.0 != "source-unknown").count(), 0);
    assert!(lines.len() > 3 * (2 << 20));
    // Unknown elements and comments without an end, as many as there can be.
    for part in ["<x>", "<!--", "<![CDATA[", "<?", "<!DOCTYPE ", "<game><!--", "<game", "&", "<move>", "<a a=''"] {
        let text = format!("<game><moves>{}", part.repeat((1 << 20) / part.len()));
        let (_, faults) = converted(text.as_bytes(), "bgnx", "bgnl");
        assert!(!faults.is_empty(), "{part}");
    }
}

/// Cut anywhere, a source gives the same games and faults as whole.
#[test]
fn cuts_change_nothing() {
    let format = find("bgnx").expect("it is listed");
    let worked = include_str!("../../../../vectors/bgn/worked.xml");
    let one = with_moves(E4);
    let text = format!(
        "<?xml version='1.0'?>\n<!-- {one} --><games>\n{worked}\n{one}{one} <!-- {one} -->{worked}<game><moves>{E4}\n{one}x{one}</games>\n"
    );
    let whole = converted(text.as_bytes(), "bgnx", "bgnl");
    assert_eq!(whole.0.lines().count(), 7);
    let bytes = text.as_bytes();
    for size in [1, 7, 64, 1000, 5000] {
        let (mut start, mut end, mut games, mut faults) = (0, 0, String::new(), 0);
        while start < bytes.len() {
            end = (end + size).min(bytes.len());
            let Some(length) = format.cut(&bytes[start..end], end == bytes.len(), &Limits::default()) else { continue };
            let found = converted(&bytes[start..start + length], "bgnx", "bgnl");
            games.push_str(&found.0);
            // A part that is read as a whole source lacks the end of its root.
            faults += found.1.iter().filter(|fault| fault.0 != "data-truncated").count();
            start += length;
        }
        assert_eq!((games.as_str(), faults), (whole.0.as_str(), whole.1.len()), "{size}");
    }
}

/// After any change to a game, nothing panics, the text ends, and a game after it is read.
#[test]
fn any_bytes_are_read() {
    let worked = include_str!("../../../../vectors/bgn/worked.xml").as_bytes();
    let mut seed = Seed(0x9e37_79b9_7f4a_7c15);
    const SIGNS: &[u8] = b"<>/&;\"'=![]-? \n\xff\0e1";
    let format = find("bgnx").expect("it is listed");
    let last = right(&with_moves(E4), "bgnx", "bgnl");
    for _ in 0..3000 {
        let mut text = seed.damaged(worked, SIGNS);
        text.extend(with_moves(E4).as_bytes());
        let (lines, told) = converted(&text, "bgnx", "bgnl");
        assert!(lines.ends_with(&last), "{}", text.escape_ascii());
        // The game is the same after XML if it is the same after JSON.
        if converted(lines.as_bytes(), "bgnl", "bgnl") == (lines.clone(), Vec::new()) {
            through_xml(&lines);
        }
        let known = text.len() * 2 / 3;
        if let Some(cut) = format.cut(&text[..known], false, &Limits::default()) {
            let (first, of_first) = converted(&text[..cut], "bgnx", "bgnl");
            let (second, of_second) = converted(&text[cut..], "bgnx", "bgnl");
            assert_eq!(
                (first + &second, of_first.len() + of_second.len()),
                (lines, told.len()),
                "{}",
                text.escape_ascii()
            );
        }
        for depth in [Depth::Frame, Depth::Tags, Depth::Moves] {
            let settings = Settings { depth, ..Settings::default() };
            let mut games = AnyGames::of(format, &text, &settings);
            while games.next(&mut Record::new(), &mut ()) {}
            assert!(games.tally().games > 0);
        }
    }
}
