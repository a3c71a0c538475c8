"""Reports: text, tables and plots in one HTML file that needs nothing else.

>>> from splendor.reports import Report
>>> report = Report("A match", "Two agents, ten games.")
>>> report.heading("Result")
>>> report.table(["agent", "wins"], [["greedy", 9], ["random", 1]])
>>> "<h2 id=\\"result\\">Result</h2>" in report.html()
True

The same data gives the same bytes. Plots come from `splendor.reports.plots` and need the extra `reports`.
"""

from splendor.reports.report import Report

__all__ = ["Report"]
