//! Files and folders that are not complete yet, or that are used only while a process works.
//!
//! They are hidden, and they belong to the process that created them: it holds a lock, which the system releases when
//! the process ends for any reason. Files that no living process has locked are leftovers, and the next process that
//! works in the same place removes them. The name contains the host of the process, because not every file system
//! shares locks between hosts: files of another host are never touched.

use scoresheet_parallel::Background;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Once, OnceLock};

/// The end of the names of temporary files and folders.
pub(crate) const ENDING: &str = ".scoresheet-part";
/// Added to the name of a folder, this is the name of the file that its process has locked. Not every system can lock
/// folders.
const GUARD: &str = ".lock";
/// How many characters of the name of the output are used: file systems allow 255 bytes.
const NAME_KEPT: usize = 50;
/// The start of the names of temporary files that do not become outputs.
const SCRATCH_STEM: &str = "scoresheet.";

/// Whether a file with this name belongs to a run that is active, or was left by one that was killed.
pub fn is_temporary(name: &str) -> bool {
    name.starts_with('.') && name.strip_suffix(GUARD).unwrap_or(name).ends_with(ENDING)
}

/// Removes what dead processes of this host have left of `target`, or of all outputs in its folder if it names none.
/// Files that cannot be removed remain without a report, because they do no harm.
pub fn sweep(folder: &Path, target: Option<&Path>) {
    sweep_stem(folder, &target.map_or_else(String::new, stem_of));
}

/// A file that is removed unless it is given its name.
#[derive(Debug)]
pub(crate) struct Temporary {
    path: PathBuf,
    /// The same open file as the writer's; its lock lasts until the file has its name.
    _lock: File,
    named: bool,
}

/// A folder that is removed with all that is in it.
///
/// ```
/// use scoresheet_files::ScratchFolder;
///
/// let scratch = ScratchFolder::create(None)?;
/// let path = scratch.path().to_owned();
/// std::fs::write(path.join("1.run"), "rows")?;
/// drop(scratch);
/// assert!(!path.exists());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct ScratchFolder {
    path: PathBuf,
    guard: PathBuf,
    _lock: File,
    /// A forked child has the same object, and must not touch its parent's folder.
    process: u32,
}

impl Temporary {
    /// A new file that will become `target`.
    pub(crate) fn beside(target: &Path) -> io::Result<(Temporary, File)> {
        target.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let (path, file) = locked(folder_of(target), &stem_of(target), "", new_file)?;
        Ok((Temporary { path, _lock: file.try_clone()?, named: false }, file))
    }

    /// Gives the file its name, and replaces an existing file.
    pub(crate) fn replace(mut self, target: &Path) -> io::Result<()> {
        if let Ok(old) = target.metadata() {
            // A file that is replaced keeps its permissions; if that is not possible, the new one keeps its own.
            let _ = fs::set_permissions(&self.path, old.permissions());
        }
        let old = held_open(target);
        fs::rename(&self.path, target)?;
        self.named = true;
        if let Some(old) = old {
            // Without a thread, it is closed here.
            let _ = Background::spawn(move || drop(old));
        }
        remember(target);
        Ok(())
    }

    /// Gives the file its name, unless a file of this name exists by now.
    pub(crate) fn name(self, target: &Path) -> io::Result<()> {
        // The other name, if it is left, is removed when this is dropped.
        name_new(&self.path, target)?;
        remember(target);
        Ok(())
    }
}

/// The smallest file whose removal takes longer than starting a thread.
const LARGE: u64 = 4 << 20;

/// A large file that is about to be replaced, opened. The system frees what it occupies when it is closed, which takes
/// milliseconds, so that another thread can do this. Not every other system lets open files be replaced.
fn held_open(path: &Path) -> Option<File> {
    let about = path.symlink_metadata().ok().filter(|_| cfg!(unix))?;
    if about.is_file() && about.len() >= LARGE { File::open(path).ok() } else { None }
}

