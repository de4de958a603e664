//! Files at URLs: the trait that the caller implements, because it has the clients.

use crate::common::failure::Failure;
use scoresheet_files::{Remote, Stamp};
use std::sync::Arc;

/// Reads what is elsewhere. Jobs in the background do so on threads of their own.
pub trait Remotes: Send + Sync {
    /// The files that a URL names.
    ///
    /// # Errors
    /// If there is nothing, or it must not be read.
    fn find(&self, url: &str) -> Result<RemoteFile, Failure>;

    /// The file at a URL. Nothing is requested yet.
    fn file(&self, url: &str) -> Arc<dyn Remote>;
}

/// What a URL names.
pub struct RemoteFile {
    /// Whether it is a folder, of which only files with the extension of a format are read.
    pub is_folder: bool,
    /// The URLs of the files, in order.
    pub files: Vec<(String, Stamp)>,
}
