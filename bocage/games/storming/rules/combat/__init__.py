"""Combat: who attacks whom, the odds, the results, and what follows."""
