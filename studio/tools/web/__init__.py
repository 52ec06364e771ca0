"""The tools that reach out to the web: a search, and a reader of pages."""
