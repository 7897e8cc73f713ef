"""How the bots play Storming the Reich."""
