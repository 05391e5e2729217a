"""The terminal: tables drawn as text, rule books, and what each command of `goatherd` does."""
