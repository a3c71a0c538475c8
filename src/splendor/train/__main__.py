"""`python -m splendor.train`: a training run with nothing but PyTorch, numba and numpy installed."""

import argparse
import json
import math
import sys
from dataclasses import fields
from pathlib import Path

from splendor.errors import SplendorError
from splendor.train.plan import Plan


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(prog="splendor.train", description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("training"), help="checkpoints, log, network")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--threads", type=int, default=None)
    parser.add_argument("--leg", type=float, default=math.inf, help="minutes of this leg; all that are left without it")
    parser.add_argument("--resume", action="store_true", help="go on from the folder's checkpoint")
    parser.add_argument("--start", type=Path, default=None, help="begin with this network instead of with imitation")
    parser.add_argument("--contests", type=float, default=90.0, help="seconds between two matches against greedy")
    parser.add_argument("--compile", choices=("play", "imitation"), help="compile this for the plan and leave")
    for field in fields(Plan):
        default = getattr(Plan(), field.name)
        kind = json.loads if isinstance(default, tuple) else type(default)
        parser.add_argument(f"--{field.name.replace('_', '-')}", type=kind, default=default)
    given = vars(parser.parse_args())
    values = {name: given[name] for name in (field.name for field in fields(Plan))}
    for name in ("searches", "reuse"):
        values[name] = tuple(tuple(entry) for entry in values[name])
    plan = Plan(**values)
    try:
        from splendor.train.run import Run, compile_part

        if given["compile"]:
            compile_part(plan, given["compile"])
            return
        run = Run(
            plan, given["folder"], given["device"], given["threads"], given["resume"], given["contests"],
            start=given["start"],
        )  # fmt: skip
        run.go(given["leg"])
    except SplendorError as error:
        sys.exit(f"Error: {error}")


if __name__ == "__main__":
    main()
