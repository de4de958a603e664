//! The names of the files of a split, each of which is given once.

use super::safe_names::numbered;
use super::template::{Template, Values};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// Gives files their names.
pub(super) struct FileNames {
    template: Template,
    /// The names that are taken, in lower case: some systems ignore case.
    taken: HashSet<String>,
    /// The folder that files are added to, if they get the next numbers there.
    extended: Option<PathBuf>,
    /// The names of the files that were there, by their folders.
    existing: HashMap<String, Vec<String>>,
    /// How many files there are, and how many have adjusted names.
    pub(super) count: u64,
    pub(super) renamed: u64,
}

impl FileNames {
    pub(super) fn new(template: Template) -> FileNames {
        FileNames { template, taken: HashSet::new(), extended: None, existing: HashMap::new(), count: 0, renamed: 0 }
    }

    /// The same for files that are added to a folder.
    pub(super) fn extending(self, folder: &Path) -> FileNames {
        FileNames { extended: Some(folder.to_owned()), ..self }
    }

    /// The number of the first part of a group: 1, or the next one after those that are there.
    pub(super) fn first_part(&mut self, values: &Values) -> u64 {
        let (Some(root), Some(pattern)) = (&self.extended, self.template.parts(values)) else { return 1 };
        let names = self.existing.entry(pattern.folders).or_insert_with_key(|folders| names_in(&root.join(folders)));
        let number = |name: &String| {
            let digits = name.strip_prefix(&pattern.prefix)?.strip_suffix(&pattern.suffix)?;
            digits.bytes().all(|digit| digit.is_ascii_digit()).then(|| digits.parse::<u64>().ok())?
        };
        let from = names.partition_point(|name| *name < pattern.prefix);
        let begin_so = names[from..].iter().take_while(|name| name.starts_with(&pattern.prefix));
        begin_so.filter_map(number).max().map_or(1, |last| last.saturating_add(1))
    }

    /// The name of a part of a group, and its number, which is higher than the requested one if that name exists
    /// already.
    pub(super) fn next(&mut self, values: &Values, mut part: u64) -> (String, u64) {
        let is_there =
            |name: &str| self.extended.as_ref().is_some_and(|root| root.join(name).symlink_metadata().is_ok());
        let mut named = self.template.name(values, part);
        while self.template.has_parts() && is_there(&named.path) {
            part += 1;
            named = self.template.name(values, part);
        }
        let (mut name, mut number) = (named.path.clone(), 1);
        while is_there(&name) || !self.taken.insert(name.to_lowercase()) {
            number += 1;
            name = numbered(&named.path, named.tail, number);
        }
        self.count += 1;
        self.renamed += u64::from(named.is_changed || number > 1);
        (name, part)
    }
}

/// The names in a folder, in their order; none if it is not there.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<_> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_continue_after_the_highest_existing_one() {
        let root = std::env::temp_dir().join(format!("scoresheet-file-names-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&root);
        std::fs::create_dir_all(root.join("A")).expect("a folder");
        for name in ["A/001.parquet", "A/7.parquet", "A/x12.parquet", "A/9.parquet.known", "A/1000.parquet"] {
            std::fs::write(root.join(name), "").expect("a file");
        }
        let template = Template::parse("{white}/{part}.parquet").unwrap_or_else(|failure| panic!("{failure:?}"));
        let mut names = FileNames::new(template).extending(&root);
        let values = |white: &str| Values { columns: vec![white.to_owned()], ..Values::default() };
        for (white, first, path) in [("A", 1001, "A/1001.parquet"), ("B", 1, "B/001.parquet")] {
            assert_eq!(names.first_part(&values(white)), first);
            assert_eq!(names.next(&values(white), first), (path.to_owned(), first));
        }
        assert_eq!(names.next(&values("A"), 1), ("A/002.parquet".to_owned(), 2), "what is there is never taken");
        assert_eq!((names.count, names.renamed), (3, 0));
        std::fs::remove_dir_all(&root).expect("gone");
    }
}