/// Gives a file another name, unless a file of this name exists by now. Its old name may be left.
pub(crate) fn name_new(path: &Path, target: &Path) -> io::Result<()> {
    match fs::hard_link(path, target) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // Some file systems do not support second names.
        Err(_) if target.symlink_metadata().is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(path, target),
        Ok(()) => Ok(()),
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.named {
            // It may already be gone, which is fine.
            let _ = fs::remove_file(&self.path);
        }
    }
}

impl ScratchFolder {
    /// A new folder, different from those that dead processes have left: next to `target`, else among the temporary
    /// files of the system.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn create(target: Option<&Path>) -> io::Result<ScratchFolder> {
        let place = target.map_or_else(std::env::temp_dir, |target| folder_of(target).to_owned());
        let stem = target.map_or_else(|| SCRATCH_STEM.to_owned(), stem_of);
        sweep_stem(&place, &stem);
        ScratchFolder::named(&place, &stem)
    }

    /// Removes what dead processes have left among the temporary files of the system.
    pub fn sweep() {
        sweep_stem(&std::env::temp_dir(), SCRATCH_STEM);
    }

    /// A new folder inside `place`.
    pub(crate) fn inside(place: &Path) -> io::Result<ScratchFolder> {
        ScratchFolder::named(place, "")
    }

    fn named(place: &Path, stem: &str) -> io::Result<ScratchFolder> {
        // The guard is created first and removed last: a folder without one would have no owner.
        let (guard, lock) = locked(place, stem, GUARD, new_file)?;
        let path = guard.with_extension("");
        match new_folder(&path, stem == SCRATCH_STEM) {
            Ok(()) => Ok(ScratchFolder { path, guard, _lock: lock, process: std::process::id() }),
            Err(error) => {
                let _ = fs::remove_file(&guard);
                Err(error)
            }
        }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        if self.process == std::process::id() {
            remove_guarded(&self.path, &self.guard);
        }
    }
}

/// A file that can be read and written, has no name, and is deleted when it is closed.
///
/// The first call of a process removes the leftovers of dead processes: one that is killed between the two steps below leaves
/// a file with a name.
///
/// # Errors
/// If it cannot be made.
pub fn nameless() -> io::Result<File> {
    static SWEPT: Once = Once::new();
    SWEPT.call_once(ScratchFolder::sweep);
    let (path, file) = locked(&std::env::temp_dir(), SCRATCH_STEM, "", new_nameless)?;
    if cfg!(unix) {
        fs::remove_file(path)?;
    }
    Ok(file)
}

#[cfg(unix)]
fn new_nameless(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create_new(true).open(path)
}

#[cfg(windows)]
fn new_nameless(path: &Path) -> io::Result<File> {
    use std::os::windows::fs::OpenOptionsExt;
    const DELETE_ON_CLOSE: u32 = 0x0400_0000;
    OpenOptions::new().read(true).write(true).create_new(true).custom_flags(DELETE_ON_CLOSE).open(path)
}

fn new_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// A new locked file whose hidden name starts with `stem`.
fn locked(
    folder: &Path,
    stem: &str,
    ending: &str,
    create: impl Fn(&Path) -> io::Result<File>,
) -> io::Result<(PathBuf, File)> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    loop {
        let owner = format!("{}-{}-{}", host(), std::process::id(), COUNT.fetch_add(1, Relaxed));
        let path = folder.join(format!(".{stem}{owner}{ENDING}{ending}"));
        match create(&path) {
            // Left by a process that had the same number.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(file) => match file.try_lock() {
                // A process that swept the folder at this moment took it for a leftover.
                Err(TryLockError::WouldBlock) => {}
                Ok(()) if !path.exists() => {}
                // If locking is not supported, no other process can lock it either, so it is never swept.
                Ok(()) | Err(TryLockError::Error(_)) => return Ok((path, file)),
            },
        }
    }
}

/// A new folder. A private one is not accessible to other users, because the temporary files of the system are in a
/// shared place.
#[cfg(unix)]
fn new_folder(path: &Path, private: bool) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().mode(if private { 0o700 } else { 0o777 }).create(path)
}

