//! The interface of a format's reader: it returns the games of a block as [`Item`]s.

use super::player::Player;
use super::record::Record;
use crate::date::Date;
use crate::error::Code;
use crate::event::{Bytes, Item, NearTag, TagStart, UsualTag, What};
use crate::notation::MoveNotation;
use crate::position::{BoardNote, PositionError};
use crate::rules::Position;
use crate::step::{Dialect, Sink};
use crate::text::Encoding;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

/// Reads games, each as a run of [`Item`]s. The tags of a game come first. A variation comes after the move that it
/// replaces, and a comment at the place where it belongs, regardless of their order in the text.
pub trait GameReader<'a> {
    /// Goes to the next game; the rest of the previous one is skipped. `false` if there is none.
    fn next_game(&mut self) -> bool;
    /// The next event or fault of this game; `None` at its end.
    fn next_event(&mut self) -> Option<Item<'a>>;
    /// Where the game's text is in the block; known at its end.
    fn span(&self) -> Range<usize>;
    /// The notation that the moves of this game are written in, known once all its tags were read; `None` for SAN in the
    /// letters that the settings name.
    fn notation(&self) -> Option<&'static dyn MoveNotation>;
    /// What the tags of this game mean: known once all of them were read.
    fn dialect(&self) -> Dialect {
        Dialect::Pgn
    }
    /// The encoding of the game's texts. `utf8` means that the whole block is UTF-8.
    fn encoding(&mut self, _utf8: bool) -> Encoded {
        Encoded::default()
    }
    /// The game is played from here, according to its tags: for readers that need to count.
    fn starts_at(&mut self, _position: &Position) {}
    /// The day on which this game was played, if that is given outside its tags: known once all its tags were read.
    fn event_date(&self) -> Option<Date> {
        None
    }
    /// The position that this game starts from, if its FEN tag does not describe all of it: known once all its tags
    /// were read.
    fn start(&self) -> Option<Result<(Position, Vec<BoardNote>), PositionError>> {
        None
    }
    /// Whether no move of this game can be played, for a reason that the reader has reported: known once all its tags
    /// were read.
    fn is_refused(&self) -> bool {
        false
    }
    /// Whether a game's text can be written unchanged to a file of its dialect.
    fn stands_alone(&self) -> bool {
        true
    }
    /// Whether the last event precedes the tags, though it comes after them.
    fn is_before_tags(&self) -> bool {
        false
    }
    /// Whether a game has its result after its moves: else its tags and its last board determine it.
    fn has_marker(&self) -> bool {
        true
    }
    /// Whether the places of its events count bits and not bytes.
    fn places_are_bits(&self) -> bool {
        false
    }
    /// The place of an event that starts with this byte.
    fn place_of(&self, byte: usize) -> usize {
        byte
    }
    /// The text between two places, for readers of text that is kept unchanged; `None` for all others.
    fn verbatim(&self, _places: Range<usize>) -> Option<Bytes<'a>> {
        None
    }
    /// The last move could not be played, so that the rest of its line will not be. Returns what a reader keeps of that besides
    /// its text, as a field of the move before it.
    fn give_up(&mut self) -> Option<Bytes<'a>> {
        None
    }
    /// The game that was read last as a complete text in its dialect, if that is not the text of the input.
    fn as_it_stood(&self) -> Option<Bytes<'a>> {
        None
    }
    /// The document that was found, if it is of a game on an infinite board, which is not played here.
    fn infinite(&mut self) -> Option<InfiniteDocument<'a>> {
        None
    }
    /// A reader whose next game is this one, to read it again; `None` for readers of moves that need no second look.
    fn again(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }
    /// The block ends within a game because that is longer than the limit.
    fn cut_short(&mut self);
    /// The comments that follow the last game; known when there is no next one.
    fn trailing(&self) -> &[&'a [u8]] {
        &[]
    }
    /// Reads to the end of this game. Readers that know nothing faster hand every fault on the way to `fault`.
    fn skip(&mut self, fault: &mut dyn FnMut(usize, Code, &[u8])) {
        while let Some(Item { start, what }) = self.next_event() {
            if let What::Fault(code, text) = what {
                fault(start, code, &text);
            }
        }
    }
    /// Takes the next tag if nothing is unusual about it. `expected` is how it probably opens. Readers need not
    /// know this: what is not taken here comes as an event.
    #[inline]
    fn take_tag(&mut self, _expected: &TagStart<'_>) -> Option<NearTag<'a>> {
        None
    }
    /// Goes past the next tags that are like these, whatever their values, up to one that may decide how the game is read; returns
    /// how many. Readers need not implement this: tags that are not passed here are taken one by one.
    #[inline]
    fn pass_tags(&mut self, _expected: &[UsualTag<'_>]) -> usize {
        0
    }
    /// Whether [`GameReader::next_event`] would surely return `None`. Readers need not know this.
    #[inline]
    fn is_at_end(&self) -> bool {
        false
    }
    /// Goes to the first move if [`GameReader::play_plain`] can surely go on from there, after the tags. Readers need not implement
    /// this: what is not done here comes as events.
    #[inline]
    fn begin_moves(&mut self) -> bool {
        false
    }
    /// Plays plain moves until anything else comes, nearly always to the end. Readers need not implement this either.
    #[inline]
    fn play_plain<S: Sink>(&mut self, _player: &mut Player<'a>, _record: &mut Record<'a>, _sink: &mut S)
    where
        Self: Sized,
    {
    }
}

/// A game on a board without edges, as a document of JSON.
pub struct InfiniteDocument<'a> {
    /// The document.
    pub json: Bytes<'a>,
    /// The place of the game in its block.
    pub span: Range<usize>,
    /// The place in the block from which a byte of the document comes, if the block has the document in another form.
    pub(crate) places: Option<Box<dyn Fn(usize) -> usize + Send>>,
}

