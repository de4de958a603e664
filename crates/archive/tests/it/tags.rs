//! Tags come back unchanged, with any content; damaged bytes are errors or other tags.

use crate::seed::Seed;
use scoresheet_archive::tags::{Facts, TagSelection, TagStore, TagsModel};
use scoresheet_core::step::Termination;

type Tags = Vec<(String, String)>;

fn tags(all: &[(&str, &str)]) -> Tags {
    all.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
}

fn store(games: &[Tags]) -> TagStore {
    let mut store = TagStore::new();
    games.iter().for_each(|game| store.push_game(game.iter().map(|(name, value)| (&**name, &**value))));
    store
}

fn facts(count: usize) -> Vec<Facts> {
    let each = |game: usize| Facts {
        termination: Termination::ALL.get(game % 7).copied(),
        mated: [None, Some(true), Some(false)][game % 3],
        plies: (!game.is_multiple_of(5)).then_some(game as u32 * 3),
    };
    (0..count).map(each).collect()
}

fn read(store: &TagStore) -> Vec<Tags> {
    let game = |game| store.game(game).map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    (0..store.len()).map(game).collect()
}

fn model(store: &TagStore, facts: &[Facts]) -> (TagsModel, Vec<u8>) {
    let model = TagsModel::learn(store, facts);
    let mut header = Vec::new();
    model.write(&mut header);
    (model, header)
}

/// Writes games in blocks of several sizes, and reads them: all tags, and some.
fn round(games: &[Tags]) {
    let store = store(games);
    let facts = facts(games.len());
    let (writer, header) = model(&store, &facts);
    let reader = TagsModel::read(&header, 1 << 26).unwrap();
    let mut again = Vec::new();
    reader.write(&mut again);
    assert_eq!(again, header);
    for size in [1, 3, 256, 4096] {
        if games.len() / size > 200 {
            continue;
        }
        for first in (0..games.len()).step_by(size) {
            let range = first..games.len().min(first + size);
            let own = &facts[range.clone()];
            let block = writer.encode(&store, range.clone(), own);
            assert_eq!(reader.encode(&store, range.clone(), own), block, "a model that was read writes the same");
            let found = reader.decode((&block, usize::MAX), range.len(), own, TagSelection::All).unwrap();
            assert_eq!(read(&found), games[range.clone()]);
            let wanted = ["Black", "BlackElo", "UTCTime", "Date", "A", "ECO"];
            let found = reader.decode((&block, usize::MAX), range.len(), own, TagSelection::Names(&wanted)).unwrap();
            let kept =
                |game: &Tags| game.iter().filter(|(name, _)| wanted.contains(&&**name)).cloned().collect::<Tags>();
            assert_eq!(read(&found), games[range].iter().map(kept).collect::<Vec<_>>());
        }
    }
}

const VALUES: &[&str] = &[
    "",
    "?",
    "-",
    "0",
    "00",
    "1",
    "-1",
    "+1",
    "+0",
    "-0",
    "+01",
    "1500",
    "2700",
    "02700",
    "99999999999999999999",
    "9223372036854775807",
    "-9223372036854775808",
    "1.2.3",
    "1.10",
    "01.02",
    "1-0",
    "0-1",
    "1/2-1/2",
    "*",
    "2013.01.31",
    "2013.02.30",
    "2013.13.01",
    "0000.00.00",
    "9999.12.31",
    "????.??.??",
    "2013.??.??",
    "23:59:59",
    "24:00:00",
    "00:00:00",
    "1:2:3",
    "12:34:56.789",
    "https://lichess.org/abcdefgh",
    "https://lichess.org/AbCd1234",
    "https://lichess.org/abcdefgh/",
    "abcdefgh",
    "/",
    "https://www.chess.com/game/live/168081932902",
    "60+0",
    "180+2",
    "-+-",
    "40/7200:3600",
    "\0",
    "\u{1}\0\u{2}",
    "é",
    "棋",
    "A b\tc\n",
    "\"\\",
    "Carlsen, Magnus",
    "anon",
    "Rated Blitz game",
    "Normal",
    "Time forfeit",
    "C00",
    "Sicilian Defense",
    "GM",
    "1503014",
    "٣",
    "１２",
    "1١",
    "²",
];

const NAMES: &[&str] = &[
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "WhiteElo",
    "BlackElo",
    "WhiteRatingDiff",
    "BlackRatingDiff",
    "UTCDate",
    "UTCTime",
    "EndDate",
    "EndTime",
    "StartTime",
    "Time",
    "EventDate",
    "ECO",
    "Opening",
    "Variation",
    "TimeControl",
    "Termination",
    "WhiteTitle",
    "BlackTitle",
    "WhiteFideId",
    "BlackFideId",
    "WhiteTeam",
    "BlackTeam",
    "GameId",
    "Link",
    "PlyCount",
    "FEN",
    "SetUp",
    "A",
    "a",
    "",
    "é",
    "\0",
];

fn soup(random: &mut Seed, games: usize) -> Vec<Tags> {
    let count = 1 + random.below(NAMES.len());
    let mut all: Vec<Tags> = Vec::new();
    for _ in 0..games {
        let mut game: Tags = match all.last() {
            Some(last) if random.below(4) > 0 => last.clone(),
            _ => Vec::new(),
        };
        for _ in 0..random.below(8) {
            let tag = (random.pick(&NAMES[..count]).to_owned(), random.pick(VALUES).to_owned());
            match random.below(6) {
                0 => game.push(tag),
                1 if !game.is_empty() => game.truncate(random.below(game.len())),
                _ => match game.iter_mut().find(|(name, _)| *name == tag.0) {
                    Some(old) => old.1 = tag.1,
                    None => game.push(tag),
                },
            }
        }
        all.push(game);
    }
    all
}

