"""The rules of Fortress Europa, chapter by chapter."""
