"""How each scenario begins (3, 17, 18)."""
