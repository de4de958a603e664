//! Any bytes as a packed tree, and as games that become trees: nothing panics, and packing loses nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet_core::game::AnyGames;
use scoresheet_core::game::{self, WriteOptions};
use scoresheet_core::location::Location;
use scoresheet_core::read::Record;
use scoresheet_core::read::Settings;
use scoresheet_core::tree::{Builder, Keep, NodeId, Strip, Tree};
use scoresheet_core::write::Filter;

fn check(tree: &Tree) {
    assert_eq!(Tree::unpack(&tree.pack()).as_ref(), Ok(tree));
    assert_eq!(&tree.compact(), tree);
    assert_eq!(tree.walk().count(), tree.len());
    assert_eq!(tree.postorder(NodeId::ROOT).count(), tree.len() + 1);
    for format in game::ALL {
        let mut filter = Filter::new(format.writer(&WriteOptions::default()), true);
        tree.emit(Location::default(), &mut filter);
    }
}

fuzz_target!(|bytes: &[u8]| {
    if let Ok(tree) = Tree::unpack(bytes) {
        check(&tree);
    }
    let (mut games, mut record) = (AnyGames::new(bytes, &Settings::default()), Record::new());
    let mut builder = Builder::new(Keep { spelling: true });
    let mut merged = Tree::new();
    while games.next(&mut record, &mut builder) {
        let mut tree = builder.finish();
        check(&tree);
        // Games that start elsewhere are not merged.
        let _ = merged.merge(&tree);
        tree.strip(Strip {
            comments: true,
            nags: true,
            variations: true,
            commands: true,
            clocks: true,
            escapes: true,
            evals: true,
        });
        tree.cut_after(3);
        check(&tree);
    }
    check(&merged);
});
