//! A program without std: its allocator and its panic handler are its own, and rustc accepts no second panic handler, which std
//! would bring. It ends with the number of castlings in the games below as its status.
#![no_std]
#![no_main]

extern crate alloc;

use core::alloc::{GlobalAlloc, Layout};
use core::cell::UnsafeCell;
use core::panic::PanicInfo;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use scoresheet_core::game::AnyGames;
use scoresheet_core::read::{Record, Settings};

const GAMES: &[u8] = b"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 O-O *\n\n\
    [FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n\n1. O-O-O+ O-O *\n";

/// Memory that is handed out once, from its start.
struct Heap {
    bytes: UnsafeCell<[u8; 16 << 20]>,
    used: AtomicUsize,
}

// SAFETY: no two calls hand out the same bytes.
unsafe impl Sync for Heap {}

// SAFETY: what is handed out is inside of the array, aligned, and never handed out again.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let first = self.bytes.get().cast::<u8>();
        let needed = layout.size() + layout.align();
        let start = self.used.fetch_add(needed, Relaxed);
        if start + needed > 16 << 20 {
            return core::ptr::null_mut();
        }
        let padding = first.wrapping_add(start).align_offset(layout.align());
        first.wrapping_add(start + padding)
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static HEAP: Heap = Heap { bytes: UnsafeCell::new([0; 16 << 20]), used: AtomicUsize::new(0) };

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}

// The libraries `core` and `alloc` are compiled for programs that unwind, and name these. Nothing calls them.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

#[unsafe(no_mangle)]
extern "C" fn _Unwind_Resume() -> ! {
    loop {}
}

// What starts the program, and `memcpy`.
#[link(name = "c")]
unsafe extern "C" {}

#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let mut games = AnyGames::new(GAMES, &Settings::default());
    let mut record = Record::new();
    let mut castlings = 0;
    while games.next(&mut record, &mut ()) {
        castlings += record.plies.iter().filter(|ply| ply.castle() != 0).count();
    }
    castlings as i32
}
