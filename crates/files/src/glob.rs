//! The files whose paths match a pattern, for callers whose shell does not replace patterns by names.

use crate::error::{FileError, Kind};
use crate::input::shown;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The path itself, or the files and folders that match it, sorted, if it is a pattern and no file has that name. `*`
/// matches any part of a name, `?` one character, `[a-c]` and `[!a-c]` one that is listed or not, and the name `**`
/// folders at any depth. They match no hidden files unless the pattern of a name starts with a dot, and `**` follows no
/// links.
///
/// ```
/// use scoresheet_files::matching;
///
/// # let folder = std::env::temp_dir().join(format!("scoresheet-example-{}-g", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// std::fs::write(folder.join("club1.pgn"), "1. e4 *")?;
/// std::fs::write(folder.join("club2.pgn"), "1. d4 *")?;
/// let found = matching(&folder.join("club[2-9].p*").to_string_lossy())?;
/// assert_eq!(found, [folder.join("club2.pgn").to_string_lossy()]);
/// assert_eq!(matching("games.pgn")?, ["games.pgn"]);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If nothing matches a pattern, or a name that matches is not UTF-8.
pub fn matching(path: &str) -> Result<Vec<String>, FileError> {
    if !is_pattern(path) || Path::new(path).symlink_metadata().is_ok() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = vec![PathBuf::new()];
    let parts: Vec<Component<'_>> = Path::new(path).components().collect();
    for (at, part) in parts.iter().enumerate() {
        let is_last = at + 1 == parts.len();
        let name = part.as_os_str().to_string_lossy();
        found = match part {
            Component::Normal(_) if name == "**" => found.iter().flat_map(|at| below(at, is_last)).collect(),
            Component::Normal(_) if is_pattern(&name) => {
                found.iter().flat_map(|at| inside(at, &name, is_last)).collect()
            }
            _ => found.into_iter().map(|at| at.join(part)).filter(|at| at.symlink_metadata().is_ok()).collect(),
        };
    }
    let mut found = found.into_iter().map(named).collect::<Result<Vec<String>, FileError>>()?;
    found.sort_unstable();
    found.dedup();
    if found.is_empty() {
        let label = shown(path);
        let error = FileError::new(Kind::Missing, &label, format!("no file matches `{label}`"));
        return Err(error.with_hint("`*` matches any part of a name, `**` folders at any depth"));
    }
    Ok(found)
}

/// The name of a path, which callers open again. If it is not UTF-8, a name that is would be that of another file.
fn named(path: PathBuf) -> Result<String, FileError> {
    path.into_os_string().into_string().map_err(|name| {
        let label = shown(&name.to_string_lossy());
        let error = FileError::new(Kind::Missing, &label, format!("the name `{label}` is not UTF-8"));
        error.with_hint("rename it, or pass the folder that contains it")
    })
}

fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?', '['])
}

/// What a folder holds, with or without what is hidden. A folder that cannot be read holds nothing.
fn entries(folder: &Path, hidden: Hidden) -> Vec<fs::DirEntry> {
    let read = fs::read_dir(if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    let is_meant =
        |entry: &fs::DirEntry| hidden == Hidden::Meant || !entry.file_name().as_encoded_bytes().starts_with(b".");
    read.into_iter().flatten().flatten().filter(is_meant).collect()
}

/// Whether hidden files are meant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hidden {
    Meant,
    LeftOut,
}

/// The entries of a folder with a name that matches: all of them, or only folders.
fn inside(folder: &Path, pattern: &str, with_files: bool) -> Vec<PathBuf> {
    let pattern: Vec<char> = pattern.chars().collect();
    let is_match = |entry: &fs::DirEntry| {
        let name: Vec<char> = entry.file_name().to_string_lossy().chars().collect();
        name_matches(&pattern, &name)
    };
    let hidden = if pattern.first() == Some(&'.') { Hidden::Meant } else { Hidden::LeftOut };
    let found = entries(folder, hidden).into_iter().filter(is_match).map(|entry| folder.join(entry.file_name()));
    found.filter(|path| with_files || path.is_dir()).collect()
}

/// A folder and the folders below it, at any depth; or the files in all of these.
fn below(folder: &Path, files: bool) -> Vec<PathBuf> {
    let mut found = if files { Vec::new() } else { vec![folder.to_owned()] };
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in entries(&folder, Hidden::LeftOut) {
            let path = folder.join(entry.file_name());
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder {
                waiting.push(path.clone());
            }
            if is_folder != files {
                found.push(path);
            }
        }
    }
    found
}

/// Whether a name matches a pattern. If a `*` has matched too little, it is tried with one more character, so the time
/// grows with the product of both lengths.
fn name_matches(pattern: &[char], name: &[char]) -> bool {
    let (mut at, mut read) = (0, 0);
    let mut star = None;
    while read < name.len() {
        let step = match pattern.get(at) {
            Some('*') => {
                star = Some((at, read));
                at += 1;
                continue;
            }
            Some('?') => Some(1),
            Some('[') => match class(&pattern[at..]) {
                Some((length, fits)) => fits(name[read]).then_some(length),
                // One that is never closed is a character.
                None => (name[read] == '[').then_some(1),
            },
            Some(letter) => (*letter == name[read]).then_some(1),
            None => None,
        };
        match (step, star) {
            (Some(length), _) => {
                at += length;
                read += 1;
            }
            (None, Some((place, taken))) => {
                at = place + 1;
                read = taken + 1;
                star = Some((place, taken + 1));
            }
            (None, None) => return false,
        }
    }
    pattern[at..].iter().all(|letter| *letter == '*')
}

