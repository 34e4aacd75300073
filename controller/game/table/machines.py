"""How a machine is asked to move: the models are plain values, and the machines know nothing of each other."""

from typing import Any

from transitions import Machine


def fire(machine: Machine, model: object, trigger: str, *args: Any) -> bool:
    """Moves the model; False if no way led on. Raises MachineError where the trigger has no place."""
    return bool(machine.events[trigger].trigger(model, *args))
