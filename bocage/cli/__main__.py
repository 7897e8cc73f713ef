"""`python -m bocage.cli` does what the command `bocage` does."""

from bocage.cli import main

if __name__ == "__main__":
    main()
