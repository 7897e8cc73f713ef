"""Airborne units."""
