"""Mutation testing of the rules: small faults are planted one by one, and the tests must notice."""
