"""The test oracle: an independent reading of the rules, used only by the tests."""
