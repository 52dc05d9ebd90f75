"""Locks between processes. The operating system releases one when its holder closes the file, or dies."""

import errno
import sys
from collections.abc import Callable
from typing import BinaryIO

_HELD = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK)


def try_lock(file: BinaryIO, without: Callable[[OSError], None] = lambda _: None) -> bool:
    """False while another process holds it. A file system without locks locks nothing: `without` gets its error."""
    try:
        _lock_now(file)
    except OSError as error:
        if error.errno in _HELD:
            return False
        without(error)
    return True


def _lock_now(file: BinaryIO) -> None:
    if sys.platform == "win32":
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
