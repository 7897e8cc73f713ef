"""The planner's orders, by subject."""
