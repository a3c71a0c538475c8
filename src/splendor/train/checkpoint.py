"""What a leg leaves for the next: weights, optimiser, counters and generators, in files of at most 16 MiB each."""

import json
from pathlib import Path
from typing import Any

import torch

from splendor.errors import SplendorError
from splendor.train.learner import Learner
from splendor.train.plan import Plan

WEIGHTS, OPTIMISER, STATE = "weights.pt", "optimiser.pt", "state.json"


def write(folder: Path, learner: Learner, counts: dict[str, Any], plan: Plan) -> None:
    """Write a checkpoint; the file of the counters comes last, so that an interrupted one is not taken for whole."""
    state = learner.state()
    (folder / STATE).unlink(missing_ok=True)
    torch.save({"model": state["model"], "mean": state["mean"]}, folder / WEIGHTS)
    torch.save({"optimiser": state["optimiser"], "generators": _generators()}, folder / OPTIMISER)
    values = {"counts": counts, "steps": state["steps"], "plan": plan.to_dict()}
    (folder / STATE).write_text(json.dumps(values, indent=1) + "\n", "utf-8")


def read(folder: Path, learner: Learner) -> dict[str, Any]:
    """Restore the learner from a checkpoint; returns the counters."""
    try:
        values = json.loads((folder / STATE).read_text("utf-8"))
        weights = torch.load(folder / WEIGHTS, map_location=learner.device)
        rest = torch.load(folder / OPTIMISER, map_location=learner.device)
    except FileNotFoundError as error:
        raise SplendorError(
            f"{folder} holds no checkpoint to go on from: {Path(error.filename).name} is missing."
        ) from None
    learner.restore({**weights, "optimiser": rest["optimiser"], "steps": values["steps"]})
    torch.set_rng_state(rest["generators"]["cpu"].cpu())
    if "cuda" in rest["generators"] and torch.cuda.is_available():
        torch.cuda.set_rng_state(rest["generators"]["cuda"].cpu())
    counts: dict[str, Any] = values["counts"]
    return counts


def _generators() -> dict[str, Any]:
    found = {"cpu": torch.get_rng_state()}
    if torch.cuda.is_available():
        found["cuda"] = torch.cuda.get_rng_state()
    return found
