"""The page of a report: its parts, drawings, words and chapters."""
