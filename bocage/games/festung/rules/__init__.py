"""The rules of Festung Europa, chapter by chapter."""
