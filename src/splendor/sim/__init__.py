"""Many games at once: on the CPU's threads or on a GPU, stepped from Python or played to their end."""

from splendor.sim.batch import Batch
from splendor.sim.simulate import Simulation, simulate

__all__ = ["Batch", "Simulation", "simulate"]
