"""Tests of records: whole games as text and JSON."""
