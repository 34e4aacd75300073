"""`tablectl run`: the service at a real table, or all of it with a twin in place of the hardware."""

import signal
import sys
from pathlib import Path

from controller.config import read_config
from controller.game.fields import BadInput
from controller.library import config_folder
from drivers.errors import DriverError

CONFIG = Path("/etc/table-controller/table.toml")


def run(file: str | None, *, simulated: bool) -> int:
    config = read_config(_file(file, simulated=simulated))
    if simulated:
        if config.twin is None:
            raise BadInput("twin", f"a table of that name in {config.file.name}, as in config/twin.toml: it is missing")
        from controller import simulated as table

        return table.run(config)
    if config.wiring is None:
        raise BadInput("twin", f"no such table in the file of a real table ({config.file.name}); or else --simulated")
    from controller.hardware import RealTable
    from controller.log import Log
    from controller.process import Process

    try:
        hardware = RealTable(config.wiring)
    except DriverError as failed:
        print(f"tablectl run: {failed}", file=sys.stderr)
        return 1
    process = Process(config, hardware, Log())
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, frame: process.stop(signal.Signals(number).name))
    return process.run()


def _file(file: str | None, *, simulated: bool) -> Path:
    if file is not None:
        return Path(file)
    return config_folder() / "twin.toml" if simulated else CONFIG
