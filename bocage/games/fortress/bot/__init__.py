"""How the bots play Fortress Europa."""
