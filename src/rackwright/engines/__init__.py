"""Engines that evaluate a rulebook."""
