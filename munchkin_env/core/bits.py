"""Sets of seats, slots and cards as bits of an int."""

from .kernel import kernel


@kernel
def count_bits(bits: int) -> int:
    n = 0
    while bits != 0:
        bits &= bits - 1
        n += 1
    return n


@kernel
def lowest_bit(bits: int) -> int:
    """The number of the lowest bit set; bits must not be empty."""
    n = 0
    while n < 63 and bits >> n & 1 == 0:
        n += 1
    return n


@kernel
def highest_bit(bits: int) -> int:
    """The number of the highest bit set; bits must not be empty."""
    n = 0
    while bits >> n > 1:
        n += 1
    return n
