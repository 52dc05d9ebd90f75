"""The rules as functions over one record. Needs numpy and Numba only."""
