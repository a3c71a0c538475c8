"""A network that knows nothing, for tests that need any."""

import numpy as np

from splendor.agents.neural_core.network import INPUTS, Network, shapes


def random_network(width: int, blocks: int) -> Network:
    """Weights by lot, of a size at which answers differ and stay finite."""
    generator = np.random.default_rng(0)
    weights = {}
    for name, shape in shapes(width, width, blocks, cards=192, choice=128, look=128, heads=4).items():
        array = generator.normal(0.0, 1.0 / np.sqrt(shape[0]), shape) if len(shape) == 2 else np.zeros(shape)
        weights[name] = array / 3 if name in INPUTS else array
    return Network(weights)
