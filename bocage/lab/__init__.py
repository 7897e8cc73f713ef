"""The lab: games between bots played, measured and shown, bots tuned, and worlds for programs that learn."""
