"""`python -m splendor`: the command `splendor`, where its folder is not in the path."""

from splendor.cli import main

if __name__ == "__main__":
    main()
