#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Scrolls a long history by keyboard to its beginning and back, then searches in it while it scrolls.

usage: history-scroll.py COUNT PROGRAM [ARGUMENT...]

The program is `jarvis-uicheck scroll --messages COUNT`. Prints what each stretch cost.
"""
import sys

from window_driver import Failure, key, main, xdotool

BATCH = 20
DELAY_MILLISECONDS = "33"
# Without a frame after a key for so long, there is nothing to draw.
PATIENCE_SECONDS = 0.4
COUNT = int(sys.argv.pop(1))


def press(window, *names):
    """One key after the other, each once the one before has been answered by a frame."""
    for name in names:
        with window.change:
            place = len(window.lines)
        xdotool("key", name)
        with window.change:
            window.change.wait_for(
                lambda: any(line.startswith("event answered") for line in window.lines[place:]), PATIENCE_SECONDS)


def rows(window):
    """How many messages are loaded."""
    with window.change:
        pages = [line for line in window.lines if line.startswith("event historyPage")]
    return int(pages[-1].split("rows=")[1]) if pages else 0


def stretch(window, name):
    key("F12")
    window.expect("stretch", "frames=")
    print(f"{name}: {window.lines[window.position - 1]}")


def walk(window):
    window.expect("historyPage", "rows=")
    xdotool("search", "--sync", "--onlyvisible", "--name", "JARVIS", "windowfocus", "--sync")
    key("Down", "F12")
    window.expect("stretch", "frames=")
    presses, vain = 0, 0
    while rows(window) < COUNT:
        before = rows(window)
        press(window, *["Page_Up"] * BATCH)
        presses += BATCH
        # A loaded machine answers keys later than they are pressed.
        vain = vain + 1 if rows(window) == before else 0
        if vain > 9:
            raise Failure(f"no earlier messages came after {before}")
    press(window, *["Page_Up"] * BATCH)
    stretch(window, f"up, {COUNT} messages, {presses} pages")
    for _ in range(presses // BATCH + 1):
        press(window, *["Page_Down"] * BATCH)
    stretch(window, "down")
    key("ctrl+f")
    xdotool("type", "--delay", DELAY_MILLISECONDS, "message 17")
    stretch(window, "typing a search")
    press(window, "Down", *["Page_Up"] * BATCH)
    stretch(window, "scrolling in what was found")


sys.exit(main(walk))
