//! Ratings and their changes as text, and what is expected of them.

/// How many points the better player expects of 2^15, for each 32 points of difference.
const EXPECTED: [i64; 33] = [
    16384, 17889, 19368, 20799, 22161, 23437, 24617, 25692, 26660, 27524, 28285, 28951, 29530, 30029, 30458, 30823,
    31134, 31397, 31620, 31807, 31965, 32097, 32208, 32301, 32379, 32444, 32498, 32543, 32581, 32612, 32638, 32660,
    32678,
];

/// What a player with this advantage expects, of 2^15 points.
pub(super) fn expected(advantage: i64) -> i64 {
    let size = advantage.abs().min(1023);
    let (step, part) = ((size / 32) as usize, size % 32);
    let points = (EXPECTED[step] * (32 - part) + EXPECTED[step + 1] * part) / 32;
    if advantage < 0 { (1 << 15) - points } else { points }
}

/// A number as usual: without a sign or zeros before it.
pub(super) fn read_rating(text: &str) -> Option<i64> {
    let is_usual = (1..=5).contains(&text.len()) && text.bytes().all(|digit| digit.is_ascii_digit());
    let rating = if is_usual { text.parse().ok()? } else { return None };
    (text.len() == 1 || !text.starts_with('0')).then_some(rating)
}

/// A number with a sign; zero has the sign `+`.
pub(super) fn read_change(text: &str) -> Option<i64> {
    match text.split_at_checked(1)? {
        ("+", size) => read_rating(size),
        ("-", size) => read_rating(size).filter(|&size| size > 0).map(|size| -size),
        _ => None,
    }
}

/// The numbers of two digits, one after another.
static PAIRS: &str = "\
    0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
    5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

/// Appends the last two digits of a number.
#[inline]
pub(super) fn push_pair(number: u64, text: &mut String) {
    let place = 2 * (number % 100) as usize;
    text.push_str(&PAIRS[place..place + 2]);
}

pub(super) fn push_size(size: i64, text: &mut String) {
    let size = size.unsigned_abs().min(9_999_999);
    // The first one or two digits, and then pairs.
    let pairs = match size {
        0..100 => 0,
        100..10_000 => 1,
        10_000..1_000_000 => 2,
        _ => 3,
    };
    let first = size / [1, 100, 10_000, 1_000_000][pairs];
    if first < 10 {
        text.push(char::from(b'0' + first as u8));
    } else {
        push_pair(first, text);
    }
    for pair in (0..pairs).rev() {
        push_pair(size / [1, 100, 10_000][pair], text);
    }
}

pub(super) fn push_change(change: i64, text: &mut String) {
    text.push(if change < 0 { '-' } else { '+' });
    push_size(change, text);
}

/// Whether ratings are coded as numbers.
pub(super) fn is_usual(value: &str) -> bool {
    read_rating(value).is_some() || read_change(value).is_some()
}

/// How fast a game was, by its time control: players have a rating for each.
pub(super) fn speed(time_control: &str) -> u32 {
    let (base, increment) = time_control.split_once('+').unwrap_or((time_control, "0"));
    let seconds = |text: &str| read_rating(text);
    match seconds(base).zip(seconds(increment)).map(|(base, increment)| base + 40 * increment) {
        None => 0,
        Some(..30) => 1,
        Some(..180) => 2,
        Some(..480) => 3,
        Some(..1500) => 4,
        Some(_) => 5,
    }
}

#[cfg(test)]
mod tests {
    use super::{expected, push_change, push_size, read_change, read_rating, speed};

    #[test]
    fn numbers_come_back() {
        for number in [0, 1, 9, 10, 99, 100, 1500, 9_999, 10_000, 99_999] {
            let (mut rating, mut change) = (String::new(), String::new());
            push_size(number, &mut rating);
            push_change(-number, &mut change);
            assert_eq!((read_rating(&rating), read_change(&change)), (Some(number), Some(-number)));
        }
        assert_eq!([read_rating(""), read_rating("01"), read_rating("+1"), read_rating("100000")], [None; 4]);
        assert_eq!(
            [read_change(""), read_change("-0"), read_change("+01"), read_change("1"), read_change("é")],
            [None; 5]
        );
    }

    #[test]
    fn both_players_expect_one_point_together() {
        for advantage in -2000..2000 {
            assert_eq!(expected(advantage) + expected(-advantage), 1 << 15);
            assert!(expected(advantage) <= expected(advantage + 1));
        }
    }

    #[test]
    fn speeds_follow_the_time() {
        assert_eq!(["15+0", "60+0", "180+2", "600+0", "0+60", "-", "1/86400"].map(speed), [1, 2, 3, 4, 5, 0, 0]);
    }
}
