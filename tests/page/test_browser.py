"""The page in a real browser without a window: a turn from the title to the end of the count, by clicks alone.

Runs where Debian's packages chromium and chromium-driver are installed. Where to click is found as a person would find
it: targets by what is drawn on the display, cups and places by where the camera sees them.
"""

import math
import shutil

import numpy as np
import pytest
from teatable.boards import geometry as geo

from host_sim.page import landing
from host_sim.scripted import scenario
from host_sim.stage import play_scenario
from host_sim.world import model

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
pytestmark = pytest.mark.skipif(
    not CHROMIUM or not DRIVER, reason="no chromium here: apt-get install chromium chromium-driver"
)
LIMIT_S = 180
DISPLAY_W, DISPLAY_H = 240, 320
_FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--use-gl=angle", "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader", "--window-size=1280,900",
)  # fmt: skip
_TARGETS = """return [...document.querySelectorAll('#display rect[aria-label]')].map(
    e => [e.getAttribute('aria-label'), ...['x', 'y', 'width', 'height'].map(k => +e.getAttribute(k))])"""


class Visitor:
    """A person with a mouse before the page."""

    def __init__(self, driver, address):
        self.driver = driver
        driver.get(address)
        self.until(lambda: "New game" in self.text("hint"), "the title")

    def until(self, happens, what, limit_s=LIMIT_S):
        from selenium.common.exceptions import WebDriverException
        from selenium.webdriver.support.ui import WebDriverWait

        wait = WebDriverWait(self.driver, limit_s, 0.2, ignored_exceptions=(WebDriverException,))
        return wait.until(lambda _: happens(), f"waited in vain for {what}; the page says: {self.text('hint')}")

    def text(self, name):
        return self.driver.execute_script("return document.getElementById(arguments[0])?.innerText ?? ''", name)

    def shown(self, text):
        return text in self.driver.execute_script("return document.body.innerText")

    def targets(self):
        return {name: box for name, *box in self.driver.execute_script(_TARGETS)}

    def mouse(self):
        from selenium.webdriver.common.action_chains import ActionChains

        return ActionChains(self.driver, duration=50)

    def touch(self, target, then, limit_s=LIMIT_S):
        """Click on the display where a target is drawn, and wait for the page to say what is next."""
        x, y, w, h = self.until(lambda: self.targets().get(target), target, limit_s)
        glass = self.driver.find_element("css selector", "#display img")
        scale = glass.rect["width"] / DISPLAY_W
        right, down = (x + w / 2 - DISPLAY_W / 2) * scale, (y + h / 2 - DISPLAY_H / 2) * scale
        self.mouse().move_to_element_with_offset(glass, round(right), round(down)).click().perform()
        self.until(lambda: then in self.text("hint"), f"{then!r} after {target}", limit_s)

    def seen(self, point):
        """Return the canvas, and where a point of the world is seen on it, from its middle, in pixels."""
        canvas = self.driver.find_element("css selector", ".nicegui-scene canvas")
        eye = np.array(landing.EYE)
        ahead = np.array(landing.LOOK_AT) - eye
        ahead /= np.linalg.norm(ahead)
        right = np.cross(ahead, [0.0, 0.0, 1.0])
        right /= np.linalg.norm(right)
        way = np.array(point) - eye
        scale = canvas.rect["height"] / 2 / math.tan(math.radians(landing.FOV_DEG / 2)) / float(way @ ahead)
        return canvas, round(float(way @ right) * scale), round(-float(way @ np.cross(right, ahead)) * scale)

    def click(self, point):
        self.mouse().move_to_element_with_offset(*self.seen(point)).click().perform()

    def drag(self, start, end):
        canvas, x, y = self.seen(start)
        _, u, v = self.seen(end)
        mouse = self.mouse().move_to_element_with_offset(canvas, x, y).click_and_hold()
        mouse.move_to_element_with_offset(canvas, (x + u) // 2, (y + v) // 2)
        mouse.move_to_element_with_offset(canvas, u, v).pause(0.2).release().perform()

    def press(self, label):
        """Press a button or a tab of the page, by its text or by what a screen reader says."""
        text = f"[normalize-space(.)='{label}']"
        found = f"//button{text} | //div[@role='tab']{text} | //button[@aria-label='{label}']"
        self.until(lambda: self.driver.find_element("xpath", found).click() is None, label)


def china(cup):
    """Return a point of the rim of a cup on the shelf, nearer to the camera."""
    x, y, _ = model.shelf_pose(cup)
    return x, y - 0.6 * model.RIM_R[geo.cup_size(cup)], 0.6 * model.HEIGHT[geo.cup_size(cup)]


@pytest.fixture
def visitor(page, tmp_path_factory):
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in (*_FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    try:
        yield Visitor(driver, page[0])
    finally:
        driver.quit()


def to_the_first_card(visitor, card):
    visitor.touch("button:new-game", "how many")
    visitor.touch("button:next", "how mad")
    visitor.touch("button:next", "tea last")
    visitor.touch("player:0", "It is me")
    visitor.touch("button:ready", "Show my cards")
    choose(visitor, card)
    visitor.touch("button:play", "Click a cup")


def choose(visitor, card):
    """Show the hand and touch a card; the hand covers itself after a while, on a busy machine before the click."""
    from selenium.common.exceptions import TimeoutException

    for limit_s in (10, 10, 10, LIMIT_S):
        visitor.touch("button:peek", "Show my cards")
        try:
            return visitor.touch(card, "Play it", limit_s)
        except TimeoutException:
            if limit_s == LIMIT_S:
                raise


def test_a_turn_by_clicks_alone(visitor, page):
    to_the_first_card(visitor, "card:exact-medium-purple")
    visitor.click(china(geo.CUPS.index("medium-purple")))
    visitor.until(lambda: "medium purple" in visitor.text("in-hand"), "the cup in the hand")
    visitor.click((0.02, -0.03, model.TOP_Z))
    visitor.until(lambda: "Hands off" in visitor.text("hint"), "the count")
    visitor.until(lambda: "Max is a bot" in visitor.text("hint"), "the end of the count")
    visitor.until(lambda: visitor.shown("placed: medium purple on the table"), "what the firmware concluded")

    visitor.press("Game")
    visitor.press("Save what was just done")
    visitor.until(lambda: "evening-1.json" in visitor.text("saved"), "where it was saved")
    scene = scenario.load(str(page[1] / "evening-1.json"))
    report = play_scenario(scene, scene.seed, None, lambda line: None)
    assert report["stopped"] == ""
    assert [e["cup"] for e in report["table"] if e["kind"] == "placed"][:1] == ["medium-purple"]

    asked = visitor.driver.execute_script("return performance.getEntriesByType('resource').map(e => e.name)")
    assert asked and all(name.startswith((page[0], "data:", "blob:")) for name in asked), "it must work offline"
    errors = [line for line in visitor.driver.get_log("browser") if line["level"] == "SEVERE"]
    assert errors == []


def test_cups_are_dragged_and_taken_off_and_parts_break(visitor):
    to_the_first_card(visitor, "card:size-large")
    spot = (0.0, 0.0, model.TOP_Z)
    x, y, _ = model.shelf_pose(9)
    grip = china(9)
    visitor.drag(grip, [s + g - f for s, g, f in zip(spot, grip, (x, y, 0.0), strict=True)])
    visitor.until(lambda: visitor.shown("placed: large yellow on the table"), "the dragged cup")
    visitor.until(lambda: "bot" in visitor.text("hint"), "the bot's turn")
    visitor.until(lambda: "It is me" in visitor.text("hint"), "the person's turn")

    visitor.press("Trouble")
    visitor.press("IMU: absent")
    visitor.until(lambda: "Something is broken" in visitor.text("hint"), "the fault")
    visitor.press("IMU: absent")
    visitor.touch("button:retry", "It is me")
    visitor.press("What the table says")
    visitor.until(lambda: visitor.shown("fault: imu motion sensor"), "the fault among what was said")
    visitor.touch("button:ready", "Show my cards")