impl InfiniteDocument<'_> {
    /// The same without its block.
    pub fn into_owned(self) -> InfiniteDocument<'static> {
        InfiniteDocument { json: self.json.into_owned().into(), ..self }
    }

    /// The place in the block from which a byte of the document comes.
    pub fn place(&self, at: usize) -> usize {
        self.places.as_ref().map_or(self.span.start + at, |place| place(at))
    }
}

/// How the texts of a game are to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Encoded {
    /// The encoding.
    pub encoding: Encoding,
    /// The first byte that is not UTF-8, if UTF-8 was to be expected.
    pub odd_byte: Option<usize>,
}

impl From<Encoding> for Encoded {
    fn from(encoding: Encoding) -> Encoded {
        Encoded { encoding, odd_byte: None }
    }
}

impl<'a> GameReader<'a> for Box<dyn GameReader<'a> + 'a> {
    fn next_game(&mut self) -> bool {
        (**self).next_game()
    }
    #[inline]
    fn next_event(&mut self) -> Option<Item<'a>> {
        (**self).next_event()
    }
    fn span(&self) -> Range<usize> {
        (**self).span()
    }
    fn notation(&self) -> Option<&'static dyn MoveNotation> {
        (**self).notation()
    }
    fn dialect(&self) -> Dialect {
        (**self).dialect()
    }
    fn encoding(&mut self, utf8: bool) -> Encoded {
        (**self).encoding(utf8)
    }
    fn starts_at(&mut self, position: &Position) {
        (**self).starts_at(position);
    }
    fn event_date(&self) -> Option<Date> {
        (**self).event_date()
    }
    fn start(&self) -> Option<Result<(Position, Vec<BoardNote>), PositionError>> {
        (**self).start()
    }
    fn stands_alone(&self) -> bool {
        (**self).stands_alone()
    }
    fn is_before_tags(&self) -> bool {
        (**self).is_before_tags()
    }
    fn has_marker(&self) -> bool {
        (**self).has_marker()
    }
    fn places_are_bits(&self) -> bool {
        (**self).places_are_bits()
    }
    fn place_of(&self, byte: usize) -> usize {
        (**self).place_of(byte)
    }
    fn verbatim(&self, places: Range<usize>) -> Option<Bytes<'a>> {
        (**self).verbatim(places)
    }
    fn is_refused(&self) -> bool {
        (**self).is_refused()
    }
    fn give_up(&mut self) -> Option<Bytes<'a>> {
        (**self).give_up()
    }
    fn infinite(&mut self) -> Option<InfiniteDocument<'a>> {
        (**self).infinite()
    }
    fn as_it_stood(&self) -> Option<Bytes<'a>> {
        (**self).as_it_stood()
    }
    fn cut_short(&mut self) {
        (**self).cut_short();
    }
    fn trailing(&self) -> &[&'a [u8]] {
        (**self).trailing()
    }
    fn skip(&mut self, fault: &mut dyn FnMut(usize, Code, &[u8])) {
        (**self).skip(fault);
    }
}
