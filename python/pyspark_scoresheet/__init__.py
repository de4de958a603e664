"""Makes `spark.read.format("scoresheet")` work without a registering call: Spark imports modules of this name."""

from scoresheet.spark.source import ScoresheetSource as DefaultSource

__all__ = ["DefaultSource"]
