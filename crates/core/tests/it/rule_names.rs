//! The names of rules in Variant tags: `vectors/variants/names.tsv`.

use scoresheet_core::dialect::vgn::rules::RuleSet;
use scoresheet_core::dialect::{self, Unsupported};
use scoresheet_core::rules::{self, Rules};

/// The rules that a name or a code means, whether they are played or not.
fn rules_of(tag: &str) -> Option<Rules> {
    let code = || Rules::of(RuleSet::read(tag).ok()?.numbers());
    rules::find(tag).or_else(code)
}

#[test]
fn names_of_rules_in_variant_tags() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../vectors/variants/names.tsv");
    let table = std::fs::read_to_string(path).expect("the table");
    let rows: Vec<Vec<&str>> = table.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    assert!(rows.len() > 75);
    for row in rows {
        let [id, tag, code, rules_id, written, error] = row[..] else { panic!("{row:?}") };
        let told = dialect::variant(tag);
        match (code, error) {
            ("", "") => assert_eq!(told, Ok(None), "{id}"),
            ("", _) => assert!(told.is_err(), "{id}: {tag}"),
            (code, _) => {
                let rules = rules_of(tag).unwrap_or_else(|| panic!("{id}: {tag}"));
                assert_eq!(rules.code(), code, "{id}: {tag}");
                assert_eq!(rules.title(), written, "{id}: {tag}");
                assert_eq!(rules.id(), if rules_id.is_empty() { code } else { rules_id }, "{id}: {tag}");
                assert_eq!(told, rules.is_played().map(|()| Some(rules)).map_err(Unsupported::Rule), "{id}: {tag}");
            }
        }
    }
}
