"""The learned agent's tree search, compiled, and its network on a processor without PyTorch."""
