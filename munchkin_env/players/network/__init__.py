"""Trained networks inside the compiled loop.

A network is a row of numbers (`Net`) and its weights, stored with those of other networks in one array. `pack` creates both from the arrays
of a policy file; kernels evaluate them: the first layer only for nonzero inputs, the last one only for legal actions.
"""
