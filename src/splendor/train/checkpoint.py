"""What a leg leaves for the next: weights, optimiser, counters and generators, in files of at most 16 MiB each."""

import json
from pathlib import Path
from typing import Any

import torch

from splendor.errors import SplendorError
from splendor.files import whole
from splendor.train.learner import Learner
from splendor.train.plan import Plan

WEIGHTS, OPTIMISER, STATE = "weights.pt", "optimiser.pt", "state.json"


def write(folder: Path, learner: Learner, counts: dict[str, Any], plan: Plan) -> None:
    """Write a checkpoint: beside the last one first, which is replaced once all of the new one is on the disk.

    Three files are not replaced in one moment: each tells the step it was written at.
    """
    state = learner.state()
    steps = state["steps"]
    with whole(folder / WEIGHTS) as weights, whole(folder / OPTIMISER) as optimiser, whole(folder / STATE) as rest:
        torch.save({"model": state["model"], "mean": state["mean"], "steps": steps}, weights)
        torch.save({"optimiser": state["optimiser"], "generators": _generators(), "steps": steps}, optimiser)
        values = {"counts": counts, "steps": steps, "plan": plan.to_dict()}
        rest.write_text(json.dumps(values, indent=1) + "\n", "utf-8")


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
    steps = {STATE: values["steps"], WEIGHTS: weights.get("steps"), OPTIMISER: rest.get("steps")}
    if len(set(steps.values())) > 1:
        found = ", ".join(f"{name} of step {step}" for name, step in steps.items())
        raise SplendorError(
            f"{folder} holds parts of two checkpoints ({found}): writing the last one was cut off. "
            "Begin anew in another folder, with --start and the newest.npz of this one."
        )
    try:
        learner.restore({**weights, "optimiser": rest["optimiser"]})
    except RuntimeError:  # PyTorch lists every layer
        made = ", ".join(f"{name}={values['plan'][name]}" for name in ("width", "blocks"))
        raise SplendorError(f"{folder} holds a network of another size ({made}): go on with the same plan.") from None
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
