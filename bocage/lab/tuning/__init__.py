"""Tuning bots: numbers drawn by lot, what each is worth, fitted weights, and the ladder."""
