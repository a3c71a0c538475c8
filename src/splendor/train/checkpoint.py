"""What a leg leaves for the next: weights, optimiser, counters and generators, in files of at most 16 MiB each."""

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import torch

from splendor.errors import SplendorError
from splendor.files import whole
from splendor.train.learner import Learner
from splendor.train.plan import Plan

STATE = "state.json"
SQUARES = "exp_avg_sq"  # as PyTorch calls them
SIZES = ("width", "inner", "blocks", "cards", "look", "heads")
PARTS = ("model.pt", "mean.pt", "moments.pt", "squares.pt")
"""The weights, their mean, and for each what the optimiser keeps of gradients and of their squares."""


def write(folder: Path, learner: Learner, counts: dict[str, Any], plan: Plan) -> None:
    """Write a checkpoint: beside the last one first, which is replaced once all of the new one is on the disk.

    Several files are not replaced in one moment: each tells the step it was written at.
    """
    state = learner.state()
    steps = state["steps"]
    values = {"counts": counts, "steps": steps, "plan": plan.to_dict()}
    with ExitStack() as files:
        rest, *parts = [files.enter_context(whole(folder / name)) for name in (STATE, *PARTS)]
        for file, content in zip(parts, _parted(state), strict=True):
            torch.save({"content": content, "steps": steps}, file)
        rest.write_text(json.dumps(values, indent=1) + "\n", "utf-8")


def read(folder: Path, learner: Learner) -> dict[str, Any]:
    """Restore the learner from a checkpoint; returns the counters."""
    try:
        values = json.loads((folder / STATE).read_text("utf-8"))
        parts = [torch.load(folder / name, map_location=learner.device) for name in PARTS]
    except FileNotFoundError as error:
        raise SplendorError(
            f"{folder} holds no checkpoint to go on from: {Path(error.filename).name} is missing."
        ) from None
    steps = {STATE: values["steps"]} | {name: part["steps"] for name, part in zip(PARTS, parts, strict=True)}
    if len(set(steps.values())) > 1:
        found = ", ".join(f"{name} of step {step}" for name, step in steps.items())
        raise SplendorError(
            f"{folder} holds parts of two checkpoints ({found}): writing the last one was cut off. "
            "Begin anew in another folder, with --start and the newest.npz of this one."
        )
    state, generators = _joined([part["content"] for part in parts])
    try:
        learner.restore({**state, "steps": values["steps"]})
    except RuntimeError:  # PyTorch lists every layer
        made = ", ".join(f"{name}={values['plan'][name]}" for name in SIZES)
        raise SplendorError(f"{folder} holds a network of another size ({made}): go on with the same plan.") from None
    torch.set_rng_state(generators["cpu"].cpu())
    if "cuda" in generators and torch.cuda.is_available():
        torch.cuda.set_rng_state(generators["cuda"].cpu())
    counts: dict[str, Any] = values["counts"]
    return counts


def _parted(state: dict[str, Any]) -> list[Any]:
    """What each of PARTS holds; the small things are with the last."""
    optimiser = state["optimiser"]
    kept = optimiser["state"].items()
    squares = {number: of[SQUARES] for number, of in kept}
    moments = {number: {name: of[name] for name in of if name != SQUARES} for number, of in kept}
    rest = {"groups": optimiser["param_groups"], "generators": _generators()}
    return [state["model"], state["mean"], moments, {"squares": squares, **rest}]


def _joined(parts: list[Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The state that `_parted` took apart, and the generators."""
    model, mean, moments, rest = parts
    kept = {number: {**of, SQUARES: rest["squares"][number]} for number, of in moments.items()}
    optimiser = {"state": kept, "param_groups": rest["groups"]}
    return {"model": model, "mean": mean, "optimiser": optimiser}, rest["generators"]


def _generators() -> dict[str, Any]:
    found = {"cpu": torch.get_rng_state()}
    if torch.cuda.is_available():
        found["cuda"] = torch.cuda.get_rng_state()
    return found
