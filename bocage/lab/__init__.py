"""The lab: batches of games between bots, and how fast they run."""
