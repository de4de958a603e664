//! The way of native threads into the interpreter, which is closed before the interpreter ends.
//!
//! A thread that enters the interpreter while it ends, or returns to it, is ended in the middle of its work, and the process is
//! aborted. So a function that runs at exit closes the way first: no thread enters after that, and it waits a while for
//! those that are inside.

use pyo3::prelude::*;
use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::SeqCst};
use std::thread::{ThreadId, current, park, sleep};
use std::time::{Duration, Instant};

/// Whether the interpreter is about to end.
static ENDS: AtomicBool = AtomicBool::new(false);
/// Whether it no longer waits for the threads inside.
static GONE: AtomicBool = AtomicBool::new(false);
/// The number of threads that are inside, or about to look whether they may enter.
static INSIDE: AtomicUsize = AtomicUsize::new(0);
/// The process that the module was loaded in. Threads do not survive a fork, and those inside are not counted in a child.
static PROCESS: AtomicU32 = AtomicU32::new(0);
/// The thread that ends the interpreter, which still uses it.
static LAST: OnceLock<ThreadId> = OnceLock::new();

/// How long the end waits for threads that are inside. One that waits for more, as for a pipe, is left alone.
const PATIENCE: Duration = Duration::from_secs(1);
/// The time between two looks at them.
const LOOK: Duration = Duration::from_millis(1);

thread_local! {
    /// How often this thread has entered.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// A thread that is inside, until this is dropped.
struct Entered;

impl Entered {
    /// Enters, unless the interpreter ends.
    fn new() -> Option<Entered> {
        INSIDE.fetch_add(1, SeqCst);
        let entered = Entered;
        DEPTH.set(DEPTH.get() + 1);
        let is_closed = if DEPTH.get() > 1 { GONE.load(SeqCst) } else { ENDS.load(SeqCst) };
        let may_enter = !is_closed || is_last();
        may_enter.then_some(entered)
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get() - 1);
        INSIDE.fetch_sub(1, SeqCst);
    }
}

fn is_last() -> bool {
    LAST.get() == Some(&current().id())
}

/// Works in Python, on any thread; `None` if the interpreter ends.
pub(crate) fn attached<T>(work: impl FnOnce(Python<'_>) -> T) -> Option<T> {
    let _entered = Entered::new()?;
    Python::try_attach(work)
}

/// Works without Python, so that its other threads continue. If the interpreter ends meanwhile, this does not return.
pub(crate) fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> T {
    let (done, entered) = py.detach(|| {
        let done = work();
        match Entered::new() {
            Some(entered) => (done, entered),
            None => loop {
                park(); // the process ends soon
            },
        }
    });
    drop(entered);
    done
}

/// Whether the interpreter ends, so that threads that may need it must not be waited for.
pub(crate) fn ends() -> bool {
    ENDS.load(SeqCst)
}

/// Has the way closed before the interpreter ends.
pub(crate) fn guard(module: &Bound<'_, PyModule>) -> PyResult<()> {
    PROCESS.store(std::process::id(), SeqCst);
    let at_exit = module.py().import("atexit")?;
    at_exit.call_method1("register", (wrap_pyfunction!(close, module)?,)).map(drop)
}

/// Closes the way, and waits for those who are inside.
#[pyfunction]
fn close(py: Python<'_>) {
    let _ = LAST.set(current().id());
    ENDS.store(true, SeqCst);
    if PROCESS.load(SeqCst) == std::process::id() {
        py.detach(|| {
            let end = Instant::now() + PATIENCE;
            while INSIDE.load(SeqCst) > 0 && Instant::now() < end {
                sleep(LOOK);
            }
        });
    }
    GONE.store(true, SeqCst);
}
