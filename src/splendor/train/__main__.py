"""`python -m splendor.train`: a training run with nothing but PyTorch, numba and numpy installed."""

import argparse
import json
import math
import sys
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from splendor.errors import SplendorError
from splendor.train.leg import train
from splendor.train.plan import Plan


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and train."""
    given = vars(_parser().parse_args(arguments))
    numbers = {field.name: given.pop(field.name) for field in fields(Plan)}
    part = given.pop("compile")
    try:
        plan = Plan(**numbers)
        if part is None:
            train(plan, **given)
        else:
            from splendor.train.run import compile_part

            compile_part(plan, part)
    except SplendorError as error:
        sys.exit(f"Error: {error}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="splendor.train", description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    parser.add_argument("--folder", type=Path, default=Path("training"), help="checkpoints, log, network")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="what calculates the network")
    parser.add_argument("--threads", type=int, default=None, help="cores to play on; all of them without it")
    parser.add_argument("--leg", type=float, default=math.inf, help="minutes of this leg; all that are left without it")
    parser.add_argument("--resume", action="store_true", help="go on from the folder's checkpoint")
    parser.add_argument("--start", type=Path, default=None, help="begin with this network instead of with imitation")
    parser.add_argument("--contests", type=float, default=90.0, help="seconds between two matches against greedy")
    parser.add_argument("--compile", choices=("play", "imitation"), help="compile this for the plan and leave")
    for field in fields(Plan):
        default = getattr(Plan(), field.name)
        kind = table if isinstance(default, tuple) else type(default)
        parser.add_argument(
            f"--{field.name.replace('_', '-')}", type=kind, default=default, help=field.metadata["help"]
        )
    return parser


def table(text: str) -> tuple[tuple[Any, ...], ...]:
    """What changes as the run goes on, by the share that is over.

    >>> table("[[0, 32, 8], [0.4, 96, 8]]")
    ((0, 32, 8), (0.4, 96, 8))
    """
    try:
        return tuple(tuple(entry) for entry in json.loads(text))
    except (ValueError, TypeError):
        raise argparse.ArgumentTypeError(f"{text!r} is no table: expected rows as in [[0,32,8],[0.4,96,8]]") from None


if __name__ == "__main__":
    main()
