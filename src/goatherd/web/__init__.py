"""The site: play with friends in the browser (`goatherd serve`)."""