#[cfg(not(unix))]
fn new_folder(path: &Path, _private: bool) -> io::Result<()> {
    fs::create_dir(path)
}

fn sweep_stem(folder: &Path, stem: &str) {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        // The names of outputs need not be UTF-8, but those of temporary files are.
        if let Some(name) = name.to_str().filter(|name| is_ours(name, stem)) {
            remove_if_left(&folder.join(name));
        }
    }
}

/// Whether a file of this name was created on this host for outputs with the stem `stem`, or for any if that is empty.
fn is_ours(name: &str, stem: &str) -> bool {
    let Some(rest) = name.strip_prefix('.').filter(|_| is_temporary(name)) else { return false };
    let rest = rest.strip_suffix(GUARD).unwrap_or(rest).trim_end_matches(ENDING);
    let owner = if stem.is_empty() { rest.rsplit('.').next() } else { rest.strip_prefix(stem) };
    let mut parts = owner.unwrap_or_default().split('-');
    let is_number = |part: Option<&str>| part.is_some_and(|part| part.parse::<u32>().is_ok());
    parts.next() == Some(host()) && is_number(parts.next()) && is_number(parts.next()) && parts.next().is_none()
}

/// Removes a file that no process has locked, and the folder that it guards.
fn remove_if_left(path: &Path) {
    // Links are not followed, and only our own files are opened, because opening a pipe would block.
    if !path.symlink_metadata().is_ok_and(|about| about.is_file()) {
        return;
    }
    let Ok(file) = OpenOptions::new().write(true).open(path) else { return };
    if file.try_lock().is_err() {
        return;
    }
    if path.extension().is_some_and(|ending| ending == GUARD.trim_start_matches('.')) {
        remove_guarded(&path.with_extension(""), path);
    } else {
        let _ = fs::remove_file(path);
    }
}

fn remove_guarded(folder: &Path, guard: &Path) {
    match fs::remove_dir_all(folder) {
        // As long as some files remain, the guard identifies their owner.
        Err(error) if error.kind() != io::ErrorKind::NotFound => {}
        _ => {
            let _ = fs::remove_file(guard);
        }
    }
}

/// The folder that a file is in.
fn folder_of(target: &Path) -> &Path {
    target.parent().unwrap_or(Path::new(""))
}

/// The start of the names of the temporary files of an output.
fn stem_of(target: &Path) -> String {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    name.chars().take(NAME_KEPT).chain(['.']).collect()
}

/// A short hash of the name of this host.
fn host() -> &'static str {
    static HOST: OnceLock<String> = OnceLock::new();
    HOST.get_or_init(|| {
        let variable = |name: &str| std::env::var(name).ok();
        let named =
            fs::read_to_string("/proc/sys/kernel/hostname").ok().or_else(|| fs::read_to_string("/etc/hostname").ok());
        let name = named.or_else(|| variable("COMPUTERNAME")).or_else(|| variable("HOSTNAME")).unwrap_or_default();
        // FNV-1a, which is the same in every release, so that leftovers of older ones are recognized.
        let hash =
            name.trim().bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        format!("{hash:08x}")
    })
}

