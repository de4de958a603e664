//! Members of zip archives: listed once, read in place, and never extracted, so their names are only labels.

use crate::compression;
use crate::decompress::{self, DecompressOptions, Decompressed};
use crate::error::{FileError, why};
use crate::progress::Progress;
use crate::raw::Raw;
use flate2::Crc;
use flate2::bufread::DeflateDecoder;
use scoresheet_core::limits::Limits;
use scoresheet_core::text::printable;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use zip::CompressionMethod;
use zip::read::{Config, ZipFileEntry};
use zip::result::ZipError;
use zip::unstable::read::ZipIterable;

/// A member, identified by the place of its bytes in the archive.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) packed: u64,
    start: u64,
    unpacked: u64,
    crc: u32,
    method: CompressionMethod,
    encrypted: bool,
}

/// The relevant content of an archive.
#[derive(Debug)]
pub(crate) enum ZipMember {
    /// A member that looks like games.
    Games(Member),
    /// An archive inside the archive, which is not read.
    Archive(FileError),
}

/// The members of an archive that look like games, by name, and the archives inside it. Members with the same name are
/// distinguished by their order: the second `x.pgn` is called `x (2).pgn`.
pub(crate) fn members(path: &Path, label: &str, known: &[&str]) -> Result<Vec<ZipMember>, FileError> {
    let file = File::open(path).map_err(|e| FileError::reading(label, &e))?;
    // Entry by entry, because the library's other reader keeps only one entry of each name.
    let mut archive = ZipIterable::try_new(BufReader::new(file), Config::default()).map_err(|e| broken(label, &e))?;
    let mut file = File::open(path).map_err(|e| FileError::reading(label, &e))?;
    let (mut members, mut inner) = (Vec::new(), Vec::new());
    for entry in archive.files().map_err(|e| broken(label, &e))? {
        let entry = entry.map_err(|e| broken(label, &e))?;
        let name = entry.name().unwrap_or_else(|_| String::from_utf8_lossy(entry.name_raw())).into_owned();
        if is_hidden(&name) {
            continue;
        }
        if compression::is_known(&name, known) {
            members.push(member(&entry, name, &mut file, label)?);
        } else if compression::of_name(&name).is_some_and(|spec| !compression::is_stream(spec.compression)) {
            inner.push(name);
        }
    }
    members.sort_by(|a, b| a.name.cmp(&b.name));
    overlap(label, &members)?;
    number_namesakes(&mut members);
    let inner = inner.iter().map(|name| {
        let label = format!("{label}:{}", printable(name));
        ZipMember::Archive(FileError::unknown(&label, "nested archives are not supported; unpack it first"))
    });
    Ok(members.into_iter().map(ZipMember::Games).chain(inner).collect())
}

fn member(entry: &ZipFileEntry<'_>, name: String, file: &mut File, label: &str) -> Result<Member, FileError> {
    let start = data_start(file, entry.header_start())
        .map_err(|e| FileError::damaged(label, &format!("the zip archive cannot be read: {}", why(&e))))?;
    Ok(Member {
        start: start
            .ok_or_else(|| FileError::damaged(label, "a member is not at the offset that the archive gives"))?,
        name,
        packed: entry.compressed_size(),
        unpacked: entry.size(),
        crc: entry.crc32(),
        method: entry.compression(),
        encrypted: entry.encrypted(),
    })
}

/// The start of a member's bytes: after its own header, whose last two fields have variable lengths. `None` if there is
/// no header.
fn data_start(file: &mut File, header: u64) -> io::Result<Option<u64>> {
    let mut fields = [0; 30];
    file.seek(SeekFrom::Start(header))?;
    file.read_exact(&mut fields)?;
    let length = |at: usize| u64::from(u16::from_le_bytes([fields[at], fields[at + 1]]));
    let start = header.checked_add(fields.len() as u64 + length(26) + length(28));
    Ok(start.filter(|_| fields.starts_with(b"PK\x03\x04")))
}

/// Hidden files are not games: macOS adds a `__MACOSX/._x.pgn` for each `x.pgn`.
fn is_hidden(name: &str) -> bool {
    let hidden = |part: &str| part == "__MACOSX" || (part.starts_with('.') && part != "." && part != "..");
    name.ends_with('/') || name.split(['/', '\\']).any(hidden)
}

