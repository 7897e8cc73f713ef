"""What a side may not know: hidden units, decoys, objectives."""
