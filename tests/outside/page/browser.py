# SPDX-License-Identifier: BSD-2-Clause
"""Headless Chromium by the WebDriver protocol (W3C), through Debian's chromium-driver."""
import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Enter": "\ue007", "Backspace": "\ue003", "Escape": "\ue00c", "Left": "\ue012",
        "Up": "\ue013", "Right": "\ue014", "Down": "\ue015", "Home": "\ue011", "Tab": "\ue004"}


def present():
    return bool(shutil.which("chromedriver") and shutil.which("chromium"))


class Browser:
    def __init__(self, width=1280, height=900):
        self.profile = tempfile.mkdtemp()
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, text=True)
        for line in self.driver.stdout:
            m = re.search(r"successfully on port (\d+)", line.strip())
            if m:
                break
        self.url = "http://127.0.0.1:%s" % m.group(1)
        # Chromium's own sandbox needs rights that a container does not give.
        arguments = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage",
                     "--disable-gpu", "--window-size=%d,%d" % (width, height),
                     "--user-data-dir=" + self.profile]
        session = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": {"args": arguments},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}}})
        self.session = "/session/" + session["sessionId"]

    def call(self, method, path, body=None):
        data = None if method == "GET" else json.dumps(body or {}).encode()
        request = urllib.request.Request(self.url + path, data, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def close(self):
        try:
            self.call("DELETE", self.session)
        finally:
            self.driver.terminate()
            self.driver.wait()
            shutil.rmtree(self.profile, ignore_errors=True)

    def open(self, path):
        self.call("POST", self.session + "/url", {"url": "file://" + os.path.abspath(path)})

    def run(self, script, *arguments):
        return self.call("POST", self.session + "/execute/sync",
                         {"script": script, "args": list(arguments)})

    def find(self, selector):
        return self.call("POST", self.session + "/element",
                         {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self.call("POST", "%s/element/%s/click" % (self.session, self.find(selector)))

    def type(self, selector, text):
        element = self.find(selector)
        self.call("POST", "%s/element/%s/clear" % (self.session, element))
        self.call("POST", "%s/element/%s/value" % (self.session, element), {"text": text})

    def keys(self, *names):
        """Presses keys where the focus is."""
        actions = []
        for name in names:
            key = KEYS.get(name, name)
            actions += [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.call("POST", self.session + "/actions",
                  {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0]).textContent", selector)

    def log(self, kind="browser"):
        return self.call("POST", self.session + "/se/log", {"type": kind})

    def cdp(self, command, **parameters):
        return self.call("POST", self.session + "/goog/cdp/execute",
                         {"cmd": command, "params": parameters})

    def dark(self, on):
        self.cdp("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if on else "light"}])

    def screenshot(self, path):
        with open(path, "wb") as f:
            f.write(base64.b64decode(self.call("GET", self.session + "/screenshot")))
