"""The history of the database's tables: one file in `versions` for each step."""
