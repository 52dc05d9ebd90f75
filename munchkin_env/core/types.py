"""Arrays that cross the border between Python and the kernels."""

import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.bool_]
