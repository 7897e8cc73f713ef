"""How the bots play Operation Roundup."""
