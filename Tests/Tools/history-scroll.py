#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Scrolls a long history by keyboard to its beginning and back, then searches in it while it scrolls.

usage: history-scroll.py COUNT[,KEYS] PROGRAM [ARGUMENT...]

The program is `jarvis-uicheck scroll --messages COUNT`. Prints what each stretch cost. KEYS are pressed at once, and the
next ones when a frame has answered them: 1 unless given.
"""
import subprocess
import sys
import time

from window_driver import Failure, key, main, xdotool

BATCH = 20
DELAY_MILLISECONDS = "33"
# Without a frame after a key for so long, there is nothing to draw.
PATIENCE_SECONDS = 0.4
# What a long walk tells of itself on its way.
NEWS_SECONDS = 60
COUNT, KEYS = (int(number) for number in (sys.argv.pop(1) + ",1").split(",")[:2])


class Keyboard:
    """Presses keys through one xdotool, which is started once: a long walk takes thousands of keys."""

    def __init__(self, window):
        self.window = window
        self.xdotool = subprocess.Popen(["xdotool", "-"], stdin=subprocess.PIPE, text=True, bufsize=1)

    def press(self, *names):
        """Some keys after the others, each lot once the one before has been answered by a frame. Tells how many were."""
        window, answered = self.window, 0
        for start in range(0, len(names), KEYS):
            with window.change:
                place = len(window.lines)
            self.xdotool.stdin.write(f"key --delay 0 {' '.join(names[start:start + KEYS])}\n")
            with window.change:
                answered += bool(window.change.wait_for(lambda: self.is_answered(place), PATIENCE_SECONDS))
        return answered

    def is_answered(self, place):
        lines = self.window.lines
        return any(lines[index].startswith("event answered") for index in range(place, len(lines)))


class Pages:
    """How many messages are loaded; each line of the program is looked at once."""

    def __init__(self, window):
        self.window, self.place, self.rows = window, 0, 0

    def count(self):
        with self.window.change:
            for line in self.window.lines[self.place:]:
                if line.startswith("event historyPage"):
                    self.rows = int(line.split("rows=")[1])
            self.place = len(self.window.lines)
        return self.rows


class Stretch:
    """What frames cost from one question to the next; a long stretch is asked every minute, and what it cost is summed."""

    def __init__(self, window):
        self.window = window
        self.begin = self.told = time.monotonic()
        self.frames, self.over, self.most = 0, 0, 0.0

    def ask(self):
        """Takes in what frames cost since the last time; answers the line that says so."""
        key("F12")
        self.window.expect("stretch", "frames=")
        line = self.window.lines[self.window.position - 1]
        fields = dict(field.split("=") for field in line.split() if "=" in field)
        self.frames += int(fields["frames"])
        self.over += int(fields["overTwoPeriods"])
        self.most = max(self.most, float(fields["most"]))
        return line

    def seconds(self):
        return int(time.monotonic() - self.begin)

    def tell_on_the_way(self, progress):
        if time.monotonic() - self.told < NEWS_SECONDS:
            return
        self.told = time.monotonic()
        print(f"  {self.seconds()} s, {progress}: {self.ask()}".replace("mostRows", "rows"), flush=True)

    def end(self, name):
        line = self.ask()
        print(f"{name}, {self.seconds()} s, {self.frames} frames, {self.over} over two periods, most {self.most} ms; "
              f"at last: {line}", flush=True)


def up(keyboard, pages, stretch):
    """Goes to the first message; answers how many keys that took."""
    presses, vain = 0, 0
    while pages.count() < COUNT:
        before = pages.rows
        keyboard.press(*["Page_Up"] * BATCH)
        presses += BATCH
        # A loaded machine answers keys later than they are pressed.
        vain = vain + 1 if pages.count() == before else 0
        if vain > 9:
            raise Failure(f"no earlier messages came after {before}")
        stretch.tell_on_the_way(f"{pages.rows} messages, {presses} pages")
    keyboard.press(*["Page_Up"] * BATCH)
    return presses


def walk(window):
    window.expect("historyPage", "rows=")
    xdotool("search", "--sync", "--onlyvisible", "--name", "JARVIS", "windowfocus", "--sync")
    key("Down")
    print(f"before: {Stretch(window).ask()}".replace("mostRows", "rows"), flush=True)
    keyboard = Keyboard(window)
    stretch = Stretch(window)
    presses = up(keyboard, Pages(window), stretch)
    stretch.end(f"up, {COUNT} messages, {presses} pages, {KEYS} at once")
    stretch = Stretch(window)
    presses = 0
    # At the end there is nothing to draw.
    while presses == 0 or keyboard.press(*["Page_Down"] * BATCH):
        presses += BATCH
        stretch.tell_on_the_way(f"{presses} pages")
    stretch.end(f"down, {presses} pages")
    stretch = Stretch(window)
    key("ctrl+f")
    xdotool("type", "--delay", DELAY_MILLISECONDS, "message 17")
    stretch.end("typing a search")
    stretch = Stretch(window)
    keyboard.press("Down", *["Page_Up"] * BATCH)
    stretch.end("scrolling in what was found")
    keyboard.xdotool.stdin.close()
    keyboard.xdotool.wait()


sys.exit(main(walk))
