//! What the user names becomes inputs: folders, links, hidden files, archives, and what is not there.

use crate::scratch::Folder;
use scoresheet_core::limits::Limits;
use scoresheet_files::{Input, Kind, expand};
use std::io::{Cursor, Read, Write};
use zip::write::SimpleFileOptions;

const KNOWN: &[&str] = &["pgn", "parquet"];

/// The names of the inputs, without the folder they are in.
fn names(folder: &Folder, args: &[&str]) -> Vec<String> {
    let args: Vec<_> = args.iter().map(|arg| folder.at(arg)).collect();
    let start = folder.at("");
    expand(&args, KNOWN).unwrap().iter().map(|input| input.name().replace(&start, "")).collect()
}

fn contents(input: &Input) -> Result<String, String> {
    let mut source = input.open(&Limits::default()).map_err(|e| e.to_string())?;
    let mut text = String::new();
    source.read_to_string(&mut text).map_err(|e| e.to_string())?;
    Ok(text)
}

/// An archive of members with these names, each holding its own name.
fn archive(members: &[&str], method: zip::CompressionMethod) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for member in members {
        archive.start_file(*member, SimpleFileOptions::default().compression_method(method)).unwrap();
        archive.write_all(member.repeat(100).as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

#[test]
fn folders_are_walked_in_order_and_hidden_files_skipped() {
    let folder = Folder::new();
    for name in [
        "b.pgn",
        "a/z.PGN",
        "a/b/c.pgn.zst",
        "c.parquet",
        "a.pgn.gz",
        "x.txt",
        "pgn",
        ".h.pgn",
        ".git/x.pgn",
        ".pgn",
        "x.zst",
        "y.pgn.txt",
    ] {
        folder.write(name, b"*");
    }
    assert_eq!(names(&folder, &[""]), ["a/b/c.pgn.zst", "a/z.PGN", "a.pgn.gz", "b.pgn", "c.parquet"]);
    assert_eq!(names(&folder, &["x.txt", "a", "-"].map(|n| n)[..2]), ["x.txt", "a/b/c.pgn.zst", "a/z.PGN"]);
}

#[test]
fn deep_folders_need_no_deep_stack() {
    let folder = Folder::new();
    let deep = "d/".repeat(800);
    folder.write(&format!("{deep}x.pgn"), b"*");
    assert_eq!(names(&folder, &[""]), [format!("{deep}x.pgn")]);
}

#[test]
fn standard_input_is_a_dash() {
    let inputs = expand(&["-".to_owned()], KNOWN).unwrap();
    assert_eq!((inputs[0].name(), inputs[0].size(), inputs[0].path()), ("-", None, None));
}

#[cfg(unix)]
#[test]
fn links_are_followed_once() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new();
    let outside = Folder::new();
    outside.write("far/o.pgn", b"*");
    folder.write("games/x.pgn", b"*");
    symlink(folder.path(), folder.path().join("games/loop")).unwrap();
    symlink("x.pgn", folder.path().join("games/a-again.pgn")).unwrap();
    symlink(outside.path().join("far"), folder.path().join("far")).unwrap();
    symlink(outside.path().join("far"), folder.path().join("far2")).unwrap();
    symlink("nowhere.pgn", folder.path().join("gone.pgn")).unwrap();
    symlink("nowhere", folder.path().join("gone")).unwrap();
    assert_eq!(names(&folder, &[""]), ["far/o.pgn", "games/x.pgn", "gone.pgn"]);
    // A link that leads above the folder itself gives what is there, and nothing twice.
    assert_eq!(names(&folder, &["games"]), ["games/loop/far/o.pgn", "games/loop/gone.pgn", "games/x.pgn"]);
    let inputs = expand(&[folder.at("")], KNOWN).unwrap();
    let path = folder.at("gone.pgn");
    assert_eq!(inputs[2].open(&Limits::default()).err().map(|error| error.kind), Some(Kind::Unreadable));
    assert_eq!(contents(&inputs[2]), Err(format!("cannot read `{path}`: no such file or folder")));
}

#[test]
fn what_is_not_there_is_wrong_use() {
    let folder = Folder::new();
    folder.write("x.txt", b"*");
    let path = folder.at("nowhere.pgn");
    let error = expand(std::slice::from_ref(&path), KNOWN).unwrap_err();
    assert_eq!((error.kind, error.kind.exit_status()), (Kind::Missing, 2));
    assert_eq!(error.to_string(), format!("cannot read `{path}`: no such file or folder"));
    let path = folder.at("");
    let error = expand(std::slice::from_ref(&path), KNOWN).unwrap_err();
    assert_eq!((error.kind, error.path.as_str()), (Kind::Empty, path.as_str()));
    let words = format!("`{path}` contains no games: no file name in it ends in `.pgn`, `.parquet`");
    assert_eq!(error.to_string(), words);
}

#[test]
fn a_folder_cannot_be_opened_as_a_file() {
    let folder = Folder::new();
    let error = Input::file(folder.path()).open(&Limits::default()).err().unwrap();
    assert_eq!(error.to_string(), format!("cannot read `{}`: it is a folder", folder.path().display()));
}

#[cfg(unix)]
#[test]
fn forbidden_files_are_reported_and_all_others_are_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    folder.write("a/x.pgn", b"*");
    let path = folder.write("b.pgn", b"*");
    let closed = [folder.path().join("a"), folder.path().join("b.pgn")];
    let set =
        |mode| closed.iter().for_each(|p| std::fs::set_permissions(p, std::fs::Permissions::from_mode(mode)).unwrap());
    folder.write("c.pgn", b"good");
    set(0);
    if std::fs::File::open(&path).is_err() {
        let inputs = expand(&[folder.at("")], KNOWN).unwrap();
        let read: Vec<_> = inputs.iter().map(contents).collect();
        let refused = |name| Err(format!("cannot read `{}`: permission denied", folder.at(name)));
        assert_eq!(read, [refused("a"), refused("b.pgn"), Ok("good".to_owned())]);
    } else {
        eprintln!("skipped: this user may read everything");
    }
    set(0o755);
}

