"""Pictures as pixels, by resvg-py and pillow (extra ``render``)."""

from io import BytesIO
from typing import Any

import numpy as np
from gymnasium.error import DependencyNotInstalled


def image(svg: str) -> Any:
    """An SVG document as a pillow image in RGB, of its own size.

    Raises: DependencyNotInstalled without resvg-py and pillow.
    """
    try:
        import resvg_py
        from PIL import Image
    except ImportError as error:
        raise DependencyNotInstalled(
            "pixels need resvg-py and pillow: pip install 'thousand-env[render]'"
        ) from error
    png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)
    with Image.open(BytesIO(bytes(png))) as picture:
        return picture.convert("RGB")


def rgb_array(svg: str) -> Any:
    """An SVG document as pixels: uint8 (height, width, 3).

    Raises: DependencyNotInstalled without resvg-py and pillow.
    """
    return np.asarray(image(svg))
