//! Archives. One program, because each one is linked separately.

mod archives;
mod comments;
mod exact;
mod golden;
mod hostile;
mod moves;
mod moves_golden;
mod moves_reference;
mod random_games;
mod reference;
mod seed;
mod shared;
mod tags;
mod two_games;
