"""Many games at once: random play on the CPU's threads or on a GPU, and what came of it."""

from splendor.sim.simulate import Simulation, simulate

__all__ = ["Simulation", "simulate"]
