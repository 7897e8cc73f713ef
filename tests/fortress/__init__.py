"""Fortress Europa."""
