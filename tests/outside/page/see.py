# SPDX-License-Identifier: BSD-2-Clause
"""usage: see.py report|exact|diff|open PAGE [SCREENSHOT]: looks at a page of --html in Chromium.

Prints what is wrong; exit status 1 when anything is.
"""
import json
import statistics
import struct
import sys
import time

sys.dont_write_bytecode = True
from browser import Browser

bad = []
HARMLESS = ("file:", "chrome:", "data:")  # the last two are of Chromium's own first page
BOXES = """return [...document.querySelectorAll('.box')].map(e => {
    const r = e.getBoundingClientRect();
    return [e.textContent, Math.round(r.width), Math.round(r.top), e.className, e.ariaLabel]; })"""


def expect(what, got, want):
    if got != want:
        bad.append("%s: got %.300r, want %.300r" % (what, got, want))


def holds(what, condition):
    if not condition:
        bad.append(what)


def widths(browser):
    """The names of the boxes and their shares of the root's width."""
    boxes = browser.run(BOXES)
    whole = boxes[0][1]
    return {text: round(100 * width / whole) for text, width, *_ in boxes}


def text_of_table(browser, table):
    return browser.run("""return [...document.querySelectorAll(
        '#table-' + arguments[0] + ' tbody tr')].map(
            tr => [...tr.children].map(td => td.textContent))""", table)


def sort_by(browser, table, column):
    browser.run("""[...document.querySelectorAll('#table-' + arguments[0] + ' th button')].find(
        b => b.textContent.startsWith(arguments[1])).click()""", table, column)


def contrast(browser):
    """The least contrast of a box's text and colour (WCAG 2.1, 1.4.3)."""
    return browser.run("""
        const part = v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
        const light = text => { const [r, g, b] = text.match(/[0-9.]+/g).map(Number);
            return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b); };
        return Math.min(...[...document.querySelectorAll('.box')].map(e => {
            const s = getComputedStyle(e), a = light(s.color), b = light(s.backgroundColor);
            return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05); }));""")


def report(browser):
    name = "</script><b>work"
    expect("tabs", browser.run("return [...document.querySelectorAll('[role=tab]')].map("
                               "e => e.textContent)"),
           ["Flame graph", "Functions", "Objects", "Threads"])
    expect("shares", widths(browser), {"all": 100, "prog": 100, "main": 100, "do_read": 30,
                                       name: 70, "leaf": 60, "small": 10})
    classes = {text: c.split()[1] for text, _, _, c, _ in browser.run(BOXES)}
    holds("objects have different colours",
          len({classes["main"], classes["leaf"], classes["do_read"]}) == 3)
    expect("one object has one colour", classes["main"], classes[name])
    browser.dark(False)
    holds("light: contrast %.2f" % contrast(browser), contrast(browser) >= 4.5)
    # The keyboard: to the largest callee, three times; zoom; back.
    browser.run("document.getElementById('graph').focus()")
    browser.keys("Down", "Down", "Down")
    holds("the keyboard comes to the largest callee",
          browser.text("#about").startswith(name + " in prog · 70,000 cycles, 70.00 % ± "))
    browser.keys("Right")
    holds("… and to its neighbour", browser.text("#about").startswith("do_read in [kernel]"))
    browser.keys("Left", "Down", "Enter")
    expect("Enter zooms", widths(browser), {"all": 100, "prog": 100, "main": 100, name: 100,
                                            "leaf": 100})
    browser.keys("Backspace")
    expect("Backspace zooms out", widths(browser).get("small"), 14)
    browser.keys("Escape")
    expect("Escape shows all", widths(browser).get("small"), 10)
    browser.click(".box:nth-child(4)")
    expect("a click zooms", len(widths(browser)) < 7, True)
    browser.click("#whole")
    tops = {text: top for text, _, top, _, _ in browser.run(BOXES)}
    holds("callees stand below", tops["leaf"] > tops["main"])
    browser.click("#turn")
    tops = {text: top for text, _, top, _, _ in browser.run(BOXES)}
    holds("callees stand above", tops["leaf"] < tops["main"])
    browser.click("#turn")
    # The search, by its key.
    browser.run("document.getElementById('graph').focus()")
    browser.keys("/", "l", "e", "a", "f")
    expect("the search has the focus", browser.run("return document.activeElement.id"), "search")
    expect("what is found", [t for t, _, _, c, _ in browser.run(BOXES) if " hit" in c], ["leaf"])
    holds("its share", browser.text("#about").endswith("found: 60,000, 60.00 %"))
    browser.click("#tab-functions")
    expect("rows that are found", len(text_of_table(browser, "functions")), 1)
    browser.type("#search", "/(/")
    expect("a wrong expression", browser.text("#wrong"), "This expression is wrong.")
    browser.keys("Escape")
    rows = text_of_table(browser, "functions")
    expect("the first row", rows[0], ["60.00 %", "7.75", "60,000", "60.00 %", "60,000", "leaf",
                                      "libx.so"])
    sort_by(browser, "functions", "function")
    expect("by name", [row[5] for row in text_of_table(browser, "functions")],
           sorted(["leaf", "small", "do_read", "main", name]))
    expect("aria-sort", browser.run("return document.querySelectorAll('#table-functions "
                                    "[aria-sort=ascending]').length"), 1)
    browser.run("const s = document.getElementById('event'); s.selectedIndex = 1;"
                "s.dispatchEvent(new Event('change'))")
    expect("the other event", [row[2] for row in text_of_table(browser, "functions")
                               if row[5] == name], ["400"])
    # Arrows move through the tabs.
    browser.run("document.getElementById('tab-functions').focus()")
    browser.keys("Left")
    expect("the other event's graph", widths(browser), {"all": 100, "prog": 100, "main": 100,
                                                        name: 100})
    browser.dark(True)
    holds("dark: contrast %.2f" % contrast(browser), contrast(browser) >= 4.5)
    back = browser.run("return getComputedStyle(document.body).backgroundColor")
    browser.click("#theme")
    browser.click("#theme")
    holds("the switch goes to light", back != browser.run(
        "return getComputedStyle(document.body).backgroundColor"))
    browser.click("#theme")


