"""Tests for the run without compilation, in which coverage sees the lines of the rules; they run compiled too."""
