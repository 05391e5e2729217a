"""Steps from one version of the database's tables to the next, in the order of their numbers."""
