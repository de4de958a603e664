//! The moves of a text game, emitted in the order of PGN: a variation after the move that it replaces, a comment in its
//! place. VGN may write both after Black's reply, with a number that gives their original place.
//!
//! If nothing must be moved, which is the usual case, tokens are emitted while they are read. Otherwise, the text is
//! read in parts: the notes before a move, then the move, then the rest.

use super::lexer::{VgnLexer, VgnToken};
use crate::dialect::vgn::codes::MovesCode;
use crate::error::Code;
use crate::event::{Event, Item, What};
use crate::game::number::MoveNumber;
use crate::limits::Limits;
use crate::rules::Position;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// Reads the moves of one game.
pub(super) struct TextMoves<'a> {
    block: &'a [u8],
    lexer: VgnLexer<'a>,
    limits: Limits,
    /// Whether moves may be plain: words, and no limit is shorter than those.
    plain: bool,
    /// The stretches still to be read, the next one last. The first is the game itself, and extends to the end of the
    /// block.
    stretches: Vec<TextSpan>,
    /// The mainline and the variations open in it, the innermost last.
    open: Vec<OpenLine>,
    /// Where each variation ends, by where it opens; found when first needed.
    ends: Option<Vec<(usize, usize)>>,
    /// The number of the first move.
    first: MoveNumber,
    /// Whether the number of the next move was emitted.
    numbered: bool,
    /// What is emitted before the next token is read, the next one last.
    queued: Vec<Item<'a>>,
    over: bool,
    end: usize,
}

/// A part of the text.
#[derive(Clone, Copy, Debug)]
struct TextSpan {
    from: usize,
    to: usize,
    /// The move that starts here has its place already.
    placed: usize,
    /// How many lines were open when this part was moved to another place; 0 for the game itself.
    depth: usize,
}

/// A variation, or the mainline.
#[derive(Clone, Copy, Debug, Default)]
struct OpenLine {
    /// Plies played up to here, from the start of the game.
    ply: u32,
    /// How many of its moves were emitted.
    moves: u32,
    /// The text between White's last move and Black's reply, as far as it was read, if VGN allows none there: where it
    /// starts, and the note on it.
    between: Option<(usize, Code)>,
}

/// How long a plain move may be.
const LONGEST_PLAIN: usize = 16;

/// No move starts there.
const NOWHERE: usize = usize::MAX;

impl<'a> TextMoves<'a> {
    /// Reads `block` from `at` on.
    pub(super) fn new(block: &'a [u8], at: usize, moves: MovesCode, limits: &Limits) -> TextMoves<'a> {
        let mut lexer = VgnLexer::new(block, at);
        lexer.set_moves(moves);
        TextMoves {
            block,
            lexer,
            limits: *limits,
            plain: moves == MovesCode::Words && limits.token >= LONGEST_PLAIN as u64,
            stretches: Vec::from([TextSpan { from: at, to: usize::MAX, placed: NOWHERE, depth: 0 }]),
            open: Vec::from([OpenLine::default()]),
            ends: None,
            first: MoveNumber::FIRST,
            numbered: false,
            queued: Vec::new(),
            over: false,
            end: block.len(),
        }
    }

    /// The game is played from here.
    pub(super) fn starts_at(&mut self, position: &Position) {
        self.first = MoveNumber::next_in(position);
    }

    /// Where the game's text ends; known once everything was emitted.
    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// Whether the last token reaches the end of the block.
    pub(super) fn reaches_end(&self) -> bool {
        self.lexer.at() >= self.block.len()
    }

    /// Whether moves may be plain from here on: words that are read in the order of the text.
    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        self.plain
            && !self.over
            && self.stretches.len() == 1
            && self.queued.is_empty()
            && self.innermost().between.is_none()
    }

