"""What must hold in the data files: the ground, the counters, the charts, and who stands where."""
