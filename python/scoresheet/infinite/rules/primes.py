"""Whether a number is prime, which decides about distances for a huygens.

The test is that of Baillie, Pomerance, Selfridge and Wagstaff: a strong test to base 2 and a strong Lucas test. No
composite number is known that passes both, and there is none below 2^64.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import gcd, isqrt

__all__ = ["is_prime", "may_be_prime", "next_prime", "primes_below"]

_SIEVED = 1000


def primes_below(end: int) -> list[int]:
    """The primes below a number, by a sieve.

    >>> primes_below(20)
    [2, 3, 5, 7, 11, 13, 17, 19]
    """
    if end < 3:
        return []
    sieve = bytearray([1]) * end
    sieve[:2] = b"\0\0"
    for factor in range(2, isqrt(end - 1) + 1):
        if sieve[factor]:
            sieve[factor * factor :: factor] = bytes(len(range(factor * factor, end, factor)))
    return [number for number in range(end) if sieve[number]]


_SMALL = primes_below(_SIEVED)
_SMALL_SET = frozenset(_SMALL)
_PRODUCT = 1
for _prime in _SMALL:
    _PRODUCT *= _prime


@lru_cache(maxsize=1 << 14)
def is_prime(number: int) -> bool:
    """Whether a number is prime.

    >>> [n for n in range(-5, 30) if is_prime(n)]
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
    >>> is_prime(10**40 + 121), is_prime(10**40 + 123)
    (True, False)
    """
    if number < _SIEVED:
        return number in _SMALL_SET
    if gcd(number, _PRODUCT) != 1:
        return False
    if number < _SIEVED * _SIEVED:
        return True
    return _is_strong_probable_prime(number) and _is_strong_lucas_probable_prime(number)


def may_be_prime(number: int) -> bool:
    """False for numbers that a small prime divides: a quick test for most numbers.

    >>> may_be_prime(10**40 + 121), may_be_prime(10**40 + 123)
    (True, False)
    """
    return number in _SMALL_SET if number < _SIEVED else gcd(number, _PRODUCT) == 1


def next_prime(number: int) -> int:
    """The least prime above a number.

    >>> next_prime(7), next_prime(10**30)
    (11, 1000000000000000000000000000057)
    """
    if number < 2:
        return 2
    candidate = number + 1 + number % 2
    while not is_prime(candidate):
        candidate += 2
    return candidate


def _halved(number: int) -> tuple[int, int]:
    """An odd factor of a number, and how often two divides the rest."""
    twos = (number & -number).bit_length() - 1
    return number >> twos, twos


def _is_strong_probable_prime(number: int) -> bool:
    """The strong test of Fermat to base 2, for an odd number."""
    odd, twos = _halved(number - 1)
    power = pow(2, odd, number)
    if power in (1, number - 1):
        return True
    for _ in range(twos - 1):
        power = power * power % number
        if power == number - 1:
            return True
    return False


def _jacobi(top: int, bottom: int) -> int:
    """Jacobi's symbol, for an odd positive bottom."""
    top %= bottom
    sign = 1
    while top:
        top, twos = _halved(top)
        if twos % 2 and bottom % 8 in (3, 5):
            sign = -sign
        if top % 4 == 3 and bottom % 4 == 3:
            sign = -sign
        top, bottom = bottom % top, top
    return sign if bottom == 1 else 0


def _discriminants() -> Iterator[int]:
    """Selfridge's choice: 5, -7, 9, -11 and so on."""
    size = 5
    while True:
        yield size
        yield -size - 2
        size += 4


def _is_strong_lucas_probable_prime(number: int) -> bool:
    """The strong test of Lucas with Selfridge's parameters, for an odd number without small factors."""
    if isqrt(number) ** 2 == number:  # no discriminant would do
        return False
    for discriminant in _discriminants():
        symbol = _jacobi(discriminant, number)
        if symbol == -1:
            break
        if symbol == 0 and abs(discriminant) < number:
            return False
    return _passes_lucas(number, discriminant)


def _passes_lucas(number: int, discriminant: int) -> bool:
    """Whether U at the odd part of n+1, or V at it doubled again and again, is 0; P is 1, Q from the discriminant."""
    q = (1 - discriminant) // 4
    odd, twos = _halved(number + 1)
    u, v, power = 1, 1, q % number
    for bit in bin(odd)[3:]:
        u, v, power = u * v % number, (v * v - 2 * power) % number, power * power % number
        if bit == "1":
            u, v = _half(u + v, number), _half(discriminant * u + v, number)
            power = power * q % number
    if u == 0 or v == 0:
        return True
    for _ in range(twos - 1):
        v, power = (v * v - 2 * power) % number, power * power % number
        if v == 0:
            return True
    return False


def _half(value: int, modulus: int) -> int:
    return (value if value % 2 == 0 else value + modulus) // 2 % modulus