    /// The text that the game is in.
    #[inline]
    pub(super) fn block(&self) -> &'a [u8] {
        self.block
    }

    /// Where the next token is looked for.
    #[inline]
    pub(super) fn at(&self) -> usize {
        self.lexer.at()
    }

    /// Continues after this many moves.
    #[inline]
    pub(super) fn go_on(&mut self, at: usize, moves: u32) {
        self.lexer.go_to(at);
        self.count_moves(moves);
    }

    /// The next event or fault; `None` at the end of the game.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Item<'a>> {
        loop {
            if let Some(item) = self.queued.pop() {
                return Some(item);
            }
            if self.over {
                return None;
            }
            let start = self.lexer.skip_space();
            if self.stretches.last().is_some_and(|stretch| start >= stretch.to) {
                self.next_stretch();
                continue;
            }
            let what = match self.lexer.next() {
                Some((_, VgnToken::Move(word))) => {
                    if (self.lexer.at() - start) as u64 > self.limits.token {
                        return self.limit(Code::LimitToken, start);
                    }
                    if self.innermost().between.is_some()
                        && let Some(misplaced) = self.take_between()
                    {
                        // The move is read again.
                        self.lexer.go_to(start);
                        return Some(misplaced);
                    }
                    if self.is_followed_by_more() && self.place(start) {
                        continue;
                    }
                    self.count_moves(1);
                    What::Event(Event::Move(Cow::Borrowed(word)))
                }
                Some((_, VgnToken::Number { value, dots, half })) => {
                    self.numbered = true;
                    What::Event(Event::Number { value, dots, half })
                }
                other => match self.rare(start, other) {
                    Some(what) => what,
                    None => continue,
                },
            };
            return Some(Item { start, what });
        }
    }

    /// Everything except moves and numbers; `None` if there is nothing to emit, or if it is in `queued`.
    #[inline(never)]
    fn rare(&mut self, start: usize, token: Option<(usize, VgnToken<'a>)>) -> Option<What<'a>> {
        let Some((_, token)) = token else {
            self.finish(start, true);
            return None;
        };
        Some(match token {
            VgnToken::Nag { value, spelled } => What::Event(Event::Nag { value, spelled: Cow::Borrowed(spelled) }),
            VgnToken::Comment { text, form } => {
                if text.len() as u64 > self.limits.comment {
                    self.limit_later(Code::LimitComment, start);
                    return None;
                }
                let ply = self.innermost().ply;
                let kept = match anchored(text) {
                    Some((place, rest)) if self.ply_of(place) == Some(ply) => rest,
                    _ => text,
                };
                let told = What::Event(Event::Comment { text: Cow::Borrowed(kept), form });
                if self.numbered {
                    // VGN has comments before the number only.
                    self.queued.push(Item { start, what: told });
                    return Some(What::fault(Code::CommentMisplaced, text));
                }
                self.see_between(start, Code::CommentMisplaced);
                told
            }
            VgnToken::Escape(text) => What::Event(Event::Escape(Cow::Borrowed(text))),
            VgnToken::Open => return self.open(start),
            VgnToken::Close if self.open.len() == 1 => What::fault(Code::Stray, b")"),
            VgnToken::Close => {
                self.open.pop();
                What::Event(Event::Close)
            }
            VgnToken::Termination(termination) => {
                if self.open.len() > 1 && !is_last_marker(self.lexer) {
                    return Some(What::Event(Event::Inner(termination)));
                }
                let end = self.lexer.at();
                self.finish(end, false);
                self.queued.push(Item { start, what: What::Event(Event::Termination(termination)) });
                if self.open.len() > 1 {
                    self.queued.push(Item { start, what: What::fault(Code::VariationUnclosed, b"(") });
                }
                return None;
            }
            // A tag in the first column opens another game: this one lacks its end.
            VgnToken::Tag(_) if self.starts_line(start) => {
                self.finish(start, true);
                return None;
            }
            VgnToken::Tag(_) => What::fault(Code::Stray, self.block.get(start..self.lexer.at()).unwrap_or_default()),
            VgnToken::Fault(code, text) => What::fault(code, text),
            VgnToken::Move(word) => What::Event(Event::Move(Cow::Borrowed(word))),
            VgnToken::Number { value, dots, half } => What::Event(Event::Number { value, dots, half }),
        })
    }

    /// A variation opens.
    fn open(&mut self, start: usize) -> Option<What<'a>> {
        let mut ahead = self.lexer;
        if let Some((_, VgnToken::Close)) = ahead.next() {
            self.lexer = ahead;
            return Some(What::fault(Code::VariationBare, b"()"));
        }
        if self.open.len() as u64 > self.limits.nesting {
            self.limit_later(Code::LimitNesting, start);
            return None;
        }
        let outer = self.innermost();
        let is_early = core::mem::take(&mut self.numbered);
        if outer.moves == 0 {
            if self.place_first(start) {
                return Some(What::fault(Code::VariationMisplaced, b"("));
            }
            self.queued.push(Item { start, what: What::Event(Event::Open) });
            self.open.push(OpenLine { ply: outer.ply, ..OpenLine::default() });
            return Some(What::fault(Code::Stray, b"("));
        }
        self.see_between(start, Code::VariationMisplaced);
        self.open.push(OpenLine { ply: outer.ply - 1, ..OpenLine::default() });
        if is_early {
            self.queued.push(Item { start, what: What::Event(Event::Open) });
            return Some(What::fault(Code::VariationMisplaced, b"("));
        }
        Some(What::Event(Event::Open))
    }

    /// Whether a move of Black comes next in this line.
    fn black_is_next(&self) -> bool {
        self.first.black == self.innermost().ply.is_multiple_of(2)
    }

    /// The text at `start` separates Black's reply from White's move if the line continues, unless the line starts with
    /// Black, or its place in the text is elsewhere.
    fn see_between(&mut self, start: usize, code: Code) {
        let stands_here = self.stretches.last().is_none_or(|stretch| stretch.depth != self.open.len());
        let is_between = stands_here && self.black_is_next();
        if let Some(line) = self.open.last_mut().filter(|line| is_between && line.moves > 0) {
            line.between = line.between.or(Some((start, code)));
        }
    }

    /// The note on the text before the next move, if that move is a reply.
    #[cold]
    fn take_between(&mut self) -> Option<Item<'a>> {
        if !self.black_is_next() {
            return None;
        }
        let (from, code) = self.open.last_mut()?.between.take()?;
        let mut ahead = self.lexer;
        ahead.go_to(from);
        let _ = ahead.next();
        Some(Item { start: from, what: What::fault(code, self.block.get(from..ahead.at()).unwrap_or_default()) })
    }

    fn innermost(&self) -> OpenLine {
        self.open.last().copied().unwrap_or_default()
    }

    fn count_moves(&mut self, moves: u32) {
        self.numbered &= moves == 0;
        if let Some(innermost) = self.open.last_mut() {
            innermost.ply = innermost.ply.saturating_add(moves);
            innermost.moves = innermost.moves.saturating_add(moves);
        }
    }

    /// Whether anything but another move follows, which may belong elsewhere.
    #[inline(always)]
    fn is_followed_by_more(&self) -> bool {
        let rest = self.block.get(self.lexer.at()..).unwrap_or_default();
        let next = rest.iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c));
        matches!(next, Some(b'{' | b';' | b'(' | b'$'))
    }

    /// Whether the text after the move at `start` belongs before it in part: then the stretches are put in order.
    #[inline(never)]
    fn place(&mut self, start: usize) -> bool {
        let innermost = self.innermost();
        if innermost.moves == 0 || self.stretches.last().is_some_and(|stretch| stretch.placed == start) {
            return false;
        }
        let depth = self.open.len();
        let mut ahead = self.lexer;
        let mut move_end = self.lexer.at();
        let (mut before, mut behind) = (Vec::new(), Vec::new());
        let rest = loop {
            let from = ahead.skip_space();
            let (to, place) = match ahead.next() {
                Some((_, VgnToken::Nag { .. })) if before.is_empty() && behind.is_empty() => {
                    move_end = ahead.at();
                    continue;
                }
                Some((_, VgnToken::Nag { .. } | VgnToken::Escape(_))) => (ahead.at(), None),
                Some((_, VgnToken::Comment { text, .. })) => (ahead.at(), anchored(text).map(|(place, _)| place)),
                Some((_, VgnToken::Open)) => match self.end_of(from) {
                    Some(end) => (end, self.place_of_variation(ahead)),
                    None => break from,
                },
                _ => break from,
            };
            ahead.go_to(to);
            // The place names the move before this one, which was emitted last.
            let earlier = place.is_some_and(|place| self.ply_of(place) == Some(innermost.ply));
            if earlier { &mut before } else { &mut behind }.push(TextSpan { from, to, placed: NOWHERE, depth });
        };
        let Some(first) = before.first() else { return false };
        if !self.black_is_next() {
            // These belong to a move before White's, but are between White's move and the reply.
            let is_variation = self.block.get(first.from) == Some(&b'(');
            let code = if is_variation { Code::VariationMisplaced } else { Code::CommentMisplaced };
            let from = first.from;
            if let Some(line) = self.open.last_mut() {
                line.between = Some((from, code));
            }
        }
        self.numbered = false;
        let placed = TextSpan { from: start, to: move_end, placed: start, depth };
        let order = before.into_iter().chain([placed]).chain(behind);
        self.put(order.collect(), rest);
        true
    }

    /// Whether the variation at `start`, which precedes any move, names the first move: then that is read first.
    fn place_first(&mut self, start: usize) -> bool {
        let innermost = self.innermost();
        if self.place_of_variation(self.lexer).and_then(|place| self.ply_of(place)) != Some(innermost.ply + 1) {
            return false;
        }
        let mut ahead = self.lexer;
        ahead.go_to(start);
        loop {
            let from = ahead.skip_space();
            match ahead.next() {
                Some((_, VgnToken::Open)) => match self.end_of(from) {
                    Some(end) => ahead.go_to(end),
                    None => return false,
                },
                Some((_, VgnToken::Comment { .. } | VgnToken::Escape(_) | VgnToken::Number { .. })) => {}
                Some((_, VgnToken::Move(_))) => {
                    let depth = self.open.len();
                    let first = TextSpan { from, to: ahead.at(), placed: from, depth };
                    let variations = TextSpan { from: start, to: from, placed: NOWHERE, depth };
                    self.put(Vec::from([first, variations]), ahead.at());
                    return true;
                }
                _ => return false,
            }
        }
    }

    /// Has these stretches read one after another, and what follows from `rest` on.
    fn put(&mut self, order: Vec<TextSpan>, rest: usize) {
        if let Some(stretch) = self.stretches.last_mut() {
            stretch.from = rest;
        }
        self.stretches.extend(order.into_iter().rev());
        if let Some(stretch) = self.stretches.last() {
            self.lexer.go_to(stretch.from);
        }
    }

    /// Continues where the stretch before stopped.
    fn next_stretch(&mut self) {
        self.stretches.pop();
        if let Some(stretch) = self.stretches.last() {
            self.lexer.go_to(stretch.from);
        }
    }

    /// The number that the variation starts with whose inside `ahead` reads.
    fn place_of_variation(&self, mut ahead: VgnLexer<'a>) -> Option<MoveNumber> {
        loop {
            match ahead.next()? {
                (_, VgnToken::Comment { .. } | VgnToken::Nag { .. } | VgnToken::Escape(_)) => {}
                (_, VgnToken::Fault(code, _)) if code.is_note() => {}
                (_, VgnToken::Number { value, dots, half }) => {
                    return Some(MoveNumber { value, black: half || dots > 1 });
                }
                _ => return None,
            }
        }
    }

    /// The ply of the move with this number: 1 for the first move of the game.
    fn ply_of(&self, number: MoveNumber) -> Option<u32> {
        number.ply_since(self.first)
    }

    /// Where the variation ends that opens at `start`.
    fn end_of(&mut self, start: usize) -> Option<usize> {
        if self.ends.is_none() {
            self.ends = Some(self.find_ends(start));
        }
        let ends = self.ends.as_ref()?;
        ends.binary_search_by_key(&start, |(open, _)| *open).ok().map(|index| ends[index].1)
    }

    /// Where each variation of this game from `start` on ends, in one pass.
    fn find_ends(&self, start: usize) -> Vec<(usize, usize)> {
        let mut ahead = self.lexer;
        ahead.go_to(start);
        let (mut ends, mut open) = (Vec::new(), Vec::new());
        while let Some((at, token)) = ahead.next() {
            match token {
                VgnToken::Open => open.push(at),
                VgnToken::Close => ends.extend(open.pop().map(|open| (open, ahead.at()))),
                VgnToken::Termination(_) if open.is_empty() => break,
                VgnToken::Tag(_) if self.starts_line(at) => break,
                _ => {}
            }
        }
        ends.sort_unstable();
        ends
    }

    fn starts_line(&self, at: usize) -> bool {
        at.checked_sub(1).and_then(|before| self.block.get(before)).is_none_or(|byte| matches!(byte, b'\n' | b'\r'))
    }

    /// The game ends at `end`, with its marker or without.
    fn finish(&mut self, end: usize, lacks_marker: bool) {
        self.over = true;
        self.end = end;
        if lacks_marker {
            let text = self.block.get(..end).unwrap_or_default().trim_ascii_end().len();
            let item = |code| Item::fault(text, code, b"");
            self.queued.push(item(Code::TerminatorMissing));
            if self.open.len() > 1 {
                self.queued.push(item(Code::VariationUnclosed));
            }
        }
    }

    /// A limit ends the game; the next one starts with the next line that opens a tag.
    fn limit(&mut self, code: Code, start: usize) -> Option<Item<'a>> {
        self.limit_later(code, start);
        self.queued.pop()
    }

    fn limit_later(&mut self, code: Code, start: usize) {
        self.over = true;
        self.end = VgnLexer::next_bracket_line(self.block, self.lexer.at()).unwrap_or(self.block.len());
        self.queued.push(Item { start, what: What::fault(code, b"") });
    }
}

