"""Programs of others at our table, and our agents at theirs: JSON lines over standard input and output.

docs/engine-protocol.md describes the messages. `ForeignAgent` lets a program choose, `serve` answers for an agent.
"""

from splendor.foreign.agent import ForeignAgent
from splendor.foreign.program import Forfeit
from splendor.foreign.serve import serve

__all__ = ["ForeignAgent", "Forfeit", "serve"]
