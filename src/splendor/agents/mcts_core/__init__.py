"""The tree search of the mcts agent, compiled."""
