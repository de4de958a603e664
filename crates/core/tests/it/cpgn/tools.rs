//! Games to bits and back, and bits put together by hand.

use scoresheet_core::game::cpgn::{Layout, rows};
use scoresheet_core::game::{
    self, AnyGames, Block, FormatOptions, GameFormat, NamedOptions, ReadOptions, WriteOptions,
};
use scoresheet_core::limits::Limits;
use scoresheet_core::read::{KeepFaults, Record, Settings};
use scoresheet_core::step::{Sink, Step};
use scoresheet_core::write::Filter;

pub(crate) const LAYOUTS: [Layout; 2] = Layout::ALL;

pub(crate) fn format(id: &str) -> &'static dyn GameFormat {
    game::find(id).expect("it is listed")
}

/// Bytes from digits and texts, blanks left out: `01` are bits, `'…'` is a text with its zero byte, `<…>` one after its
/// length in 32 bits, and `|` fills the last byte.
pub(crate) fn bits(parts: &str) -> Vec<u8> {
    let mut digits = String::new();
    let push = |digits: &mut String, bytes: &[u8]| digits.extend(bytes.iter().map(|byte| format!("{byte:08b}")));
    let mut rest = parts;
    while let Some(sign) = rest.chars().next() {
        rest = &rest[sign.len_utf8()..];
        match sign {
            '0' | '1' => digits.push(sign),
            '|' => digits.extend(std::iter::repeat_n('0', (8 - digits.len() % 8) % 8)),
            '\'' | '<' => {
                let (text, behind) = rest.split_once(if sign == '<' { '>' } else { '\'' }).expect("its end");
                if sign == '<' {
                    push(&mut digits, &(text.len() as u32).to_be_bytes());
                    push(&mut digits, text.as_bytes());
                } else {
                    push(&mut digits, &[text.as_bytes(), &[0]].concat());
                }
                rest = behind;
            }
            _ => assert!(sign.is_whitespace(), "{sign} in {parts}"),
        }
    }
    let eights = digits.as_bytes().chunks(8);
    eights.map(|eight| (0..8).fold(0, |byte, at| byte << 1 | u8::from(eight.get(at) == Some(&b'1')))).collect()
}

/// What came of games in another format.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Converted {
    pub(crate) bytes: Vec<u8>,
    /// The codes of faults, with the bit of the first.
    pub(crate) faults: Vec<(&'static str, Option<u64>)>,
    /// What was lost, and how often.
    pub(crate) losses: Vec<(&'static str, u64)>,
    pub(crate) games: usize,
}

impl Converted {
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes).expect("text")
    }

    /// The text, if nothing was wrong and nothing was lost.
    #[track_caller]
    pub(crate) fn sound(&self) -> &str {
        assert_eq!((&self.faults, &self.losses), (&vec![], &vec![]), "{self:?}");
        self.text()
    }
}

/// A way from one format to another.
pub(crate) struct Way {
    pub(crate) from: &'static str,
    pub(crate) to: &'static str,
    pub(crate) reading: FormatOptions,
    pub(crate) writing: WriteOptions,
    pub(crate) settings: Settings,
}

impl Way {
    /// A way that keeps spelling in PGN as well as in cpgn, with the layout of the cpgn at one end.
    pub(crate) fn new(from: &'static str, to: &'static str, layout: &str) -> Way {
        let chosen = [("layout".to_owned(), layout.to_owned())];
        let (reading, own) = (
            format(from).read_options(&chosen),
            format(to).write_options(&NamedOptions { own: &chosen, ..NamedOptions::default() }),
        );
        let writing = WriteOptions { keep_spelling: true, own, ..WriteOptions::default() };
        Way { from, to, reading, writing, settings: Settings { keep_faults: KeepFaults::All, ..Settings::default() } }
    }

    pub(crate) fn convert(&self, bytes: &[u8]) -> Converted {
        self.convert_blocks(&[Block::whole(bytes)])
    }

