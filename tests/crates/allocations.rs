// Behind the example, whose `main` has another name: counts how often it allocates for a file, once and many times over.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

struct Counting;

// SAFETY: the allocator of the system does everything.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() -> Result<(), Box<dyn Error>> {
    count()?;
    let path = std::env::args_os().nth(1).ok_or("a file")?;
    let file = std::fs::read(path)?;
    for times in [1, 100] {
        let text = file.repeat(times);
        let before = ALLOCATIONS.load(Relaxed);
        let counts = visit(&text[..], &mut Castlings::default())?;
        println!("{} {} {}", text.len().div_ceil(BLOCK), counts.games, ALLOCATIONS.load(Relaxed) - before);
    }
    Ok(())
}
