"""Types of arrays passed between Python and the kernels."""

import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.bool_]
Records = npt.NDArray[np.void]
"""Tables, games, bots: what Python hands to a kernel whose name ends with _at."""
