#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives the window by keyboard alone and checks the events that it prints.

usage: keyboard-walk.py PROGRAM [ARGUMENT...]
"""
import sys
import time

from window_driver import LIMIT_SECONDS, Failure, key, main, xdotool


def walk(window):
    window.expect("firstFrame")
    xdotool("search", "--sync", "--onlyvisible", "--name", "JARVIS", "windowfocus", "--sync")
    window.expect("state", "phase=listening")

    key("space")
    window.expect("microphoneTapped")
    window.expect("state", "phase=recording")

    # Held for longer than a second, so that the key repeats.
    xdotool("keydown", "space")
    window.expect("holdBegan")
    time.sleep(1.2)
    xdotool("keyup", "space")
    window.expect("holdEnded")
    if window.count("holdBegan") != 1 or window.count("microphoneTapped") != 1:
        raise Failure("key repeat became presses of its own")

    key("Escape")
    window.expect("cancelRequested")

    for keys, name in (("ctrl+h", "history"), ("ctrl+comma", "settings"), ("ctrl+slash", "commands"),
                       ("ctrl+question", "shortcuts"), ("ctrl+t", "timers"), ("ctrl+l", "lists")):
        key(keys)
        window.expect("pane", f"name={name}")
        key("Escape")
        window.expect("pane", "name=none")

    key("ctrl+period")
    window.expect("quick-settings", "isShown=true")
    key("Escape")
    window.expect("quick-settings", "isShown=false")

    key("ctrl+k")
    window.expect("pane", "name=keyboard")
    xdotool("type", "--delay", "30", "what time is it")
    key("Return")
    window.expect("question", "what time is it", "source=typed")
    # Once the answer is over: Escape would end that and not close a pane.
    window.expect("state", "phase=listening")
    key("alt+Left")
    window.expect("pane", "name=none")

    key("ctrl+f")
    window.expect("pane", "name=history")
    key("Escape")
    window.expect("pane", "name=none")

    key("ctrl+m")
    window.expect("muted", "isMuted=true")
    key("ctrl+m")
    window.expect("muted", "isMuted=false")

    # Focus is back on the microphone; the button before it is Settings, and Space presses that.
    taps = window.count("microphoneTapped")
    key("shift+Tab", "space")
    window.expect("pane", "name=settings")
    key("Escape")
    window.expect("pane", "name=none")
    if window.count("microphoneTapped") != taps:
        raise Failure("Space on another button reached the microphone")

    key("ctrl+q")
    status = window.program.wait(LIMIT_SECONDS)
    if status != 0:
        raise Failure(f"the program ended with status {status}")
    print("ok: quit")


sys.exit(main(walk))
