//! Jobs, from every kind of source to every kind of output. One program, because each one is linked separately.

mod common;
mod gain;
mod jobs;
mod matrix;
mod notations;
mod stores;
