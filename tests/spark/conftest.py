"""A Spark session on this machine, and files of games of every kind. `make test-spark` runs these tests."""

from __future__ import annotations

import bz2
import logging
import os
import shutil
import sys
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import pzstd
import scoresheet


@dataclass
class Store:
    """A store of objects on this machine, which notes the requests."""

    system: Any
    requests: list[str] = field(default_factory=list)
    """The method and path of each, and the status of the response."""


@pytest.fixture(scope="session")
def _store() -> Iterator[Store | None]:
    """The store, or None if its emulator is not installed. Readers find it through the environment."""
    try:
        from moto.server import ThreadedMotoServer
        from s3fs import S3FileSystem
    except ImportError:
        yield None
        return
    log = logging.getLogger("werkzeug")
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    host, port = server.get_host_and_port()
    endpoint = f"http://{host}:{port}"
    os.environ.update(
        AWS_ACCESS_KEY_ID="tests", AWS_SECRET_ACCESS_KEY="tests", AWS_DEFAULT_REGION="us-east-1",
        AWS_ENDPOINT_URL=endpoint,
    )  # fmt: skip
    store = Store(S3FileSystem(endpoint_url=endpoint))
    noted = logging.Handler()
    noted.emit = lambda record: store.requests.append(record.getMessage())
    log.addHandler(noted)
    log.setLevel(logging.INFO)
    yield store
    log.removeHandler(noted)
    server.stop()


@pytest.fixture
def store(_store: Store | None, spark: Any) -> Store:
    """The store, with a new bucket `games`."""
    del spark  # its processes know the store only if they started after it
    if _store is None:
        pytest.skip("moto or s3fs is not installed")
    _store.system.invalidate_cache()
    if _store.system.exists("games"):
        _store.system.rm("games", recursive=True)
    _store.system.mkdir("games")
    _store.requests.clear()
    return _store


@pytest.fixture(scope="session")
def new_session(_store: Store | None) -> Callable[..., Any]:
    """Makes a session with a master and settings."""
    del _store  # its address is in the environment of the processes of a session
    sql = pytest.importorskip("pyspark.sql", reason="PySpark is not installed")
    if shutil.which("java") is None:
        pytest.skip("there is no Java")
    os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)

    def make(master: str, **settings: str) -> Any:
        builder = sql.SparkSession.builder.master(master).config("spark.ui.enabled", "false")
        builder = builder.config("spark.ui.showConsoleProgress", "false").config("spark.sql.shuffle.partitions", "2")
        for name, value in settings.items():
            builder = builder.config(name.replace("_", "."), value)
        made = builder.getOrCreate()
        made.sparkContext.setLogLevel("OFF")
        return made

    return make


@pytest.fixture(scope="session")
def spark(new_session) -> Iterator[Any]:
    """A session with two threads."""
    made = new_session("local[2]")
    yield made
    made.stop()


@pytest.fixture(scope="session")
def text(root: Path) -> bytes:
    """Games with errors, comments and variations among many plain ones."""
    damaged = b'[Event "bad"]\n\n1. e4 e5 2. Ke3 {not legal} *\n\n'
    names = ("historic.pgn", "annotated.pgn", "generated.pgn")
    return b"% made for a test\n" + damaged.join([*((root / "examples" / name).read_bytes() for name in names), b""])


@pytest.fixture(scope="session")
def files(tmp_path_factory, root: Path, text: bytes) -> dict[str, Path]:
    """Files of the same games by their kind."""
    folder = tmp_path_factory.mktemp("games")
    made = {
        "plain": (folder / "a.pgn", text),
        "frames": (folder / "b.pgn.zst", pzstd.compress(text, 9_001)),
        "blocks": (folder / "c.pgn.bz2", bz2.compress(text, 1)),
    }
    for path, content in made.values():
        path.write_bytes(content)
    found = {kind: path for kind, (path, _) in made.items()}
    found["zip"] = folder / "d.zip"
    with zipfile.ZipFile(found["zip"], "w") as archive:
        archive.writestr("one.pgn", text)
    found["vgn"] = folder / "e.vgn"
    scoresheet.convert(root / "examples" / "historic.pgn", found["vgn"])
    found["parquet"] = folder / "f.parquet"
    scoresheet.convert(found["plain"], found["parquet"], columns=["tags", "summary", "moves"], no_sort=True)
    found["folder"] = folder
    return found
