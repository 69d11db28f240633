#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives the window by pointer and checks the events that it prints.

usage: pointer-walk.py PROGRAM [ARGUMENT...]

Needs the window at 1000 x 700 in the corner of the screen.
"""
import sys
import time

from window_driver import LIMIT_SECONDS, Failure, key, main, xdotool

MICROPHONE = ("500", "604")
MAIN_AREA = ("500", "350")
HISTORY = ("175", "604")
BACK = ("47", "47")


def point(place):
    xdotool("mousemove", "--sync", *place)


def hold(window, place):
    point(place)
    xdotool("mousedown", "1")
    window.expect("holdBegan")
    time.sleep(0.3)
    xdotool("mouseup", "1")
    window.expect("holdEnded")


def walk(window):
    window.expect("firstFrame")
    xdotool("search", "--sync", "--onlyvisible", "--name", "JARVIS", "windowfocus", "--sync")
    window.expect("state", "phase=listening")

    for taps, place in enumerate((MICROPHONE, MAIN_AREA), start=1):
        point(place)
        xdotool("click", "1")
        window.expect("microphoneTapped")
        window.expect("state", "phase=recording")
        key("Escape")
        window.expect("cancelRequested")
        if window.count("microphoneTapped") != taps:
            raise Failure("one click became several taps")

    hold(window, MICROPHONE)
    key("Escape")
    window.expect("cancelRequested")
    hold(window, MAIN_AREA)
    key("Escape")
    window.expect("cancelRequested")
    if window.count("holdBegan") != 2 or window.count("microphoneTapped") != 2:
        raise Failure("a hold was a tap too")

    point(HISTORY)
    xdotool("click", "1")
    window.expect("pane", "name=history")
    point(BACK)
    xdotool("click", "1")
    window.expect("pane", "name=none")

    point(MICROPHONE)
    xdotool("click", "--repeat", "60", "--delay", "15", "1")
    for _ in range(3):
        window.expect("microphoneTapped")
    key("ctrl+q")
    if window.program.wait(LIMIT_SECONDS) != 0:
        raise Failure("the program did not end well")
    print("ok: quit")


sys.exit(main(walk))
