"""Writes rows as files: `df.write.format("scoresheet").mode("append").save("out/")`.

Each attempt of a task delivers one file under a unique name. When all tasks have succeeded, the files of the
successful attempts are committed, and `_SUCCESS` appears.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow
from pyspark.sql.datasource import DataSourceArrowWriter, WriterCommitMessage

import scoresheet
from scoresheet.spark.folders import folder_at

if TYPE_CHECKING:
    from scoresheet.spark.options import WriteSettings

__all__ = ["FolderWriter"]


@dataclass
class Written(WriterCommitMessage):
    """What one attempt of a task has written; None if it had no rows."""

    file: str | None
    games: int


class FolderWriter(DataSourceArrowWriter):
    """Writes one file per task into a folder."""

    def __init__(self, settings: WriteSettings, *, overwrite: bool) -> None:
        self.settings = settings
        self.overwrite = overwrite
        self.folder = folder_at(settings.paths, "pass one to `save`")
        self.job = uuid.uuid4().hex[:12]

    def write(self, iterator: Iterator[pyarrow.RecordBatch]) -> Written:
        """Writes the rows of a task. Spark calls this on the executors."""
        from pyspark import TaskContext

        context = TaskContext.get()
        assert context is not None, "Spark calls this in a task"
        # Attempts of the same task may run at the same time, so each has a unique name.
        name = f"part-{context.partitionId():05d}-{self.job}-{context.taskAttemptId()}"
        with self.folder.scratch(self.job) as scratch:
            rows, target = scratch / f"{name}.arrow", scratch / f"{name}.{self.settings.ending}"
            games = _spooled(iterator, rows)
            if not games:
                return Written(None, 0)
            scoresheet.convert(rows, target, force=True, **self.settings.writing)
            rows.unlink()
            self.folder.deliver(target)
            return Written(target.name, games)

    def commit(self, messages: Sequence[WriterCommitMessage | None]) -> None:
        """Keeps the files of the successful attempts. Spark calls this once, on the driver."""
        files = [message.file for message in messages if isinstance(message, Written) and message.file is not None]
        self.folder.commit(self.job, files, replace=self.overwrite)

    def abort(self, messages: Sequence[WriterCommitMessage | None]) -> None:
        """Removes what this job has written."""
        del messages
        self.folder.abort(self.job)


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
