//! From the scores of moves to their frequencies, with integers only.

/// The frequency of a move by how much its score is below the best one's: 2^14 * e^(-difference/48), rounded down, and at
/// least 1.
///
/// The table is defined by this computation: a number that starts at 2^44 is multiplied by 4206414439/2^32 (e^(-1/48)) and
/// rounded down for each step; its bits from the 30th on are the frequency.
const BY_DIFFERENCE: [u32; 512] = {
    let (mut table, mut value, mut index) = ([1; 512], 1_u128 << 44, 0);
    while index < table.len() {
        table[index] = if value >> 30 == 0 { 1 } else { (value >> 30) as u32 };
        value = (value * 4_206_414_439) >> 32;
        index += 1;
    }
    table
};

/// The most moves whose frequencies are not reduced, so that the total stays within the coder's limit.
const USUAL_MOST: usize = 256;

/// Turns each score into a frequency; returns the total.
///
/// If there are more than 256 moves, frequencies are divided by 8 and stay at least 1.
#[inline(always)]
pub(super) fn from_scores(scores: &mut [i32]) -> u32 {
    let best = scores.iter().copied().max().unwrap_or(0);
    let shift = if scores.len() > USUAL_MOST { 3 } else { 0 };
    let mut total = 0;
    for score in scores {
        let difference = (best - *score).min(511) as usize & 511;
        let frequency = (BY_DIFFERENCE[difference] >> shift).max(1);
        total += frequency;
        *score = frequency as i32;
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequencies_follow_the_exponential_function() {
        for (difference, frequency) in BY_DIFFERENCE.iter().enumerate() {
            let exact = 16384.0 * (-(difference as f64) / 48.0).exp();
            assert!((f64::from(*frequency) - exact).abs() <= 1.0, "{difference}");
        }
        assert_eq!((BY_DIFFERENCE[0], BY_DIFFERENCE[511]), (1 << 14, 1));
    }

    #[test]
    fn totals_stay_within_the_limit_of_the_coder() {
        for count in [1, 218, 256, 257, 2047] {
            let mut scores = vec![5; count];
            assert!(from_scores(&mut scores) <= crate::coder::MAX_TOTAL);
        }
    }
}
