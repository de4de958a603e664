//! Functions about clocks.

use crate::ffi::chunk::Chunk;
use crate::function::{Failure, Function, Subject, parameter};
use crate::kind::Kind;
use crate::output::Output;

pub(super) static SPENT_MS: Function = Function {
    name: "spent_ms",
    doc: "the time that each move took, in milliseconds, from the clocks after the moves and the increment in seconds; \
        NULL for the first move of each side, and where a clock is unknown",
    example: "spent_ms([60000, 60000, 58500, 59000], 0)",
    subject: Subject::Nothing,
    parameters: &[parameter("clock_ms", Kind::LongList), parameter("increment", Kind::Long)],
    returns: Kind::LongList,
    work,
};

fn work(chunk: &Chunk<'_>, out: &mut Output) -> Result<(), Failure> {
    for row in 0..chunk.rows {
        let Some((clocks, increment)) = chunk.long_list(0, row).zip(chunk.number(1, row)) else {
            out.null();
            continue;
        };
        for (ply, clock) in clocks.iter().enumerate() {
            let before = ply.checked_sub(2).and_then(|ply| clocks[ply]);
            let spent = before.zip(*clock).and_then(|(before, clock)| before.checked_sub(clock));
            out.long(spent.and_then(|spent| spent.checked_add(increment.checked_mul(1000)?)));
        }
        out.end();
    }
    Ok(())
}
