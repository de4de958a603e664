"""The data source: `spark.read.format("scoresheet").load("month.pgn.zst")`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pyarrow
from pyspark.sql.datasource import DataSource, DataSourceReader, DataSourceWriter, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema

import scoresheet
from scoresheet.errors import UsageError
from scoresheet.spark.batches import batches
from scoresheet.spark.options import Settings, WriteSettings
from scoresheet.spark.partitions import OnePart, planned
from scoresheet.spark.planning import from_text
from scoresheet.spark.streaming import FolderReader
from scoresheet.spark.writer import FolderWriter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql.types import StructType

__all__ = ["ScoresheetSource", "source_schema"]

_COLUMNS = ("tags", "summary", "moves", "errors")
"""What is read unless columns are named: as `convert` writes."""


class ScoresheetSource(DataSource):
    """Games of files, folders and patterns as rows, with the columns of `scoresheet convert --no-sort`."""

    @classmethod
    def name(cls) -> str:
        """What `format` takes."""
        return "scoresheet"

    @cached_property
    def settings(self) -> Settings:
        """The options."""
        return Settings.of(dict(self.options))

    def schema(self) -> StructType:
        """The requested columns."""
        return source_schema(self.settings.columns)

    def reader(self, schema: StructType) -> DataSourceReader:
        """Reads the columns of a schema."""
        if not self.settings.paths:
            raise UsageError("no path was given", hint="pass one to `load`")
        return Reader(self.settings, nullable(schema))

    def streamReader(self, schema: StructType) -> FolderReader:
        """Reads the files that appear in a folder."""
        return FolderReader(self.settings, nullable(schema))

    def writer(self, schema: StructType, overwrite: bool) -> DataSourceWriter:
        """Writes files into a folder."""
        del schema
        return FolderWriter(WriteSettings.of(dict(self.options)), overwrite=overwrite)


class Reader(DataSourceReader):
    """Reads parts of files, each in a separate task."""

    def __init__(self, settings: Settings, columns: Mapping[str, bool]) -> None:
        self.settings = settings
        self.columns = dict(columns)

    def partitions(self) -> list[InputPartition]:
        """Divides the files. Spark calls this once, on the driver."""
        plan = self.settings.plan
        found = planned(self.settings, self.settings.paths, self.columns) if plan is None else from_text(plan)
        self.settings.check_kinds({part.kind for part in found})
        return [OnePart(part) for part in found]

    def read(self, partition: InputPartition) -> Iterator[Any]:
        """The rows of a part. Spark calls this on the executors."""
        return batches(partition.value, self.settings, self.columns)


def source_schema(columns: Sequence[str] | None) -> StructType:
    """The schema for columns and families; None for the default."""
    return from_arrow_schema(pyarrow.schema(scoresheet.read(b"", columns=list(columns or _COLUMNS))))


def nullable(schema: StructType) -> dict[str, bool]:
    """The columns of a schema, and whether Spark expects NULL in them."""
    return {field.name: field.nullable for field in schema.fields}