/// Whether a marker in a variation is the game's: only comments and the next game follow, which `ahead`
/// reads.
pub(super) fn is_last_marker(mut ahead: VgnLexer<'_>) -> bool {
    loop {
        match ahead.next() {
            Some((_, VgnToken::Comment { .. } | VgnToken::Escape(_))) => {}
            None | Some((_, VgnToken::Tag(_) | VgnToken::Fault(Code::TagSyntax, _))) => return true,
            Some((_, VgnToken::Fault(code, _))) if code.is_note() => {}
            Some(_) => return false,
        }
    }
}

/// The move after which a comment belongs, if the comment names it, and the rest of it: `[%at 12.] text`.
pub(super) fn anchored(text: &[u8]) -> Option<(MoveNumber, &[u8])> {
    let inside = text.strip_prefix(b"[%at ")?;
    let end = inside.iter().position(|&byte| byte == b']')?;
    let (place, rest) = (inside.get(..end)?, inside.get(end + 1..)?);
    let (digits, black) = match place.strip_suffix(b".5") {
        Some(digits) => (digits, true),
        None => (place.strip_suffix(b".")?, false),
    };
    let value = core::str::from_utf8(digits).ok().filter(|_| digits.iter().all(u8::is_ascii_digit))?.parse().ok()?;
    Some((MoveNumber { value, black }, rest.strip_prefix(b" ").unwrap_or(rest)))
}
