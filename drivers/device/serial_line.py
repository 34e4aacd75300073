"""The dealing device's port: a serial line by its udev name, held by nobody else."""

import errno

import serial

from drivers.errors import PortLost, PortRefused

BAUD = 115200


class SerialLine:
    def __init__(self, path: str) -> None:
        try:
            # Nothing waits: the reader looks when something has come in. A device that takes nothing off the line for
            # so long is not there any more.
            self._port = serial.Serial(path, BAUD, timeout=0, write_timeout=0.5, exclusive=True)
        except (serial.SerialException, OSError) as error:
            raise PortRefused(f"{path}: {_why(error)}") from None
        self.written = 0
        """Bytes, since it was opened."""

    def read(self) -> bytes:
        try:
            return self._port.read(self._port.in_waiting or 1)
        except (serial.SerialException, OSError, TypeError) as error:
            raise PortLost(_why(error)) from None

    def write(self, data: bytes) -> None:
        try:
            self._port.write(data)
        except (serial.SerialException, OSError) as error:
            raise PortLost(_why(error)) from None
        self.written += len(data)

    def fileno(self) -> int:
        number: int = self._port.fileno()
        return number

    def close(self) -> None:
        self._port.close()


_WORDS = {errno.ENOENT: "it is not there", errno.EACCES: "not allowed", errno.EIO: "it was unplugged"}


def _why(error: Exception) -> str:
    """In few words; pyserial keeps the cause in its text."""
    number = getattr(error, "errno", None)
    if "exclusively lock" in str(error) or number in (errno.EAGAIN, errno.EBUSY):
        return "another program has it"
    return _WORDS.get(number or 0) or " ".join(str(error).split())