#[test]
fn archives_give_the_members_that_look_like_games() {
    let folder = Folder::new();
    let members =
        ["b.pgn", "../x.pgn", "readme.txt", "__MACOSX/._b.pgn", "d/a.PGN", "/abs.pgn", ".hidden.pgn", "b\\..\\c.pgn"];
    for method in [zip::CompressionMethod::STORE, zip::CompressionMethod::DEFLATE] {
        // The ending of an archive means nothing; its first bytes do.
        folder.write("games.dat", &archive(&members, method));
        let inputs = expand(&[folder.at("games.dat")], KNOWN).unwrap();
        for (input, member) in inputs.iter().zip(["../x.pgn", "/abs.pgn", "b.pgn", "b\\..\\c.pgn", "d/a.PGN"]) {
            assert_eq!(input.name(), format!("{}:{member}", folder.at("games.dat")));
            assert_eq!(contents(input).as_deref(), Ok(member.repeat(100).as_str()));
            assert!(input.size().is_some());
        }
        assert_eq!(inputs.len(), 5);
    }
    assert_eq!(folder.names(), ["games.dat"], "nothing is written");
    // A file of that name may have been there before; it is not the member.
    let beside = std::fs::read_to_string(folder.path().join("../x.pgn")).ok();
    assert_ne!(beside, Some("../x.pgn".repeat(100)));
}

#[test]
fn archives_in_folders_are_opened_and_those_without_games_skipped() {
    let folder = Folder::new();
    folder.write("twic.zip", &archive(&["twic.pgn"], zip::CompressionMethod::DEFLATE));
    folder.write("office.zip", &archive(&["a.xml"], zip::CompressionMethod::DEFLATE));
    folder.write("x.pgn", b"*");
    assert_eq!(names(&folder, &[""]), ["twic.zip:twic.pgn", "x.pgn"]);
    let error = expand(&[folder.at("office.zip")], KNOWN).unwrap_err();
    assert_eq!(error.kind, Kind::Empty);
}

