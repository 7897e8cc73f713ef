"""Air missions (17)."""
