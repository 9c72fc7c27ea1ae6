#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""usage: terminal.py LINES COLUMNS KEYS... -- COMMAND...

Runs a command on a pseudo terminal, types keys, and prints the screen after each of them, between
lines "--- KEY" and with its lines' ends cut. A key is a name (up, enter, resize:10x40, ...) or text
that is typed as it is. Reversed text stands between [ and ], when the environment has MARK=1.
At last it prints "--- exit N".

The next key is typed when the command waits for one: when it sleeps in read() of its terminal, has
slept and woken since the last key, and has left nothing unread.

The terminal is what ncurses needs of ECMA-48; anything else is an error.
"""
import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

KEYS = {"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "home": "\x1b[1~",
        "end": "\x1b[4~", "pgup": "\x1b[5~", "pgdn": "\x1b[6~", "enter": "\r", "esc": "\x1b",
        "backspace": "\x7f"}
LIMIT = 60  # seconds in which a command that works has long reacted


class Screen:
    def __init__(self, lines, columns):
        self.reverse = False
        self.rest = ""
        self.resize(lines, columns)

    def resize(self, lines, columns):
        self.lines, self.columns = lines, columns
        self.cells = [[(" ", False)] * columns for _ in range(lines)]
        self.y = self.x = self.top = 0
        self.bottom = lines

    def scroll(self, first, n):
        """Moves the lines from the first one to the end of the region down, or up."""
        blank = [[(" ", False)] * self.columns for _ in range(abs(n))]
        part = self.cells[first:self.bottom]
        part = (blank + part)[:len(part)] if n > 0 else (part + blank)[-len(part):]
        self.cells[first:self.bottom] = part

    def clear(self, y, start, end):
        self.cells[y][start:end] = [(" ", False)] * (end - start)

    def put(self, c):
        if self.x < self.columns:
            self.cells[self.y][self.x] = (c, self.reverse)
        self.x += 1

    def control(self, final, numbers):
        n = numbers[0] if numbers and numbers[0] else 1
        if final == "H":
            self.y = n - 1
            self.x = (numbers[1] if len(numbers) > 1 and numbers[1] else 1) - 1
        elif final in "ABCDGd":
            if final in "AB":
                self.y += n if final == "B" else -n
            elif final in "CD":
                self.x += n if final == "C" else -n
            elif final == "G":
                self.x = n - 1
            else:
                self.y = n - 1
        elif final == "J":
            mode = numbers[0] if numbers else 0
            assert mode in (0, 2), mode
            self.clear(self.y, self.x if mode == 0 else 0, self.columns)
            for y in range(self.y + 1 if mode == 0 else 0, self.lines):
                self.clear(y, 0, self.columns)
        elif final == "b":
            for _ in range(n):
                self.put(self.cells[self.y][self.x - 1][0])
        elif final == "K":
            mode = numbers[0] if numbers else 0
            self.clear(self.y, 0 if mode else self.x,
                       self.x + 1 if mode == 1 else self.columns)
        elif final == "X":
            self.clear(self.y, self.x, min(self.x + n, self.columns))
        elif final == "@":
            row = self.cells[self.y]
            row[self.x:self.x] = [(" ", False)] * n
            del row[self.columns:]
        elif final == "P":
            row = self.cells[self.y]
            del row[self.x:self.x + n]
            row.extend([(" ", False)] * (self.columns - len(row)))
        elif final in "LM":
            self.scroll(self.y, n if final == "L" else -n)
        elif final == "r":
            self.top = n - 1
            self.bottom = numbers[1] if len(numbers) > 1 and numbers[1] else self.lines
            self.y = self.x = 0
        elif final == "m":
            for number in numbers or [0]:
                if number in (0, 27):
                    self.reverse = False
                elif number == 7:
                    self.reverse = True
        elif final not in "hlct":
            raise SystemExit("terminal.py: unknown sequence: CSI %s %s" % (numbers, final))

    def feed(self, text):
        text = self.rest + text
        at = 0
        while at < len(text):
            c = text[at]
            if c == "\x1b":
                m = re.compile(r"\x1b(?:\[([?0-9;]*)([@-~])|([()].)|([=>78M])|\]([^\x07]*)\x07)"
                               ).match(text, at)
                if not m:
                    break
                if m.group(2):
                    numbers = [int(n or 0) for n in m.group(1).lstrip("?").split(";")]
                    self.control(m.group(2), numbers if m.group(1) else [])
                if m.group(4) == "M" and self.y == self.top:
                    self.scroll(self.top, 1)
                elif m.group(4) == "M":
                    self.y -= 1
                at = m.end()
                continue
            at += 1
            if c == "\r":
                self.x = 0
            elif c == "\n":
                if self.y + 1 == self.bottom:
                    self.scroll(self.top, -1)
                else:
                    self.y += 1
            elif c == "\b":
                self.x -= 1
            elif c >= " ":
                self.put(c)
        self.rest = text[at:]

    def show(self):
        for row in self.cells:
            line, marked = "", False
            for c, reverse in row:
                if os.environ.get("MARK") and reverse != marked:
                    line += "[" if reverse else "]"
                    marked = reverse
                line += c
            print((line + ("]" if marked else "")).rstrip())


class Command:
    """A command on a terminal of its own."""

    def __init__(self, argv, lines, columns):
        self.fd, self.terminal = pty.openpty()
        self.resize(lines, columns)
        self.pid = os.fork()
        if self.pid == 0:
            os.setsid()
            fcntl.ioctl(self.terminal, termios.TIOCSCTTY, 0)
            for fd in 0, 1, 2:
                os.dup2(self.terminal, fd)
            os.environ.setdefault("TERM", "linux")
            os.closerange(3, 20)
            os.execvp(argv[0], argv)
        self.status = None
        self.slept = 0
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def resize(self, lines, columns):
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def proc(self, name):
        try:
            with open("/proc/%d/%s" % (self.pid, name)) as f:
                return f.read()
        except OSError:
            return ""

    def number(self, field):
        m = re.search(r"^%s:\s*([0-9a-f]+)$" % field, self.proc("status"), re.M)
        return int(m.group(1), 16) if m else 0

    def waits(self):
        unread = struct.unpack("i", fcntl.ioctl(self.terminal, termios.FIONREAD, b"0000"))[0]
        return (not unread and not self.number("ShdPnd") and not self.number("SigPnd")
                and self.number("voluntary_ctxt_switches") > self.slept
                and self.proc("syscall").startswith("0 0x0 "))

    def output(self):
        """What the command writes until it waits for a key, or has ended."""
        text, end = "", time.time() + LIMIT
        while time.time() < end:
            ready = select.select([self.fd], [], [], 0.002)[0]
            if ready:
                text += self.decoder.decode(os.read(self.fd, 65536))
                continue
            if self.status is not None:
                return text
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                # What it wrote at last is read before the screen is shown.
                self.status = os.waitstatus_to_exitcode(status)
                continue
            # What it wrote before it began to wait is here.
            if self.waits() and not select.select([self.fd], [], [], 0)[0]:
                return text
        raise SystemExit("terminal.py: the command does not wait for a key: %s" %
                         self.proc("syscall"))

    def type(self, key):
        self.slept = self.number("voluntary_ctxt_switches")
        if key.startswith("resize:"):
            self.resize(*map(int, key[7:].split("x")))
        else:
            os.write(self.fd, KEYS.get(key, key).encode())


def main():
    args = sys.argv[1:]
    split = args.index("--")
    lines, columns = int(args[0]), int(args[1])
    screen = Screen(lines, columns)
    command = Command(args[split + 1:], lines, columns)
    for key in [None] + args[2:split]:
        if key is not None:
            if command.status is not None:
                raise SystemExit("terminal.py: the command has ended before " + key)
            command.type(key)
        if key and key.startswith("resize:"):
            screen.resize(*map(int, key[7:].split("x")))
        screen.feed(command.output())
        print("---", key or "start")
        screen.show()
    if command.status is None:
        os.kill(command.pid, signal.SIGKILL)
        raise SystemExit("terminal.py: the command has not ended")
    print("--- exit", command.status)


main()
