"""Games in Apache Spark. Install it with `pip install scoresheet[spark]`.

The source `scoresheet` needs no registering: `spark.read.format("scoresheet").load("month.pgn.zst")`.
"""

from scoresheet.spark.columns import ask, query, read
from scoresheet.spark.functions import register

__all__ = ["ask", "query", "read", "register"]
