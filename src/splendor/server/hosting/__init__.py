"""A process's matches: it loads them, carries out requests in order, lets bots decide and tells everybody.

First the log, then the word: an entry is committed before the match changes and before anybody hears of it. Any number
of processes may host one match; each catches up with the log whenever it learns that another one has written.

A `Host` is made of layers: `keeping` has the matches in memory, in step with their logs; `looking_after` does what a
server does by itself (bots, clocks); `listening` tells those who are connected, and other processes; `host` adds the
requests of seats, which `requests` turns into entries. `live` is one match in memory with its listeners.
"""

from splendor.server.hosting.bus import Bus
from splendor.server.hosting.host import Host
from splendor.server.hosting.live import Listener, Live

__all__ = ["Bus", "Host", "Listener", "Live"]
