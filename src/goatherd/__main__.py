"""`python -m goatherd` is the command `goatherd`."""

from goatherd.cli import main

if __name__ == "__main__":
    main()