    /// Converts the games of some blocks, each read by itself.
    pub(crate) fn convert_blocks(&self, blocks: &[Block<'_>]) -> Converted {
        let to = format(self.to);
        let mut filter = Filter::new(to.writer(&self.writing), self.writing.keep_spelling);
        let mut converted = Converted::default();
        let mut record = Record::new();
        let mut closing = None;
        for block in blocks {
            let reading = ReadOptions { limits: &self.settings.limits, own: &self.reading };
            let mut games = AnyGames::of_block(format(self.from), *block, &reading, &self.settings);
            while games.next(&mut record, &mut filter) {
                converted.games += 1;
                closing = filter.is_written().then(|| filter.closing()).or(closing);
            }
            let tally = games.into_tally();
            converted.faults.extend(
                tally.codes().map(|(code, count)| (code.id(), count.first.as_ref().and_then(|fault| fault.at.bit))),
            );
        }
        converted.losses = filter.losses().iter().map(|loss| (loss.kind.spec().id, loss.count)).collect();
        converted.bytes = to.header(&self.writing);
        converted.bytes.append(filter.bytes());
        if let Some(closing) = closing.filter(|_| self.to == "cpgn") {
            closing.close(&mut converted.bytes);
        }
        converted
    }
}

/// Games of PGN in this layout, their spelling kept.
pub(crate) fn written(pgn: &str, layout: Layout) -> Converted {
    Way::new("pgn", "cpgn", layout.id()).convert(pgn.as_bytes())
}

/// The same without what only extensions can express, or without their spelling.
pub(crate) fn written_so(pgn: &str, layout: Layout, spelling: &str, extensions: &str) -> Converted {
    let mut way = Way::new("pgn", "cpgn", layout.id());
    let given = [("layout", layout.id()), ("spelling", spelling), ("extensions", extensions)];
    way.writing.own = {
        let own = given.map(|(name, value)| (name.to_owned(), value.to_owned()));
        format("cpgn").write_options(&NamedOptions { own: &own, ..NamedOptions::default() })
    };
    way.convert(pgn.as_bytes())
}

/// A file as PGN. `layout` may be `auto`.
pub(crate) fn read(file: &[u8], layout: &str) -> Converted {
    Way::new("cpgn", "pgn", layout).convert(file)
}

/// The same, each note being an error.
pub(crate) fn read_strictly(file: &[u8], layout: Layout) -> (usize, u64) {
    let mut way = Way::new("cpgn", "pgn", layout.id());
    way.settings.strict = true;
    let reading = ReadOptions { limits: &way.settings.limits, own: &way.reading };
    let mut games = AnyGames::of_block(format("cpgn"), Block::whole(file), &reading, &way.settings);
    let mut record = Record::new();
    let mut count = 0;
    while games.next(&mut record, &mut ()) {
        count += 1;
    }
    (count, games.into_tally().faulty)
}

/// The rows of the file that this PGN becomes: bits, and what they mean.
pub(crate) fn told(pgn: &str, layout: Layout) -> Vec<(String, String)> {
    let written = written(pgn, layout);
    let rows = rows(&written.bytes, layout).expect("it can be read");
    rows.into_iter().map(|row| (row.bits, row.says)).collect()
}

/// The bits of the first row of the file with this meaning.
#[track_caller]
pub(crate) fn code(pgn: &str, layout: Layout, says: &str) -> String {
    let rows = told(pgn, layout);
    let row = rows.iter().find(|row| row.1.starts_with(says));
    row.unwrap_or_else(|| panic!("no `{says}` in {rows:?}")).0.clone()
}

/// Checks what a game's codes are in both layouts.
#[track_caller]
pub(crate) fn same_code(pgn: &str, says: &str, bits: &str) {
    for layout in LAYOUTS {
        assert_eq!(code(pgn, layout, says), bits.replace(' ', ""), "{layout:?}");
    }
}

/// The tags of a text of PGN, and after them its other words without the numbers of moves.
pub(crate) fn tokens(pgn: &str) -> Vec<String> {
    let (mut tags, mut words) = (Vec::new(), Vec::new());
    for line in pgn.lines() {
        if line.starts_with('[') {
            tags.push(line.to_owned());
            continue;
        }
        let spaced = line.replace('(', " ( ").replace(')', " ) ");
        let is_number =
            |word: &str| word.ends_with('.') && word.trim_end_matches('.').bytes().all(|byte| byte.is_ascii_digit());
        words.extend(spaced.split_whitespace().filter(|word| !is_number(word)).map(str::to_owned));
    }
    tags.append(&mut words);
    tags
}

/// Checks that PGN comes back with the same tokens from both layouts, whether or not they are named.
#[track_caller]
pub(crate) fn survives(pgn: &str) {
    for layout in LAYOUTS {
        let file = written(pgn, layout);
        assert_eq!(file.losses, [], "{pgn}");
        for name in [layout.id(), "auto"] {
            let back = read(&file.bytes, name);
            assert_eq!(tokens(back.text()), tokens(pgn), "{layout:?} {name}");
            assert!(back.faults.iter().all(|(code, _)| !code.starts_with("cpgn-")), "{:?}", back.faults);
        }
        // What is read is written like this again.
        let again = Way { from: "cpgn", ..Way::new("pgn", "cpgn", layout.id()) }.convert(&file.bytes);
        assert_eq!(again.bytes, file.bytes, "{layout:?}: {pgn}");
    }
}

/// A game from a position.
pub(crate) fn from(fen: &str, moves: &str) -> String {
    format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves}\n\n")
}

