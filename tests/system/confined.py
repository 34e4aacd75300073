"""The two of the unit's walls that a library may run into, built with seccomp as systemd builds them."""

import ctypes
import errno
import platform
import struct
from collections.abc import Sequence

# mmap, mprotect, pkey_mprotect, socket
CALLS = {"x86_64": (9, 10, 329, 41), "aarch64": (222, 226, 288, 198)}
LOAD, IF_EQUAL, IF_BITS, RETURN = 0x20, 0x15, 0x45, 0x06
NUMBER, FIRST, THIRD = 0, 16, 32
"""Where the filter finds the call's number and two of its arguments (their low half)."""
ALLOW, REFUSE = 0x7FFF0000, 0x00050000
WRITE, EXEC = 2, 4
NO_NEW_PRIVILEGES, SECCOMP, FILTER = 38, 22, 2


class Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def confine(families: Sequence[int]) -> None:
    """This process, and what it becomes: no memory both written and run, sockets of these families alone."""
    steps = _filter(families)
    text = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    program = Program(len(steps), ctypes.addressof(text))
    libc = ctypes.CDLL(None, use_errno=True)
    for call in ((NO_NEW_PRIVILEGES, 1, 0, 0, 0), (SECCOMP, FILTER, ctypes.byref(program), 0, 0)):
        if libc.prctl(*call):
            raise OSError(ctypes.get_errno(), "seccomp")


def _filter(families: Sequence[int]) -> list[tuple[int, int, int, int]]:
    """(what, steps to skip if so, steps to skip if not, value)"""
    mmap, mprotect, pkey_mprotect, socket = CALLS[platform.machine()]
    steps = [(LOAD, 0, 0, NUMBER), (IF_EQUAL, 0, 4, mmap)]
    steps += [(LOAD, 0, 0, THIRD), (IF_BITS, 0, 2, EXEC), (IF_BITS, 0, 1, WRITE), (RETURN, 0, 0, REFUSE | errno.EPERM)]
    for call in (mprotect, pkey_mprotect):
        steps += [(LOAD, 0, 0, NUMBER), (IF_EQUAL, 0, 3, call)]
        steps += [(LOAD, 0, 0, THIRD), (IF_BITS, 0, 1, EXEC), (RETURN, 0, 0, REFUSE | errno.EPERM)]
    steps += [(LOAD, 0, 0, NUMBER), (IF_EQUAL, 0, len(families) + 2, socket), (LOAD, 0, 0, FIRST)]
    steps += [(IF_EQUAL, len(families) - at, 0, family) for at, family in enumerate(families)]
    return [*steps, (RETURN, 0, 0, REFUSE | errno.EAFNOSUPPORT), (RETURN, 0, 0, ALLOW)]