/// Makes the new name survive a power failure, if the system supports that.
fn remember(target: &Path) {
    let folder = target.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("scoresheet-temporary-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).expect("a folder");
        path
    }

    fn names(path: &Path) -> Vec<String> {
        let entries = fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").file_name());
        let mut names: Vec<_> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// Files as a process that was killed leaves them: no lock is held.
    fn leave(folder: &Path, stem: &str, host: &str) -> String {
        let name = format!(".{stem}{host}-1-7{ENDING}");
        fs::write(folder.join(&name), "half").expect("a file");
        name
    }

    #[test]
    fn leftovers_of_the_same_output_are_removed() {
        let path = place("swept");
        let target = path.join("a.b.pgn");
        leave(&path, "a.b.pgn.", host());
        let others = [leave(&path, "a.pgn.", host()), leave(&path, "b.pgn.", host())];
        let foreign = leave(&path, "a.b.pgn.", "00000000");
        let (living, _file) = Temporary::beside(&target).expect("a file");
        let own = living.path.file_name().expect("a name").to_string_lossy().into_owned();
        sweep(&path, Some(&target));
        let mut expected = vec![foreign.clone(), own, others[0].clone(), others[1].clone()];
        expected.sort();
        assert_eq!(names(&path), expected, "the dead one is gone, the living and the foreign ones are not");
        sweep(&path, None);
        assert_eq!(names(&path).len(), 2, "all of this host's are gone");
        drop(living);
        assert_eq!(names(&path), [foreign]);
        fs::remove_dir_all(&path).expect("gone");
    }

    #[test]
    fn a_large_file_is_replaced() {
        use std::io::Write;
        let path = place("replaced");
        let target = path.join("a.pgn");
        File::create(&target).expect("a file").set_len(LARGE).expect("large");
        let (temporary, mut file) = Temporary::beside(&target).expect("a file");
        file.write_all(b"games").expect("written");
        temporary.replace(&target).expect("replaced");
        assert_eq!(fs::read(&target).expect("read"), b"games");
        assert_eq!(names(&path), ["a.pgn"]);
        fs::remove_dir_all(&path).expect("gone");
    }

    #[test]
    fn folders_go_with_their_guards() {
        let path = place("folders");
        let target = path.join("x.parquet");
        let living = ScratchFolder::create(Some(&target)).expect("a folder");
        fs::write(living.path().join("1.run"), "rows").expect("a file");
        let dead = format!(".x.parquet.{}-1-7{ENDING}", host());
        fs::create_dir(path.join(&dead)).expect("a folder");
        fs::write(path.join(&dead).join("1.run"), "rows").expect("a file");
        fs::write(path.join(format!("{dead}{GUARD}")), "").expect("a file");
        assert!(names(&path).iter().all(|name| is_temporary(name)));
        sweep(&path, Some(&target));
        assert!(living.path().join("1.run").exists());
        assert_eq!(names(&path).len(), 2);
        drop(living);
        assert_eq!(names(&path), Vec::<String>::new());
        fs::remove_dir_all(&path).expect("gone");
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_looks_into_folders_in_the_place_of_all_users() {
        use std::os::unix::fs::PermissionsExt;
        let scratch = ScratchFolder::create(None).expect("a folder");
        assert_eq!(scratch.path().metadata().expect("there").permissions().mode() & 0o777, 0o700);
    }

    #[test]
    fn files_without_a_name_are_read_back() {
        use std::io::{Read, Seek, Write};
        let left = leave(&std::env::temp_dir(), SCRATCH_STEM, host());
        let mut file = nameless().expect("a file");
        assert!(!std::env::temp_dir().join(left).exists(), "what a dead process has left is gone");
        file.write_all(b"games").expect("written");
        file.rewind().expect("at the start");
        let mut all = String::new();
        file.read_to_string(&mut all).expect("read");
        assert_eq!(all, "games");
    }

    #[test]
    fn names_that_only_look_like_temporary_files_are_left_alone() {
        let host = host();
        for name in [
            format!(".x.{host}-1-7"),
            format!("x.{host}-1-7{ENDING}"),
            format!(".x.{host}-1{ENDING}"),
            format!(".x.{host}-a-7{ENDING}"),
            format!(".x.{host}-1-7-9{ENDING}"),
            format!(".x.1-7{ENDING}"),
        ] {
            assert!(!is_ours(&name, "x.") && !is_ours(&name, ""), "{name}");
        }
        assert!(is_ours(&format!(".x.{host}-1-7{ENDING}"), "x."));
        assert!(is_ours(&format!(".x.{host}-1-7{ENDING}{GUARD}"), ""));
        assert!(is_ours(&format!(".{host}-1-7{ENDING}{GUARD}"), ""));
    }
}
