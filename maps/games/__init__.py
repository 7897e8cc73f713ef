"""A package per game: which grid, projection, terrain, names and furniture its sheet has."""
