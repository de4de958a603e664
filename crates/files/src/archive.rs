//! Members of zip archives: found once, read in place, never written anywhere, so that their names are only labels.

use crate::error::{FileError, why};
use crate::packing;
use crate::progress::Progress;
use crate::raw::Raw;
use crate::unpack::{self, Unpacked};
use flate2::Crc;
use flate2::bufread::DeflateDecoder;
use scoresheet_core::limits::Limits;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use zip::CompressionMethod;
use zip::result::ZipError;

/// A member, by where its bytes stand in the archive.
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

/// The members of an archive that look like games, by name.
pub(crate) fn members(path: &Path, label: &str, known: &[&str]) -> Result<Vec<Member>, FileError> {
    let file = File::open(path).map_err(|e| FileError::reading(label, &e))?;
    let mut archive = zip::ZipArchive::new(BufReader::new(file)).map_err(|e| broken(label, &e))?;
    let mut members = Vec::new();
    for index in 0..archive.len() {
        if !looks_like_games(&archive, index, known) {
            continue;
        }
        let file = archive.by_index_raw(index).map_err(|e| broken(label, &e))?;
        let start = file.data_start().ok_or_else(|| FileError::damaged(label, "a member has no place in it"))?;
        members.push(Member {
            name: file.name().map_err(|e| broken(label, &e))?.into_owned(),
            packed: file.compressed_size(),
            start,
            unpacked: file.size(),
            crc: file.crc32(),
            method: file.compression(),
            encrypted: file.encrypted(),
        });
    }
    members.sort_by(|a, b| a.name.cmp(&b.name));
    overlap(label, &members)?;
    Ok(members)
}

/// Hidden ones are no games: macOS puts a `__MACOSX/._x.pgn` beside each `x.pgn`.
fn looks_like_games<R: Read + Seek>(archive: &zip::ZipArchive<R>, index: usize, known: &[&str]) -> bool {
    let Some(Ok(name)) = archive.name_for_index(index) else { return false };
    let hidden = |part: &str| part == "__MACOSX" || (part.starts_with('.') && part != "." && part != "..");
    !name.ends_with('/') && !name.split(['/', '\\']).any(hidden) && packing::is_known(&name, known)
}

/// Members that share bytes are how small archives unpack to huge ones.
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
    /// Its bytes, unpacked and checked against the archive's checksum. A member that is packed once more in itself
    /// (`games.pgn.zst`) is unpacked by whoever reads it.
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
            CompressionMethod::STORE => Unpacked { spec: None, bytes: Box::new(packed) },
            CompressionMethod::DEFLATE => Unpacked { spec: None, bytes: Box::new(DeflateDecoder::new(packed)) },
            CompressionMethod::BZIP2 | CompressionMethod::ZSTD | CompressionMethod::XZ => {
                unpack::unpack(packed, limits, 1).map_err(|e| unpack::failure(label, None, &e))?
            }
            method => {
                return Err(FileError::unknown(label, &format!("zip members packed by {method} are not read here")));
            }
        };
        Ok(Box::new(Checked { unpacked, label: label.to_owned(), crc: Crc::new(), member: self.clone(), given: 0 }))
    }

    /// Whether its bytes in the archive are fewer than it has, so that a limit on unpacking applies.
    pub(crate) fn is_packed(&self) -> bool {
        self.method != CompressionMethod::STORE
    }
}

/// Compares length and checksum at the end of a member.
struct Checked {
    unpacked: Unpacked,
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
                return Err(unpack::failure(&self.label, self.unpacked.spec, &error).at(self.given).into());
            }
            Err(error) => return Err(damaged(&format!("the zip member is damaged: {error}"), self.given)),
        };
        self.crc.update(&buffer[..count]);
        self.given += count as u64;
        if count > 0 || buffer.is_empty() {
            return Ok(count);
        }
        if self.given != self.member.unpacked {
            return Err(damaged("the zip member is cut short", self.given));
        }
        if self.crc.sum() != self.member.crc {
            return Err(damaged("the zip member does not fit its checksum", self.given));
        }
        Ok(0)
    }
}