#[test]
fn packed_members_are_unpacked() {
    let folder = Folder::new();
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::STORE);
    archive.start_file("x.pgn.zst", stored).unwrap();
    archive.write_all(&zstd::encode_all(&b"1. e4 *"[..], 3).unwrap()).unwrap();
    folder.write("a.zip", &archive.finish().unwrap().into_inner());
    let inputs = expand(&[folder.at("a.zip")], KNOWN).unwrap();
    assert_eq!(contents(&inputs[0]).as_deref(), Ok("1. e4 *"));
}

#[test]
fn damaged_members_never_pass_for_good() {
    let folder = Folder::new();
    let good = archive(&["x.pgn"], zip::CompressionMethod::DEFLATE);
    let mut told = 0;
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 0x10;
        let path = folder.write("a.zip", &bad);
        let Ok(inputs) = expand(&[path], KNOWN) else {
            told += 1;
            continue;
        };
        for input in inputs {
            match contents(&input) {
                Ok(text) if input.name().contains(':') => assert_eq!(text, "x.pgn".repeat(100), "byte {at}"),
                // Its first bytes no longer show that it is an archive.
                Ok(_) => assert!(at < 4, "byte {at}"),
                Err(_) => told += 1,
            }
        }
    }
    assert!(told > good.len() / 4, "{told} of {}", good.len());
}

#[test]
fn truncated_archives_are_reported() {
    let folder = Folder::new();
    let good = archive(&["x.pgn"], zip::CompressionMethod::DEFLATE);
    for length in 4..good.len() {
        let path = folder.write("a.zip", &good[..length]);
        let inputs = expand(&[path], KNOWN).unwrap();
        let error = inputs[0].open(&Limits::default()).err().expect("cut short");
        assert_eq!((error.kind, error.kind.exit_status()), (Kind::Damaged, 1), "{length} bytes: {error}");
    }
}

#[test]
fn a_bomb_in_an_archive_is_stopped() {
    let folder = Folder::new();
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    archive.start_file("bomb.pgn", SimpleFileOptions::default()).unwrap();
    let zeros = vec![0; 1 << 20];
    (0..100).for_each(|_| archive.write_all(&zeros).unwrap());
    folder.write("a.zip", &archive.finish().unwrap().into_inner());
    let inputs = expand(&[folder.at("a.zip")], KNOWN).unwrap();
    let limits = Limits { ratio: 500, ..Limits::default() };
    let end = std::io::copy(&mut inputs[0].open(&limits).unwrap(), &mut std::io::sink());
    let words = end.unwrap_err().to_string();
    assert!(words.contains("a.zip:bomb.pgn`: it unpacks to more than 500 times its"), "{words}");
}

#[test]
fn names_that_move_a_terminal_are_shown_without() {
    let folder = Folder::new();
    folder.write("a.zip", &archive(&["x\x1b[2J.pgn"], zip::CompressionMethod::STORE));
    assert_eq!(names(&folder, &["a.zip"]), ["a.zip:x\u{fffd}[2J.pgn"]);
}

#[test]
fn an_ending_may_have_a_dot_in_itself() {
    let folder = Folder::new();
    for name in [
        "a.icn.json",
        "b.ICN.JSON.gz",
        "c.json",
        "icn.json",
        ".icn.json",
        "d.xicn.json",
        "e.icn.json.txt",
        "é.icn.json",
    ] {
        folder.write(name, b"{}");
    }
    let found = expand(&[folder.at("")], &["icn.json"]).unwrap();
    let found: Vec<_> = found.iter().map(|input| input.name().replace(&folder.at(""), "")).collect();
    assert_eq!(found, ["a.icn.json", "b.ICN.JSON.gz", "é.icn.json"]);
}

/// An archive in which these members, of one length, have the same name: that of the first.
fn namesakes(members: &[&str]) -> Vec<u8> {
    let mut bytes = archive(members, zip::CompressionMethod::DEFLATE);
    for member in &members[1..] {
        let places: Vec<_> = bytes.windows(member.len()).enumerate().filter(|(_, w)| *w == member.as_bytes()).collect();
        let places: Vec<_> = places.into_iter().map(|(at, _)| at).collect();
        places.iter().for_each(|&at| bytes[at..at + member.len()].copy_from_slice(members[0].as_bytes()));
    }
    bytes
}

