"""The learning curve as a picture, where matplotlib is installed."""

import json
from pathlib import Path

from splendor.files import whole


def draw(folder: Path) -> Path | None:
    """Draw `curve.png` from the folder's log; None without matplotlib or before there is something to draw."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return None
    log = folder / "log.jsonl"
    if not log.exists():
        return None
    entries = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    lines = [entry for entry in entries if entry["kind"] == "line" and entry["losses"]["policy"] > 0]  # once it learns
    matches = [entry for entry in entries if entry["kind"] == "match"]
    if not lines:
        return None
    figure = Figure(figsize=(10, 4), layout="constrained")
    left, right = figure.subplots(1, 2)
    seconds = [entry["seconds"] for entry in lines]
    for name in ("policy", "value", "outcome"):
        left.plot(seconds, [entry["losses"][name] for entry in lines], label=f"{name}, learned from")
    for players in ("2", "3", "4"):
        shown = [(entry["seconds"], entry["fresh"][players]) for entry in lines if players in entry["fresh"]]
        if shown:
            left.plot(*zip(*shown, strict=True), "--", label=f"outcome, fresh games, {players} players")
    left.set(xlabel="seconds", title="losses", ylim=(0, None))
    left.legend(fontsize="x-small")
    if matches:
        for name in sorted({name for entry in matches for name in entry["greedy"]}):
            shown = [(entry["seconds"], entry["greedy"][name][0]) for entry in matches if name in entry["greedy"]]
            right.plot(*zip(*shown, strict=True), marker=".", label=name)
        right.set(xlabel="seconds", title="without search against greedy", ylim=(0, 1))
        right.legend(fontsize="x-small")
    else:
        right.plot(seconds, [entry["losses"]["gain"] for entry in lines])
        right.set(xlabel="seconds", title="gain: what the policy lacks, in nats")
    path = folder / "curve.png"
    with whole(path) as half:
        figure.savefig(half, format="png", dpi=110)
    return path
