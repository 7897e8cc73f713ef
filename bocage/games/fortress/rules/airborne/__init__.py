"""Paratroopers (20): drops and airlifts."""
