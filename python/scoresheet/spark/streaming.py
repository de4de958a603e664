"""Streams of files that appear in a folder: each is read once, also when the query is started again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pyspark.sql.datasource import DataSourceStreamReader, InputPartition

from scoresheet.errors import UsageError
from scoresheet.spark.batches import batches
from scoresheet.spark.folders import folder_at
from scoresheet.spark.partitions import OnePart, planned

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoresheet.spark.options import Settings

__all__ = ["FolderReader"]

_HINT = "pass the folder in which files appear to `load`"


class FolderReader(DataSourceStreamReader):
    """Reads the files of a folder. An offset of the stream is the list of the files that were there."""

    def __init__(self, settings: Settings, columns: Mapping[str, bool]) -> None:
        self.settings = settings
        self.columns = dict(columns)
        self.folder = folder_at(settings.paths, _HINT)
        if not self.folder.exists():
            raise UsageError(f"`{self.folder.path}` is not a folder", hint=_HINT)

    def initialOffset(self) -> dict[str, list[str]]:
        """No files."""
        return {"files": []}

    def latestOffset(self, start: dict[str, list[str]], limit: Any) -> dict[str, list[str]]:
        """The files that are there now."""
        del limit
        return {"files": sorted(self.folder.names().union(start["files"]))}

    def partitions(self, start: dict[str, list[str]], end: dict[str, list[str]]) -> list[InputPartition]:
        """The parts of the files that have appeared between two offsets."""
        new = sorted(set(end["files"]).difference(start["files"]))
        paths = [self.folder.place_of(name) for name in new]
        return [OnePart(part) for part in planned(self.settings, paths, self.columns)] if paths else []

    def read(self, partition: InputPartition) -> Iterator[Any]:
        """The rows of a part."""
        return batches(partition.value, self.settings, self.columns)

    def commit(self, end: dict[str, list[str]]) -> None:
        """Spark keeps the offsets itself."""
