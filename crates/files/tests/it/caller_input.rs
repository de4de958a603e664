//! Inputs that a caller holds itself.

use scoresheet_files::{CallerInput, Input};
use std::io::{self, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

const TEXT: &[u8] = b"1. e4 *";

/// A text that can be read again, or only once.
#[derive(Debug)]
struct Text {
    once: bool,
    spent: AtomicBool,
}

impl Text {
    fn input(once: bool) -> Input {
        Input::from_caller("<text>", Arc::new(Text { once, spent: AtomicBool::new(false) }))
    }
}

impl CallerInput for Text {
    fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        if self.spent.swap(self.once, Relaxed) {
            return Err(io::Error::other("it was read already"));
        }
        Ok(Box::new(Cursor::new(TEXT)))
    }

    fn size(&self) -> Option<u64> {
        (!self.once).then_some(TEXT.len() as u64)
    }

    fn is_once(&self) -> bool {
        self.once
    }

    fn is_spent(&self) -> bool {
        self.spent.load(Relaxed)
    }
}

fn read(input: &Input) -> Vec<u8> {
    let mut bytes = Vec::new();
    input.open(&Default::default()).unwrap().read_to_end(&mut bytes).unwrap();
    bytes
}

#[test]
fn what_a_caller_holds_is_read_as_often_as_that_can_be() {
    let again = Text::input(false);
    assert_eq!((again.name(), again.size(), again.is_given(), again.is_once()), ("<text>", Some(7), true, false));
    assert_eq!((read(&again), read(&again)), (TEXT.to_vec(), TEXT.to_vec()));
    let once = Text::input(true);
    assert_eq!((once.size(), once.is_once(), once.is_spent()), (None, true, false));
    assert_eq!(read(&once), TEXT);
    assert!(once.is_spent());
    let error = once.open(&Default::default()).err().unwrap();
    assert_eq!(error.message, "cannot read `<text>`: it was read already");
}

#[test]
fn an_input_keeps_what_it_needs() {
    let guard = Arc::new(());
    let input = Input::file("nothing").keeping(Arc::<()>::clone(&guard));
    let clone = input.clone();
    drop(input);
    assert_eq!(Arc::strong_count(&guard), 2);
    drop(clone);
    assert_eq!(Arc::strong_count(&guard), 1);
}
