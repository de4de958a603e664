//! Databases of the tests: files that start as those of SQLite do and hold documents, a line each.

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use scoresheet_core::error::Code;
use scoresheet_core::game;
use scoresheet_jobs::Failure;
use scoresheet_jobs::formats::store_drivers::{
    Begun, Load, Loading, Refused, StoreAddress, StoreContent, StoreDocuments, Stores,
};
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::sync::{Arc, Mutex};

const HEAD: &[u8] = b"SQLite format 3\0";

/// Opens these files, and records the calls.
#[derive(Default)]
pub(crate) struct Memory {
    /// How many games of each source are there already.
    pub there: u64,
    /// Fails when this many batches were put.
    pub fails_at: Option<usize>,
    /// Does not take the game of this number.
    pub refuses: Option<i64>,
    pub said: Arc<Mutex<Vec<String>>>,
}

impl Stores for Memory {
    fn read(&self, address: &StoreAddress<'_>) -> Result<StoreContent, Failure> {
        let mut file = fs::File::open(address.location).unwrap();
        file.read_exact(&mut [0; HEAD.len()]).unwrap();
        Ok(StoreContent::Documents(StoreDocuments { format: game::bgnl(), bytes: Box::new(file) }))
    }

    fn load(&self, loading: &Loading<'_>) -> Result<Box<dyn Load>, Failure> {
        let choices: Vec<_> = loading.address.choices.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let options: Vec<_> = loading.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let (sources, force) = (loading.sources.join(","), loading.force);
        let name = &loading.address.name;
        let name = name.rsplit('/').next().filter(|_| !name.contains("://")).unwrap_or(name);
        let opened = format!("open {name} {} [{sources}] {} force={force}", choices.join(","), options.join(","));
        self.said.lock().unwrap().push(opened);
        Ok(Box::new(Loaded {
            path: loading.address.location.to_owned(),
            games: BTreeMap::new(),
            there: self.there,
            fails_at: self.fails_at,
            refuses: self.refuses,
            puts: 0,
            said: Arc::clone(&self.said),
        }))
    }
}

struct Loaded {
    path: String,
    games: BTreeMap<(String, i64), String>,
    there: u64,
    fails_at: Option<usize>,
    refuses: Option<i64>,
    puts: usize,
    said: Arc<Mutex<Vec<String>>>,
}

impl Loaded {
    fn say(&self, said: String) {
        self.said.lock().unwrap().push(said);
    }
}

impl Load for Loaded {
    fn begin(&mut self, source: &str, resume: bool) -> Result<Begun, Failure> {
        self.say(format!("begin {source} {resume}"));
        Ok(Begun { there: if resume { self.there } else { 0 }, replaced: 0 })
    }

    fn put(&mut self, source: &str, rows: RecordBatch, last: u64) -> Result<Vec<Refused>, Failure> {
        if self.fails_at == Some(self.puts) {
            return Err(Failure::Interrupted(Some("the server has gone".into())));
        }
        self.puts += 1;
        let numbers = rows.column_by_name("game").unwrap().as_primitive::<Int64Type>();
        let sources = rows.column_by_name("source").unwrap().as_string::<i32>();
        assert!(sources.iter().all(|found| found == Some(source)));
        let games: Vec<_> = numbers.values().to_vec();
        self.say(format!("put {source} {:?}-{:?} of {last}", games.first(), games.last()));
        if let Some(docs) = rows.column_by_name("doc") {
            let docs = docs.as_string::<i32>();
            self.games.extend(
                games.iter().zip(docs).map(|(game, doc)| ((source.to_owned(), *game), doc.unwrap().to_owned())),
            );
        }
        let refused = games.iter().filter(|game| Some(**game) == self.refuses);
        let told = |game: &i64| {
            let message = "the game is no good".to_owned();
            Refused { game: game.unsigned_abs(), code: Code::StoreRefused, message }
        };
        Ok(refused.map(told).collect())
    }

    fn end(&mut self, source: &str, games: Option<u64>) -> Result<(), Failure> {
        self.say(format!("end {source} {games:?}"));
        Ok(())
    }

    fn complete(&mut self, _reads_nothing: bool) -> Result<(), Failure> {
        self.say("complete".to_owned());
        let docs = self.games.values().flat_map(|doc| [doc.as_bytes(), b"\n"]);
        let file: Vec<u8> = std::iter::once(HEAD).chain(docs).flatten().copied().collect();
        if !self.path.contains("://") {
            fs::write(&self.path, file).unwrap();
        }
        Ok(())
    }
}
