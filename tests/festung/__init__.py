"""Tests of Festung Europa."""
