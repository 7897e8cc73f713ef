"""Playing: one game or many between bots, here or elsewhere, and the folder that keeps them."""