/// Renames all members with the same name except for the first. They are sorted by name.
fn number_namesakes(members: &mut [Member]) {
    let mut taken: HashSet<String> = members.iter().map(|member| member.name.clone()).collect();
    let mut namesakes = (String::new(), 0);
    for member in members {
        if member.name != namesakes.0 {
            namesakes = (member.name.clone(), 1);
            continue;
        }
        let file = member.name.rfind(['/', '\\']).map_or(0, |at| at + 1);
        let ending = member.name[file..].find('.').map_or(member.name.len(), |at| file + at);
        let (stem, ending) = member.name.split_at(ending);
        member.name = loop {
            namesakes.1 += 1;
            let name = format!("{stem} ({}){ending}", namesakes.1);
            if taken.insert(name.clone()) {
                break name;
            }
        };
    }
}

/// Small archives unpack to huge ones by having members share bytes.
fn overlap(label: &str, members: &[Member]) -> Result<(), FileError> {
    let mut places: Vec<_> = members.iter().map(|m| (m.start, m.start.saturating_add(m.packed))).collect();
    places.sort_unstable();
    if places.windows(2).any(|pair| pair[1].0 < pair[0].1) {
        return Err(FileError::damaged(label, "two members of the archive share the same bytes"));
    }
    Ok(())
}

fn broken(label: &str, error: &ZipError) -> FileError {
    match error {
        ZipError::Io(error) => FileError::damaged(label, &format!("the zip archive cannot be read: {}", why(error))),
        error => FileError::damaged(label, &format!("the zip archive is damaged: {error}")),
    }
}

impl Member {
    /// Its bytes, unpacked and checked against the checksum of the archive. A member that is itself compressed
    /// (`games.pgn.zst`) is decompressed by the code that reads it.
    pub(crate) fn open(
        &self,
        archive: &Path,
        label: &str,
        progress: &Arc<Progress>,
        limits: &Limits,
    ) -> Result<Box<dyn Read + Send>, FileError> {
        if self.encrypted {
            return Err(FileError::unknown(label, "the member is encrypted; unpack it first"));
        }
        let reading = |error: io::Error| FileError::reading(label, &error);
        let mut file = File::open(archive).map_err(reading)?;
        file.seek(SeekFrom::Start(self.start)).map_err(reading)?;
        let raw = Raw::new(label, Box::new(file.take(self.packed)), Arc::clone(progress));
        let packed = BufReader::with_capacity(64 << 10, raw);
        let unpacked = match self.method {
            CompressionMethod::STORE => Decompressed { spec: None, bytes: Box::new(packed) },
            CompressionMethod::DEFLATE => Decompressed { spec: None, bytes: Box::new(DeflateDecoder::new(packed)) },
            CompressionMethod::BZIP2 | CompressionMethod::ZSTD | CompressionMethod::XZ => {
                let how = DecompressOptions { limits, threads: 1, progress, is_uncompressed: |_| false };
                decompress::decompress(packed, how).map_err(|e| decompress::failure(label, None, &e))?
            }
            method => {
                return Err(FileError::unknown(
                    label,
                    &format!("zip members compressed with {method} are not supported"),
                ));
            }
        };
        Ok(Box::new(Checked { unpacked, label: label.to_owned(), crc: Crc::new(), member: self.clone(), given: 0 }))
    }

    /// Whether it is compressed in the archive, so that the limit on unpacking applies.
    pub(crate) fn is_packed(&self) -> bool {
        self.method != CompressionMethod::STORE
    }
}

/// Checks length and checksum at the end of a member.
struct Checked {
    unpacked: Decompressed,
    label: String,
    member: Member,
    crc: Crc,
    given: u64,
}

impl Read for Checked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let damaged = |why: &str, given| io::Error::from(FileError::damaged(&self.label, why).at(given));
        let count = match self.unpacked.bytes.read(buffer) {
            Ok(count) => count,
            Err(error) if self.unpacked.spec.is_some() || FileError::inside(&error).is_some() => {
                return Err(decompress::failure(&self.label, self.unpacked.spec, &error).at(self.given).into());
            }
            Err(error) => return Err(damaged(&format!("the zip member is damaged: {error}"), self.given)),
        };
        self.crc.update(&buffer[..count]);
        self.given += count as u64;
        if count > 0 || buffer.is_empty() {
            return Ok(count);
        }
        if self.given != self.member.unpacked {
            return Err(damaged("the zip member is truncated", self.given));
        }
        if self.crc.sum() != self.member.crc {
            return Err(damaged("the checksum of the zip member is wrong", self.given));
        }
        Ok(0)
    }
}
