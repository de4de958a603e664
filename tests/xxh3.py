"""XXH3-64 in plain Python: the checksum of sections, and the hash of the tables of moves.

From the specification of xxHash. Slow; meant for a few hundred kilobytes.
"""

from __future__ import annotations

MASK = (1 << 64) - 1
PRIME32 = (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D)
PRIME64 = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5)
PRIME_MIX = (0x165667919E3779F9, 0x9FB21C651E98DF25)
SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221"
    "b8084674f743248ee03590e6813a264c3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364eac5ac8334d3ebc3c581a0fffa1363eb"
    "170ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"
)
STRIPE, LANES = 64, 8


def xxh3(data: bytes, seed: int = 0) -> int:
    """The hash of some bytes."""
    if len(data) <= 16:
        return short(data, seed)
    if len(data) <= 128:
        return middle(data, seed)
    if len(data) <= 240:
        return longer(data, seed)
    return long(data, seed)


def read(data: bytes, at: int, size: int = 8) -> int:
    return int.from_bytes(data[at : at + size], "little")


def fold(a: int, b: int) -> int:
    """The two halves of a product, XORed."""
    product = a * b
    return (product & MASK) ^ (product >> 64)


def avalanche(hash_: int) -> int:
    hash_ ^= hash_ >> 37
    hash_ = hash_ * PRIME_MIX[0] & MASK
    return hash_ ^ hash_ >> 32


def avalanche_xxh64(hash_: int) -> int:
    hash_ = (hash_ ^ hash_ >> 33) * PRIME64[1] & MASK
    hash_ = (hash_ ^ hash_ >> 29) * PRIME64[2] & MASK
    return hash_ ^ hash_ >> 32


def short(data: bytes, seed: int) -> int:
    size = len(data)
    if size > 8:
        low = read(data, 0) ^ ((read(SECRET, 24) ^ read(SECRET, 32)) + seed & MASK)
        high = read(data, size - 8) ^ ((read(SECRET, 40) ^ read(SECRET, 48)) - seed & MASK)
        swapped = int.from_bytes(low.to_bytes(8, "little"), "big")
        return avalanche(size + swapped + high + fold(low, high) & MASK)
    if size >= 4:
        seed ^= int.from_bytes((seed & 0xFFFFFFFF).to_bytes(4, "little"), "big") << 32
        key = read(data, size - 4, 4) + (read(data, 0, 4) << 32)
        key ^= (read(SECRET, 8) ^ read(SECRET, 16)) - seed & MASK
        key ^= (key << 49 | key >> 15) & MASK ^ (key << 24 | key >> 40) & MASK
        key = key * PRIME_MIX[1] & MASK
        key = (key ^ (key >> 35) + size) * PRIME_MIX[1] & MASK
        return key ^ key >> 28
    if size:
        joined = data[0] << 16 | data[size >> 1] << 24 | data[-1] | size << 8
        return avalanche_xxh64(joined ^ (read(SECRET, 0, 4) ^ read(SECRET, 4, 4)) + seed)
    return avalanche_xxh64(seed ^ read(SECRET, 56) ^ read(SECRET, 64))


def mix(data: bytes, at: int, secret: int, seed: int) -> int:
    low = read(data, at) ^ (read(SECRET, secret) + seed & MASK)
    return fold(low, read(data, at + 8) ^ (read(SECRET, secret + 8) - seed & MASK))


def middle(data: bytes, seed: int) -> int:
    size = len(data)
    total = size * PRIME64[0]
    for pair in range((size - 1) // 32 + 1):
        total += mix(data, 16 * pair, 32 * pair, seed) + mix(data, size - 16 * (pair + 1), 32 * pair + 16, seed)
    return avalanche(total & MASK)


def longer(data: bytes, seed: int) -> int:
    size = len(data)
    total = size * PRIME64[0] + sum(mix(data, 16 * part, 16 * part, seed) for part in range(8))
    total = avalanche(total & MASK) + sum(
        mix(data, 16 * part, 16 * (part - 8) + 3, seed) for part in range(8, size // 16)
    )
    return avalanche(total + mix(data, size - 16, 136 - 17, seed) & MASK)


def seeded(seed: int) -> bytes:
    words = (read(SECRET, at) + (-seed if at % 16 else seed) & MASK for at in range(0, len(SECRET), 8))
    return b"".join(word.to_bytes(8, "little") for word in words)


def long(data: bytes, seed: int) -> int:
    secret = seeded(seed)
    lanes = [PRIME32[2], *PRIME64[:4], PRIME32[1], PRIME64[4], PRIME32[0]]
    per_block = (len(secret) - STRIPE) // 8
    whole = (len(data) - 1) // STRIPE
    for stripe in range(whole):
        accumulate(lanes, data, STRIPE * stripe, secret, 8 * (stripe % per_block))
        if stripe % per_block == per_block - 1:
            scramble(lanes, secret)
    accumulate(lanes, data, len(data) - STRIPE, secret, len(secret) - STRIPE - 7)
    total = len(data) * PRIME64[0]
    for pair in range(4):
        low, high = (lanes[2 * pair + side] ^ read(secret, 11 + 16 * pair + 8 * side) for side in range(2))
        total += fold(low, high)
    return avalanche(total & MASK)


def accumulate(lanes: list[int], data: bytes, at: int, secret: bytes, key: int) -> None:
    for lane in range(LANES):
        value = read(data, at + 8 * lane)
        keyed = value ^ read(secret, key + 8 * lane)
        lanes[lane ^ 1] = lanes[lane ^ 1] + value & MASK
        lanes[lane] = lanes[lane] + (keyed & 0xFFFFFFFF) * (keyed >> 32) & MASK


def scramble(lanes: list[int], secret: bytes) -> None:
    for lane in range(LANES):
        value = lanes[lane] ^ lanes[lane] >> 47 ^ read(secret, len(secret) - STRIPE + 8 * lane)
        lanes[lane] = value * PRIME32[0] & MASK
