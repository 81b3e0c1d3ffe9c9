"""The command `rackwright`: result on stdout, problems and notes on stderr.

Exit codes: 0 recommended, 1 our failure, 2 decided no, 3 invalid input, rules or usage,
4 undetermined.
"""

from rackwright.cli.app import app, main

__all__ = ["app", "main"]
