"""What belongs to no step: how sides, units and hexes are called, on the table and in the terminal."""