/// Games of a server: what the models are made for.
fn usual(random: &mut Seed, games: usize) -> Vec<Tags> {
    let players = ["Anna", "Boris", "Chen", "Dora", "Émile", "Fritz"];
    let mut rating = [1500_i64; 6];
    let mut seconds = 0;
    let mut all = Vec::new();
    for _ in 0..games {
        let (white, black) = (random.below(6), random.below(6));
        let won = random.below(3) as i64 - 1;
        seconds += random.below(500);
        let id: String = (0..8).map(|_| char::from(b"abcXYZ0189"[random.below(10)])).collect();
        let (day, time) = (1 + seconds / 86_400, seconds % 86_400);
        let line = [
            ("Event", format!("Rated {} game", random.pick(&["Blitz", "Bullet"]))),
            ("Site", format!("https://lichess.org/{id}")),
            ("Date", format!("2020.02.{day:02}")),
            ("Round", format!("1.{}", all.len())),
            ("White", players[white].to_owned()),
            ("Black", players[black].to_owned()),
            ("Result", ["0-1", "1/2-1/2", "1-0"][(won + 1) as usize].to_owned()),
            ("UTCDate", format!("2020.02.{day:02}")),
            ("UTCTime", format!("{:02}:{:02}:{:02}", time / 3600, time / 60 % 60, time % 60)),
            ("WhiteElo", rating[white].to_string()),
            ("BlackElo", rating[black].to_string()),
            ("WhiteRatingDiff", format!("{:+}", won * 9)),
            ("BlackRatingDiff", format!("{:+}", won * -9)),
            ("TimeControl", random.pick(&["60+0", "180+2"]).to_owned()),
            ("GameId", id),
            ("Termination", format!("{} won\u{3}\u{5} on time{}", players[white], players[black])),
        ];
        rating[white] += won * 9;
        rating[black] -= won * 9;
        all.push(line.into_iter().map(|(name, value)| (name.to_owned(), value)).collect());
    }
    all
}

#[test]
fn odd_tags_come_back() {
    round(&[]);
    round(&[tags(&[])]);
    round(&[tags(&[("", "")]), tags(&[]), tags(&[("A", "1"), ("A", "2"), ("A", "1"), ("B", "")])]);
    round(&[tags(&[("White", "x"), ("White", "y"), ("Black", "x"), ("WhiteElo", "1"), ("WhiteElo", "2")])]);
    round(&[tags(&[("Long", &"chess ".repeat(100_000)), ("\0\u{1}", "\0")])]);
    let names: Vec<String> = (0..2000).map(|name| format!("Name{name}")).collect();
    let many = tags(&names.iter().map(|name| (&**name, "v")).collect::<Vec<_>>());
    round(&[many.clone(), many.clone(), many]);
    for &name in NAMES {
        let games: Vec<Tags> = VALUES.iter().chain(VALUES).map(|value| tags(&[(name, value)])).collect();
        round(&games);
    }
}

#[test]
fn random_tags_come_back() {
    for seed in 1..60 {
        let mut random = Seed(seed * 0x9E37_79B9_7F4A_7C15);
        let games = random.below(40) + if seed % 10 == 0 { 700 } else { 0 };
        round(&soup(&mut random, games));
    }
    round(&usual(&mut Seed(7), 900));
}

/// Reads what should not be readable, which takes neither long nor much memory.
fn survive(header: &[u8], block: &[u8], games: usize) {
    if let Ok(model) = TagsModel::read(header, 1 << 20) {
        for wanted in [TagSelection::All, TagSelection::Names(&["BlackElo"])] {
            if let Ok(store) = model.decode((block, 1 << 20), games, &facts(games), wanted) {
                assert!(store.len() == games && store.size() < 8 << 20);
            }
        }
    }
}

#[test]
fn damaged_bytes_are_survived() {
    let mut random = Seed(99);
    for games in [usual(&mut random, 12), soup(&mut random, 12), soup(&mut random, 5)] {
        let store = store(&games);
        let facts = facts(games.len());
        let (writer, header) = model(&store, &facts);
        let block = writer.encode(&store, 0..games.len(), &facts);
        for place in 0..header.len() {
            survive(&header[..place], &block, games.len());
            for flip in [1, 0x80, 0xFF, 1 << (place % 8)] {
                let mut changed = header.clone();
                changed[place] ^= flip;
                survive(&changed, &block, games.len());
            }
        }
        for place in 0..block.len() {
            survive(&header, &block[..place], games.len());
            for flip in [1, 0x80, 0xFF, 1 << (place % 8)] {
                let mut changed = block.clone();
                changed[place] ^= flip;
                survive(&header, &changed, games.len());
            }
        }
        survive(&header, &block, 1 << 22);
        survive(&header, &[], 1 << 22);
    }
}

#[test]
fn random_bytes_are_survived() {
    let mut random = Seed(5);
    let games = usual(&mut random, 50);
    let store = store(&games);
    let (_, header) = model(&store, &facts(50));
    for _ in 0..2000 {
        let bytes: Vec<u8> = (0..random.below(300)).map(|_| random.below(256) as u8 >> random.below(8)).collect();
        survive(&header, &bytes, 50);
        survive(&bytes, &bytes, 50);
    }
}
