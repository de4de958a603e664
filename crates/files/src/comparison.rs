//! The size of the same bytes in other compressors. The compressed bytes are counted and not kept.

use flate2::write::GzEncoder;
use liblzma::stream::{Check, PRESET_EXTREME, Stream};
use liblzma::write::XzEncoder;
use std::io::{self, Write};

/// A compressed size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedSize {
    /// The compressor and its level, in the syntax of its command: `xz -9e`.
    pub by: &'static str,
    /// The number of bytes.
    pub bytes: u64,
}

/// Compresses bytes with several compressors, each at a high level.
///
/// All of them together take one or two seconds per megabyte. They need memory for their windows, not for all bytes:
/// mostly xz, nearly 700 MB for large inputs.
///
/// ```
/// use scoresheet_files::Comparison;
///
/// let mut comparison = Comparison::new()?;
/// comparison.add(&[b'a'; 500])?;
/// comparison.add(&[b'a'; 500])?;
/// let sizes = comparison.finish()?;
/// assert_eq!(sizes.iter().map(|size| size.by).collect::<Vec<_>>(), ["gzip -9", "xz -9e", "zstd -19"]);
/// assert!(sizes.iter().all(|size| size.bytes < 100));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Comparison {
    gzip: GzEncoder<Count>,
    xz: XzEncoder<Count>,
    zstd: zstd::Encoder<'static, Count>,
}

impl Comparison {
    /// A comparison without any bytes.
    ///
    /// # Errors
    /// If a compressor gets no memory.
    pub fn new() -> io::Result<Comparison> {
        let xz = Stream::new_easy_encoder(9 | PRESET_EXTREME, Check::Crc64)?;
        let mut zstd = zstd::Encoder::new(Count::default(), 19)?;
        zstd.include_checksum(true)?;
        Ok(Comparison {
            gzip: GzEncoder::new(Count::default(), flate2::Compression::best()),
            xz: XzEncoder::new_stream(Count::default(), xz),
            zstd,
        })
    }

    /// Compresses more bytes.
    ///
    /// # Errors
    /// If a compressor gets no memory.
    pub fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.gzip.write_all(bytes)?;
        self.xz.write_all(bytes)?;
        self.zstd.write_all(bytes)
    }

    /// The compressed sizes of all bytes.
    ///
    /// # Errors
    /// If a compressor gets no memory.
    pub fn finish(self) -> io::Result<Vec<PackedSize>> {
        let size = |by, Count(bytes)| PackedSize { by, bytes };
        Ok(vec![
            size("gzip -9", self.gzip.finish()?),
            size("xz -9e", self.xz.finish()?),
            size("zstd -19", self.zstd.finish()?),
        ])
    }
}

/// Counts bytes and discards them.
#[derive(Default)]
struct Count(u64);

impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
