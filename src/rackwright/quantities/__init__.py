"""Numpy kernels, arrays in and arrays out, by what they are about."""
