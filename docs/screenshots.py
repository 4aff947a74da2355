"""Write docs/pictures/web-*.png, a picture of each page of `thousand serve`: make screenshots.

Cards are drawn anew each time, so the pictures differ from run to run.
"""

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.browser.server import Served, chromium
from tests.browser.tables import Table
from thousand_env.files import written_aside

HERE = Path(__file__).parent
MOST = 150_000  # bytes of a picture
WAIT = 180_000  # milliseconds for an answer
DARK = {"preset": "classic", "golden": False, "dark_min_score": 0}
SCREEN = {"width": 1180, "height": 820}
PHONE = {"width": 390, "height": 844}


def play(page: Page, home: str) -> None:
    """The form before a match."""
    page.goto(home)


def table(page: Page, home: str) -> None:
    """A trick, not in the first deal, with a hint."""
    at = Table(page).sit_down(home, rules=DARK, name="Anna")
    at.play(lambda at: at.state["scene"]["deal"] >= 2 and len(at.legal) > 2 and in_trick(at))
    page.locator("[data-test=hint]").click()
    page.locator("#hints table").wait_for(timeout=WAIT)


def in_trick(at: Table) -> bool:
    return bool(at.state["scene"]["trick"])


def dark(page: Page, home: str) -> None:
    """The dark offer: the person is the first hand in one of a few deals."""
    at = Table(page)
    while "dark" not in at.state.get("legal", []):
        at.sit_down(home, rules=DARK, name="Anna")


def watch(page: Page, home: str) -> None:
    """Agents against agents, with open hands."""
    at = Table(page)
    page.goto(f"{home}/watch")
    page.locator("[data-test=tempo]").select_option("300")
    page.locator("[data-test=start]").click()
    at.until(lambda state: "scene" in state and len(state["scene"]["trick"]) == 2)
    page.locator("[data-test=pause]").click()
    at.until(lambda state: bool(state["paused"]))


def review(page: Page, home: str) -> None:
    """A written game with some judged decisions."""
    page.goto(f"{home}/review")
    page.locator("[data-test=file]").set_input_files(HERE / "examples" / "match.json")
    page.locator("[data-test=open]").click()
    page.locator("#picture svg").wait_for(timeout=WAIT)
    page.locator("[data-test=judge]").click()
    page.locator("[data-test=judged] tbody tr").nth(7).wait_for(timeout=WAIT)
    page.locator("[data-test=judged] tbody button").nth(5).click()
    page.locator("[data-test=hints] table").wait_for()


def ask(page: Page, home: str) -> None:
    """Dark or look, answered."""
    page.goto(f"{home}/ask")
    page.locator("[data-test=kind-dark]").check()
    for seat, score in enumerate((440, 680, 680)):
        page.locator(f"[data-test=score-{seat}]").fill(str(score))
    page.locator("[data-test=ask]").click()
    page.locator("[data-test=answer] table:visible").first.wait_for(timeout=WAIT)
    page.evaluate("document.querySelector('[data-test=answer]').scrollIntoView()")


def rules(page: Page, home: str) -> None:
    """The page with the rules and help."""
    page.goto(f"{home}/help")


PICTURES = {page.__name__: page for page in (play, table, dark, watch, review, ask, rules)}


def small(png: bytes) -> bytes:
    """The picture in 128 colours, which is enough for cards and text.

    Raises: ValueError if that is still too big.
    """
    out = io.BytesIO()
    Image.open(io.BytesIO(png)).convert("RGB").quantize(128).save(out, "PNG", optimize=True)
    if out.tell() > MOST:
        raise ValueError(f"{out.tell()} bytes: at most {MOST} are expected")
    return out.getvalue()


def main(names: list[str]) -> int:
    """Write the named pictures, or all; the exit status."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser, served = playwright.chromium.launch(**chromium()), Served(Path(data))
        try:
            for name in names or [*PICTURES, "phone"]:
                phone = name == "phone"
                context = browser.new_context(viewport=PHONE if phone else SCREEN, is_mobile=phone)
                page = context.new_page()
                (table if phone else PICTURES[name])(page, served.home)
                with written_aside(HERE / "pictures" / f"web-{name}.png") as part:
                    part.write_bytes(small(page.screenshot()))
                print(f"docs/pictures/web-{name}.png", flush=True)
                context.close()
        finally:
            served.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
