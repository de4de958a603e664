//! Makes the table of openings, `crates/core/src/openings`, from `crates/core/openings`.

#[path = "../tests/it/openings/made.rs"]
mod made;

fn main() {
    let files = made::files(&made::rows());
    files.write();
    println!("table.bin: {} bytes", files.table.len());
    println!("names.txt: {} bytes", files.names.len());
    println!("lines.bin: {} bytes", files.lines.len());
}
