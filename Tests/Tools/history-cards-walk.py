#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Uses what a reply in the history has set, and opens its link, by keyboard.

usage: history-cards-walk.py PROGRAM [ARGUMENT...]
"""
import sys
import time

from accessibility_bus import Atspi, application
from window_driver import LIMIT_SECONDS, Failure, key, main, xdotool


def named(node, role):
    """The names of all objects of a role."""
    names = [node.get_name()] if node.get_role_name() == role else []
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        names += named(child, role) if child is not None else []
    return names


def walk(window):
    window.expect("firstFrame")
    xdotool("search", "--sync", "--onlyvisible", "--name", "JARVIS", "windowfocus", "--sync")
    key("ctrl+h")
    window.expect("pane", "name=history")

    def wait(wanted, unwanted=""):
        deadline = time.monotonic() + LIMIT_SECONDS
        buttons = []
        while time.monotonic() < deadline:
            try:
                buttons = named(application(window.program.pid), "push button")
                if wanted in buttons and unwanted not in buttons:
                    print("ok:", wanted)
                    return
            except Exception:
                pass  # It changed while it was read.
            time.sleep(0.05)
        raise Failure(f"no {wanted} without {unwanted} among {buttons}")

    # From the row to its buttons and back.
    wait("Pause timer pizza")
    wait("Cancel timer pizza")
    key("Down", "End", "Right", "space")
    wait("Resume timer pizza", "Pause timer pizza")
    key("space")
    wait("Pause timer pizza", "Resume timer pizza")

    # The menu does the same; what is canceled comes back.
    key("Left", "Return")
    wait("Copy")
    key("Return")
    wait("Resume timer pizza", "Copy")
    key("Return")
    wait("Copy")
    key("Down", "Return")
    wait("Undo", "Cancel timer pizza")
    key("ctrl+z")
    wait("Resume timer pizza", "Undo")

    # The reply before it has a link: pressed, it is opened, and never before that.
    if window.count("opened"):
        raise Failure("a link was opened by itself")
    key("Down", "End", "Up", "Up", "Return")
    wait("Open example.org/everest")
    key("Down", "Down", "Return")
    window.expect("opened", "address=https://example.org/everest")


sys.exit(main(walk))
