"""A plot of losses as an SVG file."""

from collections.abc import Mapping, Sequence
from typing import Final

WIDTH: Final = 640
HEIGHT: Final = 360
LEFT: Final = 70
BOTTOM: Final = 40
COLOURS: Final = ("#1f6fb4", "#d1495b", "#4f772d", "#8d6a9f")


def losses(curves: Mapping[str, Sequence[float]], lines: Mapping[str, float]) -> str:
    """Curves by epoch, and horizontal lines, each with its name."""
    every = [value for curve in curves.values() for value in curve] + list(lines.values())
    low, high = min(every), max(every)
    space = (high - low) * 0.05 or 1.0
    low, high = low - space, high + space
    epochs = max(max(len(curve) for curve in curves.values()) - 1, 1)

    def x(epoch: float) -> float:
        return LEFT + (WIDTH - LEFT - 10) * epoch / epochs

    def y(value: float) -> float:
        return 10 + (HEIGHT - BOTTOM - 10) * (high - value) / (high - low)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for step in range(5):
        value = low + (high - low) * step / 4
        parts.append(f'<path d="M{LEFT} {y(value):.1f}H{WIDTH - 10}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:.5f}</text>')
    for epoch in sorted({0, epochs // 2, epochs}):
        parts.append(
            f'<text x="{x(epoch):.1f}" y="{HEIGHT - 18}" text-anchor="middle">epoch {epoch + 1}</text>'
        )
    drawn = [(name, list(enumerate(curve)), "") for name, curve in curves.items()]
    drawn += [(name, [(0, value), (epochs, value)], "6 4") for name, value in lines.items()]
    for number, ((name, points, dashes), colour) in enumerate(zip(drawn, COLOURS, strict=False)):
        path = " ".join(f"{x(epoch):.1f},{y(value):.1f}" for epoch, value in points)
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2" '
            f'stroke-dasharray="{dashes or "none"}"/>'
        )
        parts.append(
            f'<text x="{WIDTH - 14}" y="{28 + 16 * number}" text-anchor="end" fill="{colour}">{name}</text>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"
