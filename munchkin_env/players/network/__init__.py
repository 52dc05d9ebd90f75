"""Trained networks inside the compiled loop.

A network is a row of numbers (`Net`) and its weights, beside those of the others in one array. `pack` makes both from the arrays of a
policy file, kernels evaluate them: the first layer only where the input is not 0, and of the last one only the legal actions.
"""
