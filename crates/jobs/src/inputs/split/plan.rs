//! Parts of inputs that are planned, and how many there are.

use scoresheet_files::{FilePart, Input};

/// How inputs are divided.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cuts {
    /// Into parts of about this many bytes of the file.
    Size(u64),
    /// Into this many parts.
    Count(u64),
}

impl Cuts {
    /// The offsets at which the parts of a file start, without the first, and its size.
    pub(crate) fn of(self, size: u64) -> impl Iterator<Item = u64> {
        let count = match self {
            Cuts::Size(most) => size.div_ceil(most.max(1)),
            Cuts::Count(count) => count,
        };
        (1..count).map(move |part| (u128::from(size) * u128::from(part) / u128::from(count)) as u64).chain([size])
    }
}

/// One of the parts of the inputs.
#[derive(Clone, Debug)]
pub struct PlannedPart {
    /// The source of its bytes.
    pub input: Input,
    /// The path or URL of that source.
    pub path: String,
    /// The format of the file.
    pub kind: &'static str,
    /// The part; `None` if the whole input is one.
    pub part: Option<FilePart>,
}

/// The path or URL of what an input is read from.
pub(crate) fn path_of(input: &Input) -> Option<String> {
    let url = || input.elsewhere().or_else(|| input.remote_url()).map(str::to_owned);
    input.container().map(|path| path.to_string_lossy().into_owned()).or_else(url)
}
