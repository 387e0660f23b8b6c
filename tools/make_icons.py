"""Make the icons of the installed page from the seal: python -m tools.make_icons, in .venv.

The output, web/icons/, is committed: pictures of web/pieces/seal.svg, whose character tools/make_pieces.py
outlines. It needs the browser of the tests.
"""

from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import sync_playwright

from tools import environment
from tools.steps import ROOT

SEAL = ROOT / "web" / "pieces" / "seal.svg"
ICONS = ROOT / "web" / "icons"
GROUND = "#e3e7e0"
SIZES = {"192.png": (192, 1.0, "transparent"), "512.png": (512, 1.0, "transparent")}
"""Size, how much of it the seal takes, and what is behind it."""
MASKED = {"maskable-512.png": (512, 0.66, GROUND), "apple-180.png": (180, 0.8, GROUND)}
"""Systems cut these to shapes of their own: nothing that counts lies near the edge."""


def main() -> None:
    """Draw all icons anew."""
    ICONS.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=environment.browser(), args=environment.CHROMIUM_ARGUMENTS
        )
        for name, (size, share, ground) in {**SIZES, **MASKED}.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            style = "position:absolute;inset:0;margin:auto"
            image = f'<img src="data:image/svg+xml,{quoted(SEAL)}" width="{size * share}" style="{style}">'
            page.set_content(f'<body style="margin:0;background:{ground}">{image}')
            page.locator("img").evaluate("(image) => image.decode()")
            page.screenshot(path=ICONS / name, omit_background=True)
        browser.close()


def quoted(path: Path) -> str:
    """A drawing as part of an address."""
    return quote(path.read_text())


if __name__ == "__main__":
    main()
