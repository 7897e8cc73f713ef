"""Reinforcements and replacements: who comes into play, when and where."""
