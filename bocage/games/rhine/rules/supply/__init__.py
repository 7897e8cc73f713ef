"""Supply: who has it, and what becomes of those who have none."""
