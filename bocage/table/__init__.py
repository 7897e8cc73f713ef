"""The table: the web service, what it tells a page, and the built page itself."""