/// The length of the class of characters that a pattern starts with, and whether a character is of it; `None` if it is never
/// closed. A `]` that comes first is one of its characters.
fn class(pattern: &[char]) -> Option<(usize, impl Fn(char) -> bool)> {
    let negated = matches!(pattern.get(1), Some('!' | '^'));
    let start = 1 + usize::from(negated);
    let end = start + 1 + pattern.get(start + 1..)?.iter().position(|letter| *letter == ']')?;
    let listed = &pattern[start..end];
    let fits = move |letter: char| {
        let mut rest = listed;
        let mut found = false;
        loop {
            rest = match rest {
                [first, '-', last, rest @ ..] => {
                    found |= (*first..=*last).contains(&letter);
                    rest
                }
                [one, rest @ ..] => {
                    found |= *one == letter;
                    rest
                }
                [] => return found != negated,
            };
        }
    };
    Some((end + 1, fits))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, name: &str) -> bool {
        let letters = |text: &str| text.chars().collect::<Vec<_>>();
        name_matches(&letters(pattern), &letters(name))
    }

    #[test]
    fn names_match_patterns() {
        for (pattern, name) in [
            ("*", ""),
            ("*", "a"),
            ("*.pgn", "a.pgn"),
            ("a*b*c", "aXbXbXc"),
            ("?.pgn", "ä.pgn"),
            ("[a-c]x", "bx"),
            ("[!a-c]x", "dx"),
            ("[]]", "]"),
            ("[a-]", "-"),
            ("[a", "[a"),
            ("***", "abc"),
        ] {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [
            ("", "a"),
            ("?", ""),
            ("*.pgn", "a.pgn.zst"),
            ("a*b*c", "aXbXb"),
            ("[a-c]x", "dx"),
            ("[!a-c]x", "bx"),
            ("[a", "a"),
            ("A", "a"),
        ] {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }

    #[test]
    fn a_pattern_of_many_stars_ends_soon() {
        let (pattern, name) = ("a*".repeat(100), "a".repeat(5_000));
        assert!(!matches(&format!("{pattern}b"), &name));
    }

    #[test]
    fn folders_at_any_depth() {
        let root = std::env::temp_dir().join(format!("scoresheet-test-{}-glob", std::process::id()));
        fs::create_dir_all(root.join("a/b/.hidden")).unwrap();
        for name in ["x.pgn", "a/y.pgn", "a/b/z.pgn", "a/b/.hidden/h.pgn", "a/[1].pgn", "a/b/.x.pgn"] {
            fs::write(root.join(name), "1. e4 *").unwrap();
        }
        let found = |pattern: &str| -> Vec<String> {
            let all = matching(&root.join(pattern).to_string_lossy()).unwrap();
            let below = |path: String| Path::new(&path).strip_prefix(&root).unwrap().to_string_lossy().into_owned();
            all.into_iter().map(below).collect()
        };
        assert_eq!(found("**/*.pgn"), ["a/[1].pgn", "a/b/z.pgn", "a/y.pgn", "x.pgn"]);
        assert_eq!(found("a/**"), ["a/[1].pgn", "a/b/z.pgn", "a/y.pgn"]);
        assert_eq!(found("*/y.pgn"), ["a/y.pgn"]);
        assert_eq!(found("a/*"), ["a/[1].pgn", "a/b", "a/y.pgn"]);
        assert_eq!(found("a/[1].pgn"), ["a/[1].pgn"], "a file has that name");
        assert_eq!(found("a/[[]1].pgn"), ["a/[1].pgn"]);
        assert_eq!(found("a/b/.*.pgn"), ["a/b/.x.pgn"]);
        let missing = matching(&root.join("*.cbv").to_string_lossy()).unwrap_err();
        assert_eq!(missing.kind, Kind::Missing);
        assert!(missing.message.starts_with("no file matches `"), "{}", missing.message);
        fs::remove_dir_all(root).unwrap();
    }

    /// Only Linux lets files have such names everywhere.
    #[cfg(target_os = "linux")]
    #[test]
    fn names_that_are_not_utf8() {
        use std::os::unix::ffi::OsStrExt;
        let root = std::env::temp_dir().join(format!("scoresheet-test-{}-names", std::process::id()));
        fs::create_dir_all(&root).unwrap();
        fs::write(root.join(std::ffi::OsStr::from_bytes(b"caf\xe9.pgn")), "1. e4 *").unwrap();
        fs::write(root.join("club.pgn"), "1. d4 *").unwrap();
        let refused = matching(&root.join("*.pgn").to_string_lossy()).unwrap_err();
        assert!(refused.message.ends_with("caf\u{fffd}.pgn` is not UTF-8"), "{}", refused.message);
        assert_eq!(matching(&root.join("cl*.pgn").to_string_lossy()).unwrap().len(), 1);
        fs::remove_dir_all(root).unwrap();
    }
}
