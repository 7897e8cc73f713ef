"""The bots of Festung Europa."""
