//! Bounds on reading a columnar file: limits, and library panics turned into errors.

use crate::Error;
use scoresheet_parallel::{Panicked, catch};
use std::cell::Cell;
use std::panic;
use std::sync::Once;

/// Unpacked bytes that are exempt from the limit on the compression ratio: small files may be compressed to any degree.
const FREE: u64 = 64 << 20;

/// Fails if `packed` bytes at this place are declared to unpack to `unpacked` ones and that exceeds the limit.
pub(super) fn check_ratio(packed: u64, unpacked: u64, ratio: u64, byte: u64) -> Result<(), Error> {
    if unpacked <= FREE || unpacked <= packed.saturating_mul(ratio) {
        return Ok(());
    }
    Err(Error::Limit {
        why: format!("{packed} bytes of it unpack to {unpacked}, more than {ratio} times as many"),
        byte,
    })
}

/// Runs library code on bytes at this place. If it panics because of unexpected bytes, the file is damaged. None of our
/// state can be left inconsistent.
pub(crate) fn guarded<T>(byte: u64, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    let was = quietly(true);
    let done = catch(work);
    quietly(was);
    let damaged =
        |panic: Panicked| Error::damaged(panic.message().unwrap_or("its parts do not fit together").to_owned());
    done.unwrap_or_else(|panic| Err(damaged(panic))).map_err(|error| error.near(byte))
}

thread_local! {
    /// Whether panics of this thread are reported as errors, so that they print nothing.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Sets whether panics of this thread print nothing; returns the previous setting.
fn quietly(quiet: bool) -> bool {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.try_with(Cell::get).unwrap_or(false) {
                usual(info);
            }
        }));
    });
    QUIET.replace(quiet)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_files_may_be_packed_tightly() {
        assert!(check_ratio(10, FREE, 1000, 0).is_ok());
        assert!(check_ratio(10, FREE + 1, 1000, 0).is_err());
        assert!(check_ratio(FREE, 1000 * FREE, 1000, 0).is_ok());
    }

    #[test]
    fn a_panic_is_a_damaged_file_at_a_place() {
        let error = guarded::<()>(7, || panic!("too short")).unwrap_err();
        assert_eq!((error.byte(), error.to_string().contains("too short")), (Some(7), true));
        assert_eq!(guarded::<()>(7, || Err(Error::damaged("x").near(3))).unwrap_err().byte(), Some(3));
    }
}
