"""Self-play training of the learned agent's network: docs/training.md. Only this part of the package knows PyTorch."""
