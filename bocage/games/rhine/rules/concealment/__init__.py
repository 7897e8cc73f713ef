"""What one side may not know."""
