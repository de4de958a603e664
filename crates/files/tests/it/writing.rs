//! Outputs: packed according to their names, complete or absent.

use crate::scratch::{Folder, text};
use scoresheet_core::limits::Limits;
use scoresheet_files::{FileError, Input, Kind, Output, is_temporary};
use std::io::{Read, Write};

fn written(path: &str) -> Vec<u8> {
    let mut all = Vec::new();
    Input::file(path).open(&Limits::default()).unwrap().read_to_end(&mut all).unwrap();
    all
}

#[test]
fn every_ending_packs_and_reads_back() {
    let folder = Folder::new();
    let text = text(500_000);
    let magic: [(&str, &[u8]); 5] = [
        ("x.pgn", b""),
        ("x.pgn.gz", b"\x1f\x8b"),
        ("x.pgn.bz2", b"BZh"),
        ("x.pgn.zst", b"\x28\xb5"),
        ("x.pgn.XZ", b"\xfd7z"),
    ];
    for (name, magic) in magic {
        let path = folder.at(name);
        let mut output = Output::create(&path, false).unwrap();
        output.write_all(&text).unwrap();
        output.commit().unwrap();
        let packed = std::fs::read(&path).unwrap();
        assert!(packed.starts_with(magic), "{name}");
        assert_eq!(packed.len() < text.len(), !magic.is_empty(), "{name}");
        assert_eq!(written(&path), text, "{name}");
    }
    assert_eq!(folder.names().len(), 5, "nothing else is left");
}

#[test]
fn nothing_has_the_name_before_the_end() {
    let folder = Folder::new();
    let mut output = Output::create(&folder.at("x.pgn.zst"), false).unwrap();
    output.write_all(&text(500_000)).unwrap();
    let names = folder.names();
    assert!(names.len() == 1 && is_temporary(&names[0]), "{names:?}");
    drop(output);
    assert!(folder.names().is_empty());
}

#[test]
fn what_exists_is_refused_unless_forced() {
    let folder = Folder::new();
    let path = folder.write("x.pgn", b"old");
    let error = Output::create(&path, false).err().unwrap();
    assert_eq!((error.kind, error.kind.exit_status()), (Kind::Exists, 2));
    assert_eq!(error.to_string(), format!("cannot write `{path}`: it already exists"));
    let mut output = Output::create(&path, true).unwrap();
    output.write_all(b"new").unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"old");
    output.commit().unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"new");
    assert_eq!(folder.names(), ["x.pgn"]);
}

#[test]
fn what_comes_up_meanwhile_is_not_overwritten() {
    let folder = Folder::new();
    let path = folder.at("x.pgn");
    let output = Output::create(&path, false).unwrap();
    folder.write("x.pgn", b"of another");
    assert_eq!(output.commit().unwrap_err().kind, Kind::Exists);
    assert_eq!(std::fs::read(&path).unwrap(), b"of another");
    assert_eq!(folder.names(), ["x.pgn"]);
}

#[test]
fn archives_are_not_written() {
    let folder = Folder::new();
    let path = folder.at("x.zip");
    let error = Output::create(&path, true).err().unwrap();
    assert_eq!(error.to_string(), format!("cannot write `{path}`: writing zip archives is not supported"));
    assert!(error.kind.is_usage() && folder.names().is_empty());
}

#[test]
fn folders_and_missing_folders_are_wrong_use() {
    let folder = Folder::new();
    for (path, kind) in [(folder.at(""), Kind::Refused), (folder.at("no/x.pgn"), Kind::Missing)] {
        let error = Output::create(&path, true).err().unwrap();
        assert_eq!((error.kind, error.kind.exit_status()), (kind, 2), "{error}");
    }
    assert!(folder.names().is_empty());
}

#[test]
fn long_names_fit() {
    let folder = Folder::new();
    for name in ["x".repeat(255), "é".repeat(127)] {
        Output::create(&folder.at(&name), false).unwrap().commit().unwrap();
        assert!(folder.path().join(name).exists());
    }
}

#[cfg(unix)]
#[test]
fn links_and_rights_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new();
    let real = folder.write("real.pgn", b"old");
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real.pgn", folder.path().join("link.pgn")).unwrap();
    Output::create(&folder.at("link.pgn"), true).unwrap().commit().unwrap();
    assert_eq!(std::fs::read(&real).unwrap(), b"");
    assert_eq!(std::fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(folder.path().join("link.pgn").is_symlink());
}

#[cfg(unix)]
#[test]
fn a_link_to_nothing_yet_stays_too() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new();
    std::fs::create_dir(folder.at("there")).unwrap();
    symlink("there/link.pgn", folder.path().join("link.pgn")).unwrap();
    symlink("real.pgn", folder.path().join("there/link.pgn")).unwrap();
    for force in [false, true] {
        let mut output = Output::create(&folder.at("link.pgn"), force).unwrap();
        output.write_all(b"new").unwrap();
        output.commit().unwrap();
        assert_eq!(std::fs::read(folder.path().join("there/real.pgn")).unwrap(), b"new");
    }
    assert!(folder.path().join("link.pgn").is_symlink() && folder.path().join("there/link.pgn").is_symlink());
    assert_eq!(Output::create(&folder.at("link.pgn"), false).err().unwrap().kind, Kind::Exists);
}

#[cfg(unix)]
#[test]
fn links_in_a_circle_and_to_nowhere_are_reported() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new();
    symlink("b.pgn", folder.path().join("a.pgn")).unwrap();
    symlink("a.pgn", folder.path().join("b.pgn")).unwrap();
    symlink("no/x.pgn", folder.path().join("c.pgn")).unwrap();
    assert_eq!(Output::create(&folder.at("a.pgn"), true).err().unwrap().kind, Kind::Write);
    assert_eq!(Output::create(&folder.at("c.pgn"), true).err().unwrap().kind, Kind::Missing);
    assert_eq!(folder.names().len(), 3);
}

#[cfg(target_os = "linux")]
#[test]
fn devices_are_written_to_and_a_full_one_is_reported() {
    use std::os::unix::fs::FileTypeExt;
    Output::create("/dev/null", false).unwrap().commit().unwrap();
    assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    let mut output = Output::create("/dev/full", false).unwrap();
    let error = output.write_all(&text(1 << 20)).unwrap_err();
    let told = FileError::inside(&error).unwrap();
    assert_eq!((told.kind, told.kind.exit_status()), (Kind::Write, 1));
    assert_eq!(told.to_string(), "cannot write `/dev/full`: no space left on the disk");
    let mut output = Output::create("/dev/full", false).unwrap();
    output.write_all(b"held back until the end").unwrap();
    assert_eq!(output.commit().unwrap_err().kind, Kind::Write);
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_gone_is_its_own_kind() {
    let folder = Folder::new();
    let path = folder.at("pipe");
    if !std::process::Command::new("mkfifo").arg(&path).status().is_ok_and(|s| s.success()) {
        eprintln!("skipped: no `mkfifo` here");
        return;
    }
    let reader = {
        let path = path.clone();
        std::thread::spawn(move || drop(std::fs::File::open(path).unwrap()))
    };
    let mut output = Output::create(&path, false).unwrap();
    reader.join().unwrap();
    let error = output.write_all(&text(1 << 20)).unwrap_err();
    let told = FileError::inside(&error).unwrap();
    assert_eq!((told.kind, told.kind.exit_status()), (Kind::Closed, 0), "{told}");
}
