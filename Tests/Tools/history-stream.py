#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lets a reply grow in the history, first below what is read there, then while the keyboard is far above it.

usage: history-stream.py PROGRAM [ARGUMENT...]

The program is `jarvis-uicheck stream`. Prints what moved each time.
"""
import sys
import time

from window_driver import key, main, xdotool

# What scrolls by itself has come to rest.
REST_SECONDS = 1


def stream(window):
    time.sleep(REST_SECONDS)
    key("F12")
    window.expect("streamed", "endInView=")
    print(window.lines[window.position - 1], flush=True)


def walk(window):
    window.expect("historyPage", "rows=")
    xdotool("search", "--sync", "--onlyvisible", "--name", "JARVIS", "windowfocus", "--sync")
    stream(window)
    key("Down", *["Page_Up"] * 6)
    stream(window)


sys.exit(main(walk))
