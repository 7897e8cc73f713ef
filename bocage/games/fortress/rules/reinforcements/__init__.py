"""Reinforcements, withdrawals, replacements and the Panzer Reserve (13.2, 23, 26 to 28)."""
