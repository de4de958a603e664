//! Ranges of numbers, and the facts of a game that are compared with them.

use crate::find::test::PatternFacts;
use crate::rules::Color;
use crate::step::Termination;

/// A range of numbers, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) first: i32,
    pub(super) last: i32,
}

impl Span {
    /// The numbers that an operator gives: `=`, `<`, `<=`, `>`, `>=`.
    pub(super) fn of(operator: &str, number: i32) -> Option<Span> {
        let (first, last) = match operator {
            "=" => (number, number),
            "<" => (i32::MIN, number - 1),
            "<=" => (i32::MIN, number),
            ">" => (number + 1, i32::MAX),
            ">=" => (number, i32::MAX),
            _ => return None,
        };
        Some(Span { first, last })
    }

    pub(super) fn contains(self, number: i32) -> bool {
        self.first <= number && number <= self.last
    }

    /// The negatives of these numbers.
    pub(super) fn negated(self) -> Span {
        Span { first: self.last.checked_neg().unwrap_or(i32::MAX), last: self.first.checked_neg().unwrap_or(i32::MAX) }
    }
}

/// Whose rating is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rated {
    Side(Color),
    /// Both sides have such a rating.
    Both,
    /// By how much the ratings differ.
    Difference,
}

impl Rated {
    /// Whether the ratings of a game are in a range. Never if one that is needed is unknown.
    pub(super) fn fit(self, facts: &PatternFacts, span: Span) -> bool {
        let [white, black] = [facts.white_elo, facts.black_elo].map(|elo| elo.map(i32::from));
        match self {
            Rated::Side(Color::White) => white.is_some_and(|elo| span.contains(elo)),
            Rated::Side(Color::Black) => black.is_some_and(|elo| span.contains(elo)),
            Rated::Both => [white, black].into_iter().all(|elo| elo.is_some_and(|elo| span.contains(elo))),
            Rated::Difference => white.zip(black).is_some_and(|(white, black)| span.contains((white - black).abs())),
        }
    }

    pub(super) fn swapped(self) -> Rated {
        match self {
            Rated::Side(color) => Rated::Side(color.other()),
            other => other,
        }
    }
}

/// The result of the game with sides exchanged.
pub(super) fn swapped(result: Termination) -> Termination {
    match result {
        Termination::WhiteWins => Termination::BlackWins,
        Termination::BlackWins => Termination::WhiteWins,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_compared_and_negated() {
        let span = |operator| Span::of(operator, 3).unwrap();
        assert!(span(">=").contains(3) && !span(">").contains(3) && span("=").contains(3));
        assert!(!span("<").contains(3) && span("<=").contains(3) && Span::of("==", 3).is_none());
        assert!(span(">=").negated().contains(-3) && !span(">=").negated().contains(-2));
        assert!(span("<=").negated().contains(i32::MAX) && !span("<=").negated().contains(-4));
    }

    #[test]
    fn unknown_ratings_fit_nothing() {
        let facts = PatternFacts { white_elo: Some(2500), ..PatternFacts::default() };
        let span = Span::of(">=", 0).unwrap();
        assert!(Rated::Side(Color::White).fit(&facts, span) && !Rated::Both.fit(&facts, span));
        assert!(!Rated::Difference.fit(&facts, span) && !Rated::Side(Color::White).swapped().fit(&facts, span));
    }
}
