"""The things on the table: every printed card and tile, and what may be played together. Data, no rules."""
