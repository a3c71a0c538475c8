"""Splendor in a terminal: a game against bots, recorded games, the rules in words."""
