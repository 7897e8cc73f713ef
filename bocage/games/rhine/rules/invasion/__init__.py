"""Landings from the sea."""
