"""The test of primes that huygens need."""

from __future__ import annotations

from itertools import pairwise

import pytest

from scoresheet.infinite.rules.primes import is_prime, may_be_prime, next_prime, primes_below

# Composites that pass a strong test to base 2, the greater ones also to bases 3 and more.
STRONG_BASE_2 = [
    2047,
    3277,
    4033,
    4681,
    8321,
    1373653,
    25326001,
    3215031751,
    2152302898747,
    3474749660383,
    341550071728321,
]
# The first that pass a strong test of Lucas with Selfridge's parameters alone.
STRONG_LUCAS = [
    5459,
    5777,
    10877,
    16109,
    18971,
    22499,
    24569,
    25199,
    40309,
    58519,
    75077,
    97439,
    100127,
    113573,
    115639,
]
CARMICHAEL = [561, 41041, 825265, 321197185, 5394826801, 232250619601, 9746347772161, 1436697831295441]
PRIMES = [2**31 - 1, 2**61 - 1, 2**89 - 1, 2**127 - 1, 2**521 - 1, 2**607 - 1, 10**9 + 7, 10**18 + 9, 2**255 - 19]


def test_all_numbers_below_match_a_sieve() -> None:
    end = 200_000
    assert [number for number in range(-10, end) if is_prime(number)] == primes_below(end)


@pytest.mark.parametrize("number", STRONG_BASE_2 + STRONG_LUCAS + CARMICHAEL)
def test_numbers_that_deceive_one_test_do_not_deceive_both(number: int) -> None:
    assert not is_prime(number)


@pytest.mark.parametrize("number", PRIMES)
def test_great_primes(number: int) -> None:
    assert is_prime(number)
    assert may_be_prime(number)
    assert not is_prime(number * 1009)
    assert not is_prime(number**2)
    assert next_prime(number - 1) == number


def test_products_of_two_large_primes_are_not_primes() -> None:
    for some, other in pairwise(PRIMES):
        assert not is_prime(some * other)


def test_great_primes_are_found_in_order() -> None:
    # The first primes above powers of ten, as tables have them.
    offsets = {10: 19, 20: 39, 30: 57, 40: 121, 50: 151, 60: 7, 100: 267}
    assert {digits: next_prime(10**digits) - 10**digits for digits in offsets} == offsets
