"""What other programs keep games of infinite chess in: the long format of the original converter, and today's encoding.

`infinite.fc` and `infinite.modern` offer these under the names that the programs have for them.
"""

from __future__ import annotations
