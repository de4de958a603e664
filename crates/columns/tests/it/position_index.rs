//! The index of positions: sums equal to a plain computation with any memory and threads, and damage is refused.

use crate::hand;
use crate::hand::{Dice, game_960, game_from, random_game, tagged};
use crate::temporary::{Created, on_disk};
use scoresheet_columns::file::{Kind, PositionedFile, Table, WriteOptions, Written};
use scoresheet_columns::index::{
    Bounds, IndexOptions, MoveTotals, NamedBy, PositionIndex, SearchBounds, Speed, Stamp, Total, add, build, only_row,
    search, totals,
};
use scoresheet_columns::schema::RunCounts;
use scoresheet_columns::sort::SortOptions;
use scoresheet_columns::{Batcher, Error, column};
use scoresheet_core::location::Base;
use scoresheet_core::read::{Depth, Record};
use scoresheet_core::rules::zobrist::Key;
use scoresheet_core::rules::{Color, PackedMove, Position};
use scoresheet_parallel::Cancel;
use std::collections::{BTreeMap, HashMap, HashSet};

const RESULTS: [&str; 5] = ["1-0", "0-1", "1/2-1/2", "*", "White wins"];
const ELOS: [&str; 6] = ["1500", "1799", "1800", "2400", "?", "2000"];
const DATES: [&str; 4] = ["2012.12.31", "2013.01.01", "2013.06.??", "????.??.??"];
const TIMES: [&str; 4] = ["60+0", "180+2", "900+10", "-"];

