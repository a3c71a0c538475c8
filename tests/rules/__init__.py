"""The rules, id by id: the worked positions of the rulebook, and a test for every other rule."""