/// A file of v0 whose only game has no tags, no flags, and these codes.
pub(crate) fn v0(codes: &str) -> Vec<u8> {
    bits(&format!("00000000 '' 0000 {codes}"))
}

/// The faults that are errors of a file of v0, with their bits.
#[track_caller]
pub(crate) fn faults_of(file: &[u8], layout: Layout) -> Vec<(&'static str, Option<u64>)> {
    read(file, layout.id()).faults
}

/// Notes each step in words, moves by their squares.
#[derive(Default)]
pub(crate) struct Steps(pub(crate) Vec<String>);

impl Sink for Steps {
    fn take(&mut self, step: Step<'_>) {
        self.0.push(match step {
            Step::Head(head) => format!("{:?} {:?}", head.tags, head.start),
            Step::Move { named, .. } => format!("{:?}", named.mv),
            Step::Nag { value, spelled } => format!("{value:?} {spelled}"),
            Step::Comment { text, form } => format!("{form:?} {text}"),
            Step::Escape(text) => format!("%{text}"),
            Step::Unplayed(word) => format!("unplayed {word}"),
            Step::Skipped(word) => format!("skipped {word}"),
            Step::Open => "(".to_owned(),
            Step::Close => ")".to_owned(),
            Step::Termination(marker) => marker.as_str().to_owned(),
            Step::End(_) => "end".to_owned(),
            Step::Place(_)
            | Step::Played(_)
            | Step::Annotation(_)
            | Step::Field(_)
            | Step::Inner(_)
            | Step::Verbatim(..) => return,
        });
    }
}

/// The steps of the games of a source, by the options of reading.
pub(crate) fn steps(id: &str, bytes: &[u8], layout: &str) -> Vec<String> {
    let limits = Limits::default();
    let own = format(id).read_options(&[("layout".to_owned(), layout.to_owned())]);
    let reading = ReadOptions { limits: &limits, own: &own };
    let settings = Settings::default();
    let mut games = AnyGames::of_block(format(id), Block::whole(bytes), &reading, &settings);
    let (mut record, mut steps) = (Record::new(), Steps::default());
    while games.next(&mut record, &mut steps) {}
    steps.0
}

/// The files of the golden rows, and their layouts.
pub(crate) fn vectors() -> Vec<(Layout, Vec<u8>)> {
    let text = include_str!("../../../../../vectors/cpgn/vectors.jsonl");
    // Neither of the two values has escapes.
    let value = |line: &str, name: &str| {
        let (_, behind) = line.split_once(&format!("\"{name}\": \""))?;
        behind.split_once('"').map(|(value, _)| value.to_owned())
    };
    let files = text.lines().filter_map(|line| {
        let hex = value(line, "bytes_hex")?;
        let layout = Layout::find(&value(line, "protocol")?)?;
        let digit = |byte: u8| (byte as char).to_digit(16).expect("a digit") as u8;
        Some((layout, hex.as_bytes().chunks(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()))
    });
    files.collect()
}