/// A game, and what the tests know about it.
struct Known {
    record: Record<'static>,
    result: &'static str,
    elos: [&'static str; 2],
    date: &'static str,
    time: &'static str,
}

fn known(record: Record<'static>, dice: &mut Dice, number: u64) -> Known {
    let mut one_of = |of: &[&'static str]| of[dice.roll(of.len() as u64) as usize];
    let (result, date, time) = (one_of(&RESULTS), one_of(&DATES), one_of(&TIMES));
    let elos = [one_of(&ELOS), one_of(&ELOS)];
    let tags =
        [("Result", result), ("Date", date), ("TimeControl", time), ("WhiteElo", elos[0]), ("BlackElo", elos[1])];
    let mut record = tagged(record, &tags);
    record.number = number;
    Known { record, result, elos, date, time }
}

/// Games that share many positions, also ones from other starts.
fn games(count: u64) -> Vec<Known> {
    const ENDING: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    const FREE: &str = "1rk1r3/pppppppp/8/8/8/8/PPPPPPPP/1RK1R3 w EBeb - 0 1";
    let mut dice = Dice(5);
    let mut all: Vec<Known> = Vec::new();
    for number in 1..=count {
        let record = match number % 20 {
            0 => tagged(game_from(ENDING, "e2e4 e8e7 e4e5"), &[("FEN", ENDING)]),
            10 => tagged(game_960(FREE, "c1c1 c8g8"), &[("FEN", FREE), ("Variant", "chess 960")]),
            // A knight's journey: the start occurs three times.
            15 => hand::game("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 e2e4"),
            _ => {
                let plies = dice.roll(12);
                random_game(&mut dice, plies)
            }
        };
        all.push(known(record, &mut dice, number));
    }
    all
}

fn parquet(games: &[Known], columns: &[&str]) -> Vec<u8> {
    let columns = column::resolve(columns).unwrap();
    let options = WriteOptions {
        kind: Kind::Parquet,
        threads: 1,
        depth: Depth::Positions,
        sort: None,
        cancel: Cancel::default(),
        written: Written::default(),
    };
    let mut table = Table::create(Vec::new(), &columns, options).unwrap();
    let mut batcher = Batcher::new(table.wanted());
    games.iter().for_each(|game| batcher.append(&game.record));
    table.push(batcher.finish(&Base::default(), "games.pgn"), 0).unwrap();
    table.finish(&RunCounts::default()).unwrap()
}

fn index(games: &[u8], options: &IndexOptions) -> Vec<u8> {
    build(on_disk(games), Vec::new(), options).unwrap().0
}

/// For each position, the moves with their totals, by the games in which it occurs first.
type Expected = HashMap<u64, Vec<(usize, u16, Option<PackedMove>, Color)>>;

fn expected(games: &[Known]) -> Expected {
    let mut expected: Expected = HashMap::new();
    for (row, game) in games.iter().enumerate() {
        let mut seen = HashSet::new();
        let mut position = game.record.start.clone();
        for ply in 0..=game.record.plies.len() {
            let packed = game.record.plies.get(ply).map(|ply| ply.packed());
            let key = Key::of(&position).polyglot();
            if seen.insert(key) {
                expected.entry(key).or_default().push((row, ply as u16, packed, position.turn()));
            }
            if let Some(mv) = packed.and_then(|packed| packed.unpack(&position)) {
                position.play_unchecked(mv);
            }
        }
    }
    expected
}

fn elo(text: &str) -> Option<u64> {
    text.parse().ok()
}

/// The totals of these games by a plain computation.
fn plain(games: &[Known], met: &[(usize, u16, Option<PackedMove>, Color)], bounds: &Bounds) -> Vec<(u16, [u64; 8])> {
    let mut sums: BTreeMap<u16, [u64; 8]> = BTreeMap::new();
    for &(row, _, packed, turn) in met {
        let Some(packed) = packed else { continue };
        let game = &games[row];
        let (white, black) = (elo(game.elos[0]), elo(game.elos[1]));
        let both = white.zip(black);
        let year: Option<i16> = game.date[..4].parse().ok();
        let wanted = bounds.since.is_none_or(|since| year.is_some_and(|year| year >= since))
            && bounds.until.is_none_or(|until| year.is_some_and(|year| year < until))
            && bounds.min_elo.is_none_or(|least| both.is_some_and(|(a, b)| a.min(b) as i64 >= least))
            && bounds.max_elo.is_none_or(|most| both.is_some_and(|(a, b)| a.max(b) as i64 <= most))
            && bounds.speed.is_none_or(|speed| game.time == ["60+0", "180+2", "900+10", ""][speed as usize]);
        if !wanted {
            continue;
        }
        let place = match game.result {
            "1-0" | "White wins" => 0,
            "1/2-1/2" => 1,
            "0-1" => 2,
            _ => 3,
        };
        let mover_wins = if turn == Color::White { 0 } else { 2 };
        let half_points = if place == 1 { 1 } else { 2 * u64::from(place == mover_wins) };
        let sum = sums.entry(packed.0).or_default();
        sum[place] += 1;
        match both.filter(|_| place < 3) {
            Some((white, black)) => {
                let (mover, other) = if turn == Color::White { (white, black) } else { (black, white) };
                sum[6] += mover;
                sum[7] += other;
            }
            None => {
                sum[4] += 1;
                sum[5] += half_points;
            }
        }
    }
    sums.into_iter().collect()
}

fn numbers(total: &Total) -> [u64; 8] {
    let [white, draws, black, other] = total.results;
    [white, draws, black, other, total.unrated[0], total.unrated[1], total.elos[0], total.elos[1]]
}

#[test]
fn sums_equal_a_plain_computation() {
    let games = games(800);
    let all = [
        Bounds::default(),
        Bounds { since: Some(2013), ..Bounds::default() },
        Bounds { until: Some(2013), speed: Some(Speed::Bullet), ..Bounds::default() },
        Bounds { min_elo: Some(1800), ..Bounds::default() },
        Bounds { max_elo: Some(1799), speed: Some(Speed::Rapid), ..Bounds::default() },
    ];
    let expected = expected(&games);
    for family in ["packed", "moves"] {
        let index = index(&parquet(&games, &["tags", family]), &IndexOptions::default());
        let index = PositionIndex::open(on_disk(&index)).unwrap();
        let (mut several, mut single) = (0, 0);
        for (key, met) in &expected {
            let rows = index.rows(*key).unwrap();
            if let [(row, _, packed, _)] = met.as_slice() {
                single += 1;
                assert_eq!(only_row(&rows), Some(*row as u32));
                let column = rows.column_by_name("move").unwrap();
                let found = arrow_array::cast::AsArray::as_primitive::<arrow_array::types::UInt16Type>(column);
                assert_eq!(found.iter().next().unwrap(), packed.map(|packed| packed.0));
                continue;
            }
            several += 1;
            for bounds in &all {
                let found: Vec<_> = totals(&rows, bounds).iter().map(|(mv, total)| (mv.0, numbers(total))).collect();
                assert_eq!(found, plain(&games, met, bounds), "{bounds:?}");
            }
        }
        assert!(several > 100 && single > 100, "{several} {single}");
        assert_eq!(index.rows(12345).unwrap().num_rows(), 0);
    }
}

#[test]
fn the_last_game_and_the_strongest_one() {
    let mut dice = Dice(1);
    let with = |number: u64, date: &'static str, elos: [&'static str; 2], dice: &mut Dice| {
        let mut known = known(hand::game("e2e4"), dice, number);
        known.record = tagged(hand::game("e2e4"), &[("Date", date), ("WhiteElo", elos[0]), ("BlackElo", elos[1])]);
        known.record.number = number;
        known
    };
    let games = [
        with(1, "2013.01.02", ["1500", "1500"], &mut dice),
        with(2, "2013.01.01", ["2400", "?"], &mut dice),
        with(3, "2013.01.02", ["1400", "1650"], &mut dice),
        with(4, "????.??.??", ["1650", "1400"], &mut dice),
    ];
    let index = index(&parquet(&games, &["tags", "packed"]), &IndexOptions::default());
    let rows = PositionIndex::open(on_disk(&index)).unwrap().rows(Key::of(&games[0].record.start).polyglot()).unwrap();
    let [(_, total)] = totals(&rows, &Bounds::default()).try_into().unwrap();
    assert_eq!((total.last_game, total.best_game), (3, Some(4)));
}

#[test]
fn memory_and_threads_change_nothing() {
    let games = parquet(&games(3000), &["tags", "packed"]);
    let expected = index(&games, &IndexOptions::default());
    for (threads, memory) in [(1, 1), (2, 1 << 30), (3, 1), (2, 200_000)] {
        let created = Created::default();
        let sort = SortOptions { memory, files: Some(created.files()) };
        let options = IndexOptions { threads, sort, ..IndexOptions::default() };
        assert!(index(&games, &options) == expected, "{threads} threads, {memory} bytes");
        assert_eq!(created.count() > 0, memory < 1 << 30, "{threads} threads, {memory} bytes");
    }
}

#[test]
fn positions_of_one_game_end_at_the_requested_ply() {
    let games = games(50);
    let index = index(&parquet(&games, &["tags", "packed"]), &IndexOptions { plies: 3, ..IndexOptions::default() });
    let index = PositionIndex::open(on_disk(&index)).unwrap();
    assert_eq!(index.plies(), 3);
    for (key, met) in expected(&games) {
        let rows = index.rows(key).unwrap().num_rows();
        assert_eq!(rows == 0, met.len() == 1 && met[0].1 > 3);
    }
}

#[test]
fn an_index_belongs_to_one_version_of_its_games() {
    let (old, new) = (parquet(&games(50), &["tags", "packed"]), parquet(&games(51), &["tags", "packed"]));
    let index = PositionIndex::open(on_disk(&index(&old, &IndexOptions::default()))).unwrap();
    assert!(index.is_of(Stamp::of(&mut on_disk(&old)).unwrap()));
    assert!(!index.is_of(Stamp::of(&mut on_disk(&new)).unwrap()));
    assert!(Stamp::of(&mut on_disk(b"PAR1")).is_err());
}

#[test]
fn games_without_moves_are_refused() {
    let games = parquet(&games(5), &["tags"]);
    let error = build(on_disk(&games), Vec::new(), &IndexOptions::default()).unwrap_err();
    assert!(matches!(error, Error::Missing(_)), "{error}");
    let cancel = Cancel::default();
    cancel.cancel();
    let options = IndexOptions { cancel, ..IndexOptions::default() };
    assert!(build(on_disk(&parquet(&self::games(5), &["tags", "packed"])), Vec::new(), &options).is_err());
}

/// The totals as [`plain`] computes them.
fn sums(totals: &MoveTotals) -> Vec<(u16, [u64; 8])> {
    let mut sums: Vec<_> = totals.iter().map(|(mv, total)| (mv.0, numbers(total))).collect();
    sums.sort_unstable();
    sums
}

/// The index of the first games, to which the others are added, up to each of these numbers.
fn grown(games: &[Known], sizes: &[usize], options: &IndexOptions) -> Vec<u8> {
    let part = |size: usize| parquet(&games[..size], &["tags", "packed"]);
    sizes[1..].iter().fold(index(&part(sizes[0]), options), |earlier, size| {
        let earlier = PositionIndex::open(on_disk(&earlier)).unwrap();
        earlier.verify().unwrap();
        let (bytes, summary) = add(on_disk(&part(*size)), &earlier, Vec::new(), options).unwrap().unwrap();
        assert_eq!(summary.games, *size as u64);
        bytes
    })
}

#[test]
fn sums_of_added_games_equal_a_plain_computation() {
    let games = games(800);
    let whole = parquet(&games, &["tags", "packed"]);
    let all = [
        Bounds::default(),
        Bounds { since: Some(2013), until: Some(2014), ..Bounds::default() },
        Bounds { min_elo: Some(1800), speed: Some(Speed::Blitz), ..Bounds::default() },
        Bounds { max_elo: Some(1799), ..Bounds::default() },
    ];
    for sizes in [&[0, 800][..], &[799, 800], &[300, 301, 301, 800]] {
        let index = grown(&games, sizes, &IndexOptions::default());
        let index = PositionIndex::open(on_disk(&index)).unwrap();
        assert!(index.is_of(Stamp::of(&mut on_disk(&whole)).unwrap()));
        for (key, met) in &expected(&games) {
            for bounds in &all {
                let open = || Ok(PositionedFile::new(on_disk(&whole))?);
                let (moves, row) = index.moves(*key, bounds, open).unwrap();
                match met.as_slice() {
                    [(only, ..)] => assert_eq!((moves, row), (Vec::new(), Some(*only as u32))),
                    met => assert_eq!((sums(&moves), row), (plain(&games, met, bounds), None), "{sizes:?} {bounds:?}"),
                }
            }
        }
    }
}

#[test]
fn memory_and_threads_change_nothing_in_an_addition() {
    let games = games(800);
    let expected = grown(&games, &[400, 800], &IndexOptions::default());
    for (threads, memory) in [(2, 1), (3, 1 << 30)] {
        let sort = SortOptions { memory, files: Some(Created::default().files()) };
        let options = IndexOptions { threads, sort, ..IndexOptions::default() };
        assert!(grown(&games, &[400, 800], &options) == expected, "{threads} threads, {memory} bytes");
    }
}

#[test]
fn nothing_is_added_after_other_games() {
    let games = games(60);
    let file = |games: &[Known]| parquet(games, &["tags", "packed"]);
    let options = IndexOptions::default();
    let adds = |earlier: &[u8], file: &[u8]| {
        let earlier = PositionIndex::open(on_disk(earlier)).unwrap();
        add(on_disk(file), &earlier, Vec::new(), &options).unwrap().is_some()
    };
    let earlier = index(&file(&games[..40]), &options);
    assert!(adds(&earlier, &file(&games)));
    assert!(adds(&earlier, &file(&games[..40])));
    assert!(adds(&earlier, &parquet(&games, &["tags", "moves"])), "the same moves in other columns");
    assert!(!adds(&earlier, &file(&games[..39])), "fewer games");
    assert!(!adds(&earlier, &file(&games[1..])), "other games first");
    let short = index(&file(&games[..40]), &IndexOptions { plies: 3, ..IndexOptions::default() });
    assert!(!adds(&short, &file(&games)), "positions are missing");
    // Additions in the order of the hashes by chance cost nothing and do not count.
    let (mut often, mut additions) = (index(&file(&games[..20]), &options), 0);
    loop {
        let earlier = PositionIndex::open(on_disk(&often)).unwrap();
        let added = add(on_disk(&file(&games[..21 + additions])), &earlier, Vec::new(), &options).unwrap();
        let Some((more, _)) = added else { break };
        (often, additions) = (more, additions + 1);
    }
    assert!((15..30).contains(&additions), "{additions} additions");
}

/// One change in one of the first games.
#[test]
fn nothing_is_added_after_a_game_that_changed() {
    let known = games(60);
    let earlier = index(&parquet(&known[..40], &["tags", "packed"]), &IndexOptions::default());
    let earlier = PositionIndex::open(on_disk(&earlier)).unwrap();
    let changes: [fn(&mut Known); 3] = [
        |game| game.record = tagged(game.record.clone(), &[("Date", "1999.01.01")]),
        |game| game.record = tagged(game.record.clone(), &[("WhiteElo", "2222"), ("BlackElo", "2222")]),
        |game| game.record = hand::game("a2a3 a7a6 a3a4 a6a5"),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let mut others = games(60);
        change(&mut others[17]);
        let others = parquet(&others, &["tags", "packed"]);
        let added = add(on_disk(&others), &earlier, Vec::new(), &IndexOptions::default()).unwrap();
        assert!(added.is_none(), "change {number}");
    }
}

/// Every position of the games.
fn positions(games: &[Known]) -> HashMap<u64, Position> {
    let mut positions = HashMap::new();
    for game in games {
        let mut position = game.record.start.clone();
        for ply in &game.record.plies {
            positions.entry(Key::of(&position).polyglot()).or_insert_with(|| position.clone());
            if let Some(mv) = ply.packed().unpack(&position) {
                position.play_unchecked(mv);
            }
        }
    }
    positions
}

#[test]
fn a_search_equals_a_plain_computation() {
    let games = games(400);
    let file = parquet(&games, &["tags", "packed"]);
    let cancel = Cancel::default();
    let found = |position: &Position, bounds: &SearchBounds, threads| {
        let file = PositionedFile::new(on_disk(&file)).unwrap();
        search(file, position, bounds, (threads, &cancel)).unwrap().unwrap()
    };
    // Days of the two bounds below, counted from 1970.
    let [of_2013, of_2014] = [15_706, 16_071];
    let bounds = [
        (Bounds::default(), SearchBounds::default()),
        (
            Bounds { since: Some(2013), until: Some(2014), ..Bounds::default() },
            SearchBounds { since: Some(of_2013), until: Some(of_2014), ..SearchBounds::default() },
        ),
        (
            Bounds { min_elo: Some(1800), speed: Some(Speed::Bullet), ..Bounds::default() },
            SearchBounds { min_elo: Some(1800), speed: Some("bullet".to_owned()), ..SearchBounds::default() },
        ),
        (
            Bounds { max_elo: Some(1799), ..Bounds::default() },
            SearchBounds { max_elo: Some(1799), named_by: NamedBy::Rows, ..SearchBounds::default() },
        ),
    ];
    let (expected, positions) = (expected(&games), positions(&games));
    for (key, position) in positions.iter().take(150) {
        for (of_index, of_search) in &bounds {
            let moves = found(position, of_search, 2);
            assert_eq!(sums(&moves), plain(&games, &expected[key], of_index), "{position:?} {of_search:?}");
        }
    }
    let [by_game, by_row] = [NamedBy::Games, NamedBy::Rows].map(|named_by| {
        let bounds = SearchBounds { named_by, ..SearchBounds::default() };
        found(&Position::start(), &bounds, 1)
            .into_iter()
            .map(|(_, total)| u64::from(total.last_game))
            .collect::<Vec<_>>()
    });
    assert!(by_game.iter().zip(by_row).all(|(game, row)| *game == row + 1));
    let less = parquet(&games, &["packed"]);
    let less = PositionedFile::new(on_disk(&less)).unwrap();
    assert!(search(less, &Position::start(), &SearchBounds::default(), (1, &cancel)).unwrap().is_none());
}

/// A lookup in a damaged index either fails or returns the right result.
#[test]
fn damage_is_refused() {
    let games = games(40);
    let index = grown(&games, &[25, 40], &IndexOptions::default());
    let keys: Vec<u64> = expected(&games).into_keys().take(8).collect();
    let answers = |bytes: &[u8]| -> Option<Vec<_>> {
        let index = PositionIndex::open(on_disk(bytes)).ok()?;
        keys.iter().map(|key| index.rows(*key).ok()).collect()
    };
    let expected = answers(&index).unwrap();
    let mut refused = 0;
    for at in 0..index.len() {
        let mut damaged = index.clone();
        damaged[at] ^= 1 << (at % 8);
        match answers(&damaged) {
            None => refused += 1,
            Some(found) => assert_eq!(found, expected, "byte {at}"),
        }
        if at % 7 == 0 {
            assert!(answers(&index[..at]).is_none(), "{at} bytes");
        }
    }
    assert!(refused > index.len() / 2, "{refused} of {}", index.len());
}
