# SPDX-License-Identifier: BSD-2-Clause
"""usage: page_check.py WHAT PMC ARGUMENTS...

Checks pages of `pmc report --html` and pictures of --svg. The page's own script reads its data, in
node (page_dump.js); what it makes of them has to be what pmc prints of the same profile. Prints
what differs; exit status 1 when anything does.

    markup PAGE                  nothing in the page but its own elements, and nothing to load
    stacks PMC PROFILE PAGE      the tree is what `script --to collapsed` prints
    tables PMC PROFILE PAGE      the rows are those of `report -j`
    inclusive PMC PROFILE PAGE   counts with callees are those of `report --children`
    code PAGE                    counts of annotated functions are those of the table
    diff PMC BEFORE AFTER PAGE   the rows are those of `diff -j`
    svg PMC PROFILE PICTURE      every frame's width is its count; callees stand in their callers
    search PAGE                  the page's search
"""
import collections
import html.parser
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree

bad = []


def differ(what, got, want):
    if got != want:
        bad.append("%s:\n  got  %.600r\n  want %.600r" % (what, got, want))


def dump(page):
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "page_dump.js")
    run = subprocess.run(["node", script, page], capture_output=True)
    if run.returncode:
        sys.exit(run.stderr.decode())
    return json.loads(run.stdout)


def pmc(*arguments):
    run = subprocess.run(arguments, capture_output=True)
    if run.returncode:
        sys.exit(run.stderr.decode())
    return run.stdout


class Parser(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.elements = []

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))


def markup(page):
    with open(page, encoding="utf-8") as f:
        text = f.read()
    parser = Parser()
    parser.feed(text)
    names = collections.Counter(name for name, _ in parser.elements)
    known = {"html", "head", "meta", "title", "style", "body", "header", "h1", "div", "details",
             "summary", "ul", "li", "noscript", "footer", "kbd", "script"}
    differ("elements", sorted(set(names) - known), [])
    differ("scripts", names["script"], 2)
    for name, attributes in parser.elements:
        loads = [a for a in attributes if a.startswith("on") or a in ("src", "href", "style")]
        differ("attributes of " + name, loads, [])
    addresses = r"(?:https?:)?//[a-z]+\.[a-z]+|url\(|@import|import\("
    differ("addresses", re.findall(addresses, text), [])
    differ("control characters", re.findall(r"[\x00-\x08\x0b-\x1f\x7f]", text), [])


def stacks(command, profile, page):
    want = collections.Counter()
    for line in pmc(command, "script", "--to", "collapsed", "-i", profile).decode(
            errors="replace").rstrip("\n").split("\n"):
        path, _, count = line.rpartition(" ")
        want[path] += int(count)
    got = collections.Counter()
    found = dump(page)
    for path, own in found["paths"]:
        if own[0]:
            got[";".join(re.sub("[\x00-\x1f]", ":", name) for name in path)] += own[0]
    differ("stacks", sorted(got.items()), sorted(want.items()))
    differ("total", found["totals"][0], sum(want.values()))
    differ("boxes outside of their callers", found["wrong"], 0)


def lines_of(output):
    return [json.loads(line) for line in output.decode().split("\n")[1:] if line]


def tables(command, profile, page):
    found = dump(page)
    events = [event["name"] for event in found["events"]]
    for name, sort, keys in (("functions", "function,object", ("function", "object")),
                             ("objects", "object", ("object",)),
                             ("threads", "thread", ("thread",)),
                             ("lines", "file,line,function", ("file", "line", "function"))):
        if name not in found["tables"]:
            continue
        want = sorted((key_of(row, keys), [row["counts"][e]["count"] for e in events])
                      for row in lines_of(pmc(command, "report", "-j", "-i", profile, "-s", sort,
                                              "-e", ",".join(events))))
        got = sorted((tuple(map(str, cells)), [int(c) for c in counts])
                     for cells, counts in found["tables"][name]["rows"] if any(map(int, counts)))
        differ(name, got, want)


def key_of(row, keys):
    key = []
    for name in keys:
        text = str(row.get(name, ""))
        if name == "line":  # "file.c:12"
            text = text.rpartition(":")[2] if ":" in text else "0"
        key.append(text)
    return tuple(key)


def inclusive(command, profile, page):
    found = dump(page)
    event = found["events"][0]["name"]
    rows = found["tables"]["functions"]["rows"]
    got = sorted((rows[row][0][0], int(count)) for row, count in found["inclusive"])
    want = sorted((row["function"], row["counts"][event]["inclusive"]) for row in lines_of(
        pmc(command, "report", "-j", "--children", "-i", profile, "-s", "object,function",
            "-e", event)))
    differ("inclusive counts", got, want)


def code(page):
    found = dump(page)
    rows = found["tables"]["functions"]["rows"]
    if not found["code"]:
        bad.append("no function is annotated")
    for function in found["code"]:
        cells, counts = rows[function["row"]]
        for event in range(len(found["events"])):
            differ("%s, event %d" % (cells[0], event),
                   sum(int(row["counts"][event]) for row in function["rows"]), int(counts[event]))


def diff(command, before, after, page):
    found = dump(page)
    event = found["events"][0]["name"]
    n = len(found["events"])
    got = sorted((cells[0], int(counts[0]), int(counts[n]))
                 for cells, counts in found["tables"]["functions"]["rows"]
                 if counts[0] != counts[n])
    want = sorted((row["function"], row["counts"][event]["before"], row["counts"][event]["after"])
                  for row in lines_of(pmc(command, "diff", "-j", before, after)))
    differ("changes", got, want)


def svg(command, profile, picture):
    root = xml.etree.ElementTree.parse(picture).getroot()
    space = "{http://www.w3.org/2000/svg}"
    boxes = []
    for group in root.iter(space + "g"):
        rect = group.find(space + "rect")
        title = group.find(space + "title").text
        m = re.search(r": ([0-9,]+) \([0-9.]+%\) ", title)
        boxes.append((float(rect.get("x")), float(rect.get("y")), float(rect.get("width")),
                      int(m.group(1).replace(",", "")), title))
    x, y, width, total, _ = boxes[0]
    counts = [int(line.rpartition(b" ")[2]) for line in
              pmc(command, "script", "--to", "collapsed", "-i", profile).split(b"\n") if line]
    differ("total", total, sum(counts))
    differ("names of elements", sorted({e.tag.replace(space, "") for e in root.iter()}),
           sorted(["svg", "title", "style", "text", "g", "rect"]))
    above = collections.defaultdict(list)
    for box in boxes:
        above[round(box[1]) + 17].append(box)
    for bx, by, bw, count, title in boxes:
        if abs(bw - width * count / total) > 0.02:
            bad.append("%s: width %f for %d" % (title, bw, count))
        if by > y and not any(px - 0.02 <= bx and bx + bw <= px + pw + 0.02
                              for px, _, pw, _, _ in above[round(by)]):
            bad.append("%s: stands in no caller" % title)


def search(page):
    differ("searches", dump(page)["search"],
           [[True, False, False], [False, True, False], "error", None])


def main():
    globals()[sys.argv[1]](*sys.argv[2:])
    print("\n".join(bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
