"""The rules of The Brook, a module for each chapter."""
