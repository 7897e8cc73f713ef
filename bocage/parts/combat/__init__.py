"""What battles have in common, from the choice of a hex to the advance."""
