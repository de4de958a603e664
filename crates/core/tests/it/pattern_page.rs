//! The page about patterns names every form of a test, and every example on it can be read.

use scoresheet_core::find::{Library, forms};

const PAGE: &str = include_str!("../../../../docs/patterns.md");

/// The table of the page, as the lists of the code have it.
fn table() -> String {
    // A bar would end the cell.
    let cell = |text: &str| text.replace('|', "\\|");
    let rows = forms().map(|form| format!("| `{}` | {} | `{}` |\n", cell(form.syntax), form.holds, cell(form.example)));
    rows.collect()
}

#[test]
fn the_table_of_tests_matches_the_code() {
    let table = table();
    assert!(PAGE.contains(&table), "put this table into docs/patterns.md:\n{table}");
}

#[test]
fn every_form_has_an_example_that_can_be_read() {
    for form in forms() {
        let read = Library::default().pattern(form.example);
        assert!(read.is_ok(), "{}: {read:?}", form.example);
    }
}

#[test]
fn every_block_of_the_page_can_be_read() {
    let (mut patterns, mut libraries) = (0, 0);
    for block in PAGE.split("```").skip(1).step_by(2) {
        if let Some(text) = block.strip_prefix("patterns\n") {
            let read = Library::parse(text);
            assert!(read.is_ok(), "{text}: {read:?}");
            libraries += 1;
        }
        for line in block.strip_prefix("pattern\n").into_iter().flat_map(str::lines) {
            let read = Library::default().pattern(line);
            assert!(read.is_ok(), "{line}: {read:?}");
            patterns += 1;
        }
    }
    assert!(patterns > 5 && libraries > 0, "{patterns} and {libraries}");
}

#[test]
fn every_pattern_beside_those_of_other_programs_can_be_read() {
    let mut read = 0;
    for row in PAGE.lines().skip_while(|line| !line.starts_with("## Compared")).filter(|line| line.starts_with("| `")) {
        let ours = row.split(" | ").nth(1).and_then(|cell| cell.strip_prefix('`')?.split('`').next());
        let Some(ours) = ours else { continue };
        let pattern = Library::default().pattern(ours);
        assert!(pattern.is_ok(), "{ours}: {pattern:?}");
        read += 1;
    }
    assert!(read > 30, "{read}");
}

#[test]
fn every_shipped_name_is_on_the_page() {
    for name in Library::default().names() {
        assert!(PAGE.contains(&format!("`{name}`")), "{name}");
    }
}
