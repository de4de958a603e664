//! Files at URLs: the trait that the caller implements, because it has the clients.

use crate::common::failure::Failure;
use scoresheet_files::{CallerInput, Remote, Stamp};
use std::sync::Arc;

/// Reads what is elsewhere. Jobs in the background do so on threads of their own.
pub trait Remotes: Send + Sync {
    /// The files that a URL names. Web servers are sent these headers.
    ///
    /// # Errors
    /// If there is nothing, or it must not be read.
    fn find(&self, url: &str, headers: &[(String, String)]) -> Result<RemoteFile, Failure>;

    /// The file at a URL, which is read by ranges. Nothing is requested yet.
    fn file(&self, url: &str, headers: &[(String, String)]) -> Arc<dyn Remote>;
}

/// What a URL names.
pub struct RemoteFile {
    /// Whether it is a folder, of which only files with the extension of a format are read.
    pub is_folder: bool,
    /// The files by their URLs, in order.
    pub files: Vec<(String, RemoteData)>,
}

/// How a file at a URL is read.
pub enum RemoteData {
    /// By ranges.
    Ranged(Arc<dyn Remote>, Stamp),
    /// While it is sent, once: its server sends no ranges.
    Streamed(Arc<dyn CallerInput>),
}