def exact(browser):
    holds("the page says why", browser.text("#why").startswith(
        "There is no flame graph: this exact profile"))
    browser.click("#tab-lines")
    holds("lines", any(row[2] == "p.c" for row in text_of_table(browser, "lines")))
    browser.click("#tab-functions")
    browser.run("[...document.querySelectorAll('.link')].find("
                "e => e.textContent === 'main').click()")
    expect("a function's name opens its code",
           browser.run("return document.getElementById('tab-code').ariaSelected"), "true")
    holds("sources", 'printf("%d\\n", i);' in browser.text(".code"))
    browser.click("#instructions")
    holds("instructions", "call" in browser.text(".code") and "99" in browser.text(".code"))


def diff(browser):
    boxes = {text: c for text, _, _, c, _ in browser.run(BOXES)}
    expect("boxes", sorted(boxes), ["b", "▲ [unknown]", "▲ all", "▲ d", "▲ main", "▼ a"])
    holds("shades", " less3" in boxes["▼ a"] and " more3" in boxes["▲ d"] and " same" in boxes["b"])
    browser.click("#before")
    expect("widths before", widths(browser).get("▼ a"), 56)
    holds("what is gone", "▼ c" in widths(browser))
    browser.click("#before")
    browser.dark(False)
    holds("light: contrast %.2f" % contrast(browser), contrast(browser) >= 4.5)
    browser.dark(True)
    holds("dark: contrast %.2f" % contrast(browser), contrast(browser) >= 4.5)
    browser.dark(False)
    browser.click("#tab-functions")
    expect("the largest difference first", [row[4] for row in text_of_table(browser, "functions")],
           ["d", "a", "c"])
    browser.click("#tab-flame")


def open_page(browser):
    """From the beginning of navigation to the second frame after the script is done."""
    times = []
    for _ in range(3):
        begin = time.monotonic()
        browser.open(sys.argv[2])
        browser.call("POST", browser.session + "/execute/async", {"script": """
            const done = arguments[0];
            requestAnimationFrame(() => requestAnimationFrame(() => done()));""", "args": []})
        times.append(time.monotonic() - begin)
    begin = time.monotonic()
    browser.run("document.getElementById('graph').focus()")
    browser.keys("Down", "Down", "Enter")
    print("opens in %s s; three keys take %.2f s; %d boxes" % (
        ", ".join("%.2f" % t for t in times), time.monotonic() - begin,
        len(browser.run(BOXES))))
    holds("it takes %.2f s" % statistics.median(times), statistics.median(times) < 2)
    holds("too many elements", len(browser.run(BOXES)) < 20000)


def check_screenshot(path):
    """A picture of the right size with more than a few colours is no empty page."""
    with open(path, "rb") as f:
        data = f.read()
    width, height = struct.unpack(">II", data[16:24])
    holds("screenshot of %d x %d, %d bytes" % (width, height, len(data)),
          width >= 1200 and height >= 600 and len(data) > 20000)


def main():
    browser = Browser()
    try:
        browser.open(sys.argv[2])
        expect("the page is ready", browser.run("return document.documentElement.dataset.ready"),
               "yes")
        {"report": report, "exact": exact, "diff": diff, "open": open_page}[sys.argv[1]](browser)
        if len(sys.argv) > 3:
            browser.screenshot(sys.argv[3])
            check_screenshot(sys.argv[3])
        expect("messages on the console", browser.log(), [])
        requests = [json.loads(entry["message"])["message"] for entry in browser.log("performance")]
        expect("requests", [r["params"]["request"]["url"] for r in requests
                            if r["method"] == "Network.requestWillBeSent" and
                            not r["params"]["request"]["url"].startswith(HARMLESS)],
               [])
    finally:
        browser.close()
    print("\n".join(bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
