//! How large parts of files become.

use scoresheet_files::Framing;

/// The most bytes of an uncompressed part, unless a size is given.
const PLAIN: u64 = 128 << 20;
/// The most bytes of a compressed part, which are about as many games.
const PACKED: u64 = 16 << 20;
/// Parts are not made smaller than this for the sake of workers: starting on one takes as long as reading it.
const LEAST: u64 = 4 << 20;

/// How large parts become.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    plain: u64,
    packed: u64,
    workers: u64,
}

impl Sizes {
    /// At most this many stored bytes, by default what suits the compression; and so small that every one of some workers
    /// has an equal share.
    pub fn new(most: Option<u64>, workers: u64) -> Sizes {
        Sizes { plain: most.unwrap_or(PLAIN), packed: most.unwrap_or(PACKED), workers }
    }

    /// The sizes for files of which the framings and sizes are known: with them, the number of parts is a multiple of the
    /// number of workers.
    pub(crate) fn for_files(self, files: impl Iterator<Item = (Framing, u64)>) -> Sizes {
        let (plain, packed) = files.fold((0, 0), |(plain, packed), (framing, size)| match framing {
            Framing::Bytes => (plain + size, packed),
            _ => (plain, packed + size),
        });
        let share = |total, most| share(total, most, self.workers);
        Sizes { plain: share(plain, self.plain), packed: share(packed, self.packed), ..self }
    }

    /// The most bytes of a part of a file.
    pub(crate) fn of(self, framing: Framing) -> u64 {
        match framing {
            Framing::Bytes => self.plain,
            _ => self.packed,
        }
    }
}

/// A size of at most this many bytes that divides a total evenly among workers.
fn share(total: u64, most: u64, workers: u64) -> u64 {
    let workers = workers.max(1);
    let count = total.div_ceil(most.max(1)).checked_next_multiple_of(workers).unwrap_or(workers);
    total.div_ceil(count.max(1)).clamp(most.min(LEAST), most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_a_multiple_of_the_workers() {
        for (total, workers) in [(94 << 20, 2), (900 << 20, 2), (900 << 20, 7), (129 << 20, 1), (1 << 40, 96)] {
            let size = share(total, PLAIN, workers);
            assert!((LEAST..=PLAIN).contains(&size));
            assert_eq!(total.div_ceil(size) % workers, 0, "{total} bytes for {workers} workers");
        }
    }

    #[test]
    fn small_files_are_not_crumbled() {
        assert_eq!(share(10 << 20, PLAIN, 64), LEAST);
        assert_eq!(share(10 << 20, 1 << 20, 64), 1 << 20);
        assert_eq!(share(0, PLAIN, 8), LEAST);
    }

    #[test]
    fn compressed_parts_are_smaller() {
        let sizes = Sizes::new(None, 1).for_files([(Framing::Bytes, 1 << 40), (Framing::Frames, 1 << 40)].into_iter());
        assert_eq!((sizes.of(Framing::Bytes), sizes.of(Framing::Frames)), (PLAIN, PACKED));
        assert_eq!(Sizes::new(Some(5), 1).of(Framing::Blocks), 5);
    }
}
