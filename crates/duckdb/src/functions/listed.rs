//! The list of functions, for help and documentation.

use super::ALL;
use crate::ffi::chunk::Chunk;
use crate::function::{Failure, Function, Parameter, Subject};
use crate::kind::Kind;
use crate::output::Output;

pub(super) static SCORESHEET_FUNCTIONS: Function = Function {
    name: "scoresheet_functions",
    doc: "all functions, as JSON: name, parameters, type, description, example",
    example: "json_array_length(scoresheet_functions()) > 10",
    subject: Subject::Nothing,
    parameters: &[],
    returns: Kind::Text,
    work,
};

fn work(chunk: &Chunk<'_>, out: &mut Output) -> Result<(), Failure> {
    for _ in 0..chunk.rows {
        out.text(|text| text.extend_from_slice(format!("[{}]", ALL.map(row).join(",")).as_bytes()));
        out.end();
    }
    Ok(())
}

fn row(function: &Function) -> String {
    let signature = |parameters: Vec<&Parameter>| -> String {
        let all: Vec<String> = parameters.iter().map(|one| format!("{} {}", one.name, one.kind.sql())).collect();
        quoted(&all.join(", "))
    };
    let signatures: Vec<String> = function.signatures().into_iter().map(signature).collect();
    format!(
        "{{\"name\":{},\"parameters\":[{}],\"type\":{},\"doc\":{},\"example\":{}}}",
        quoted(function.name),
        signatures.join(","),
        quoted(function.returns.sql()),
        quoted(function.doc),
        quoted(function.example)
    )
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
