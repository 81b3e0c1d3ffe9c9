"""The rule language: what rules may name, how they are written, loaded and checked."""
