"""The air war."""
