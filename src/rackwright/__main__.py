"""Lets `python -m rackwright` do what the command `rackwright` does."""

from rackwright.cli import main

if __name__ == "__main__":
    main()
