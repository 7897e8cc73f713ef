"""Reinforcements, withdrawals and replacements (26, 27, 28)."""