#[test]
fn members_of_one_name_are_all_read() {
    let folder = Folder::new();
    folder.write("a.zip", &namesakes(&["d/x.pgn.gz", "d/y.pgn.gz", "d/z.pgn.gz"]));
    assert_eq!(names(&folder, &["a.zip"]), ["a.zip:d/x.pgn.gz", "a.zip:d/x (2).pgn.gz", "a.zip:d/x (3).pgn.gz"]);
    let inputs = expand(&[folder.at("a.zip")], KNOWN).unwrap();
    let read: Vec<_> = inputs.iter().map(|input| contents(input).unwrap()[..10].to_owned()).collect();
    assert_eq!(read, ["d/x.pgn.gz", "d/y.pgn.gz", "d/z.pgn.gz"]);
}

#[test]
fn a_name_that_is_taken_is_given_to_no_other_member() {
    let folder = Folder::new();
    let mut bytes = namesakes(&["x.pgn", "y.pgn"]);
    folder.write("a.zip", &bytes);
    assert_eq!(names(&folder, &["a.zip"]), ["a.zip:x.pgn", "a.zip:x (2).pgn"]);
    let members = ["x.pgn", "y.pgn", "x (2).pgn"];
    bytes = archive(&members, zip::CompressionMethod::STORE);
    let renamed = b"y.pgn";
    let places: Vec<_> = (0..bytes.len() - 5).filter(|&at| bytes[at..].starts_with(renamed)).collect();
    // The name is in the header and in the directory; in between is the text, whose checksum must stay right.
    for at in [places[0], places[places.len() - 1]] {
        bytes[at] = b'x';
    }
    folder.write("a.zip", &bytes);
    assert_eq!(names(&folder, &["a.zip"]), ["a.zip:x (2).pgn", "a.zip:x.pgn", "a.zip:x (3).pgn"]);
}

#[test]
fn archives_in_archives_are_reported() {
    let folder = Folder::new();
    let inner = archive(&["x.pgn"], zip::CompressionMethod::STORE);
    let mut outer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in [("b/inner.ZIP", &inner[..]), ("old.7z", b"7z"), ("y.pgn", b"*"), ("__MACOSX/z.zip", b"")] {
        outer.start_file(name, SimpleFileOptions::default()).unwrap();
        outer.write_all(bytes).unwrap();
    }
    folder.write("a.zip", &outer.finish().unwrap().into_inner());
    assert_eq!(names(&folder, &["a.zip"]), ["a.zip:y.pgn", "a.zip:b/inner.ZIP", "a.zip:old.7z"]);
    let inputs = expand(&[folder.at("a.zip")], KNOWN).unwrap();
    let error = inputs[1].open(&Limits::default()).err().expect("an error");
    let words = "nested archives are not supported; unpack it first";
    assert_eq!(error.to_string(), format!("cannot unpack `{}:b/inner.ZIP`: {words}", folder.at("a.zip")));
    assert_eq!(error.kind.exit_status(), 1);
}

#[test]
fn the_same_file_is_known_by_other_names() {
    let folder = Folder::new();
    let zip = folder.write("a.zip", &archive(&["x.pgn"], zip::CompressionMethod::STORE));
    let path = folder.write("x.pgn", b"*");
    let by = |name: &str| std::path::PathBuf::from(folder.at(name));
    std::fs::hard_link(&path, by("hard.pgn")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("x.pgn", by("soft.pgn")).unwrap();
    #[cfg(unix)]
    assert!(Input::file(&path).is_in(&by("soft.pgn")) && Input::file(&path).is_in(&by("hard.pgn")));
    assert!(Input::file(&path).is_in(&by("./x.pgn")) && Input::file(by("hard.pgn")).is_in(&by("hard.pgn")));
    assert!(!Input::file(&path).is_in(&by("a.zip")) && !Input::file(&path).is_in(&by("nowhere.pgn")));
    assert!(!Input::stdin().is_in(&by("x.pgn")));
    assert!(expand(&[zip], KNOWN).unwrap()[0].is_in(&by("a.zip")));
}
