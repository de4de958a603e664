//! The list of functions, for help and documentation.

use super::ALL;
use crate::ffi::chunk::Chunk;
use crate::function::{Failure, Function, Parameter, Subject};
use crate::kind::Kind;
use crate::output::Output;
use crate::tables::{self, TableFunction};

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
        let rows: Vec<String> = ALL.iter().copied().map(row).chain(tables::ALL.map(table_row)).collect();
        out.text(|text| text.extend_from_slice(format!("[{}]", rows.join(",")).as_bytes()));
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
    entry(function.name, &signatures.join(","), function.returns.sql(), (function.doc, function.example))
}

fn table_row(function: &TableFunction) -> String {
    let named = function.parameters();
    let named = named.iter().map(|one| format!("{} := {}", one.name, one.accepts.sql()));
    let parameters: Vec<String> = std::iter::once("paths ANY".to_owned()).chain(named).collect();
    entry(function.name, &quoted(&parameters.join(", ")), "TABLE", (function.doc, function.example))
}

fn entry(name: &str, signatures: &str, kind: &str, (doc, example): (&str, &str)) -> String {
    format!(
        "{{\"name\":{},\"parameters\":[{signatures}],\"type\":{},\"doc\":{},\"example\":{}}}",
        quoted(name),
        quoted(kind),
        quoted(doc),
        quoted(example)
    )
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
