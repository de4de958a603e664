"""Checks the types of the viewer's client with TypeScript, which reads them from its comments.

`make lint` runs it. TypeScript is installed into `build/client` once. Without Node or TypeScript, the check is
skipped, and the output reports it. The modules that are generated are checked with those that are written.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CLIENT = ROOT / "python" / "scoresheet" / "drawing" / "client"
FOLDER = ROOT / "build" / "client"
TYPESCRIPT = "typescript@5.9.3"
INSTALL_S = 300


def main() -> int:
    """Print what TypeScript reports; 1 if it reports anything."""
    missing = next((name for name in ("node", "npm") if shutil.which(name) is None), None)
    if missing is not None:
        print(f"types of the client: skipped, `{missing}` is not installed")
        return 0
    compiler = FOLDER / "node_modules" / "typescript" / "bin" / "tsc"
    if not compiler.exists() and (failed := install()):
        print(f"types of the client: skipped, npm could not install {TYPESCRIPT}: {failed}")
        return 0
    gather()
    checked = subprocess.run(["node", str(compiler), "--project", str(FOLDER)], cwd=FOLDER)
    print("types of the client: " + ("agree" if checked.returncode == 0 else "differ"))
    return min(checked.returncode, 1)


def install() -> str:
    """Install TypeScript; the last line of npm's report if that fails."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "package.json").write_text(json.dumps({"private": True}), encoding="utf-8")
    command = ["npm", "install", "--no-audit", "--no-fund", "--no-save", "--ignore-scripts", TYPESCRIPT]
    try:
        done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, timeout=INSTALL_S)
    except subprocess.TimeoutExpired:
        return f"no answer within {INSTALL_S} s"
    return "" if done.returncode == 0 else (done.stderr.strip().splitlines() or ["no reason given"])[-1]


def gather() -> None:
    """Copy the client beside the modules that are generated, so that every import is found."""
    from scoresheet.drawing.client import GENERATED

    shutil.rmtree(FOLDER / "js", ignore_errors=True)
    shutil.copytree(CLIENT / "js", FOLDER / "js")
    shutil.copy(CLIENT / "tsconfig.json", FOLDER)
    for name, generate in GENERATED.items():
        (FOLDER / "js" / f"{name}.js").write_text(generate(), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
