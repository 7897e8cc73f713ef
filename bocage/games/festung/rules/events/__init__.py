"""Events: what cards do, whom and what they mean."""
