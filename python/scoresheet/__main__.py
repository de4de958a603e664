"""`python -m scoresheet` is the command `scoresheet`."""

from scoresheet.cli import main

if __name__ == "__main__":
    main(prog_name="scoresheet")
