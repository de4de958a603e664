"""Writes rows as files: `df.write.format("scoresheet").mode("append").save("out/")`.

Each attempt of a task writes below `_temporary`, under a name of its own. Only when all tasks have succeeded, the files
of the successful attempts get their final names, and `_SUCCESS` appears.
"""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow
from pyspark.sql.datasource import DataSourceArrowWriter, WriterCommitMessage

import scoresheet
from scoresheet.errors import UsageError

if TYPE_CHECKING:
    from scoresheet.spark.options import WriteSettings

__all__ = ["FolderWriter"]

_TEMPORARY = "_temporary"


@dataclass
class Written(WriterCommitMessage):
    """What one attempt of a task has written; None if it had no rows."""

    file: str | None
    games: int


class FolderWriter(DataSourceArrowWriter):
    """Writes one file per task into a folder."""

    def __init__(self, settings: WriteSettings, *, overwrite: bool) -> None:
        if len(settings.paths) != 1:
            raise UsageError("no folder was given", hint="pass one to `save`")
        self.settings = settings
        self.overwrite = overwrite
        self.folder = Path(settings.paths[0])
        self.job = uuid.uuid4().hex

    @property
    def _attempts(self) -> Path:
        """Where this job writes until it succeeds."""
        return self.folder / _TEMPORARY / self.job

    def write(self, iterator: Iterator[pyarrow.RecordBatch]) -> Written:
        """Writes the rows of a task. Spark calls this on the executors."""
        from pyspark import TaskContext

        context = TaskContext.get()
        assert context is not None, "Spark calls this in a task"
        # Attempts of the same task may run at the same time, so each has a name of its own.
        name = f"part-{context.partitionId():05d}-{self.job[:8]}-{context.taskAttemptId()}"
        self._attempts.mkdir(parents=True, exist_ok=True)
        rows = self._attempts / f"{name}.arrow"
        games = _spooled(iterator, rows)
        if not games:
            return Written(None, 0)
        target = self._attempts / f"{name}.{self.settings.ending}"
        scoresheet.convert(rows, target, force=True, **self.settings.writing)
        rows.unlink()
        return Written(target.name, games)

    def commit(self, messages: Sequence[WriterCommitMessage | None]) -> None:
        """Gives the files their final names. Spark calls this once, on the driver."""
        files = [message.file for message in messages if isinstance(message, Written) and message.file is not None]
        self.folder.mkdir(parents=True, exist_ok=True)
        before = [path for path in self.folder.iterdir() if path.is_file()] if self.overwrite else []
        for name in files:
            (self._attempts / name).rename(self.folder / name)
        for path in before:
            path.unlink()
        self._clean()
        (self.folder / "_SUCCESS").touch()

    def abort(self, messages: Sequence[WriterCommitMessage | None]) -> None:
        """Removes what this job has written."""
        del messages
        self._clean()

    def _clean(self) -> None:
        shutil.rmtree(self._attempts, ignore_errors=True)
        temporary = self.folder / _TEMPORARY
        if temporary.is_dir() and not any(temporary.iterdir()):
            temporary.rmdir()


def _spooled(batches: Iterator[pyarrow.RecordBatch], path: Path) -> int:
    """Writes batches to an Arrow file, and returns the number of rows. Without rows, there is no file."""
    writer, rows = None, 0
    try:
        for batch in batches:
            writer = writer or pyarrow.ipc.new_file(path, batch.schema)
            writer.write_batch(batch)
            rows += batch.num_rows
    finally:
        if writer is not None:
            writer.close()
    return rows
