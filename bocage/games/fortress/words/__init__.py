"""What belongs to no single step: names, phases, reports, the view and the log."""
