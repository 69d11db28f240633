#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes in the field of the keyboard pane: several lines, an input method, what was sent before, too much.

usage: composer-walk.py PROGRAM [ARGUMENT...]

With JARVIS_PICTURES naming a folder, pictures of the stations are kept there.
"""
import os
import subprocess
import sys
import time

from accessibility_bus import Atspi, application
from window_driver import LIMIT_SECONDS, Failure, key, main, xdotool

NAME = "Message to JARVIS"


def find(node, wanted):
    if wanted(node):
        return node
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        found = find(child, wanted) if child is not None else None
        if found is not None:
            return found
    return None


class Field:
    def __init__(self, window):
        self.root = self.wait(lambda: application(window.program.pid), "the program is on the bus")
        self.node = self.wait(lambda: find(self.root, lambda node: node.get_name() == NAME), "there is a field")

    @staticmethod
    def wait(look, what):
        deadline = time.monotonic() + LIMIT_SECONDS
        while time.monotonic() < deadline:
            try:
                found = look()
            except Exception:
                found = None  # It changed while it was read.
            if found:
                print("ok:", what)
                return found
            time.sleep(0.05)
        raise Failure(f"not so: {what}")

    def text(self):
        return Atspi.Text.get_text(self.node, 0, Atspi.Text.get_character_count(self.node))

    def expect(self, text):
        self.wait(lambda: self.text() == text, f"the field has {text!r}")

    def height(self):
        return self.node.get_extents(Atspi.CoordType.WINDOW).height

    def shows(self, words):
        return find(self.root, lambda node: words in (node.get_name() or ""))


def picture(name):
    folder = os.environ.get("JARVIS_PICTURES")
    if folder:
        time.sleep(0.6)
        subprocess.run(["import", "-window", "root", f"{folder}/composer-{name}.png"], check=True)


def type_lines(*lines):
    for index, line in enumerate(lines):
        if index:
            key("shift+Return")
        xdotool("type", "--delay", "20", line)


def walk(window):
    window.expect("firstFrame")
    xdotool("search", "--sync", "--onlyvisible", "--name", "JARVIS", "windowfocus", "--sync")
    key("ctrl+k")
    window.expect("pane", "name=keyboard")
    field = Field(window)
    states = field.node.get_state_set()
    if not (states.contains(Atspi.StateType.FOCUSED) and states.contains(Atspi.StateType.MULTI_LINE)):
        raise Failure("the field is not a focused one of several lines")
    picture("empty")

    # Lines are kept, and the field grows with them, to a limit.
    one = field.height()
    type_lines("buy these", "milk", "eggs")
    field.expect("buy these\nmilk\neggs")
    Field.wait(lambda: field.height() > one, "it has grown")
    picture("lines")
    key("Return")
    window.expect("question", "buy these\\nmilk\\neggs", "source=typed")
    field.expect("")
    Field.wait(lambda: field.height() == one, "it is small again")
    type_lines(*"abcdefgh")
    field.expect("\n".join("abcdefgh"))
    picture("full")
    many = field.height()
    if not one < many < 7 * one:
        raise Failure(f"it grew from {one} to {many}")
    key("ctrl+a", "BackSpace")

    # Up goes to the first line before it goes to what was sent, and Down comes back to what was being written.
    xdotool("type", "--delay", "20", "new")
    key("Up")
    field.expect("buy these\nmilk\neggs")
    key("Up", "Up")
    field.expect("buy these\nmilk\neggs")
    key("Down", "Down")
    field.expect("buy these\nmilk\neggs")
    key("Down")
    field.expect("new")
    key("ctrl+a", "BackSpace")

    # An input method has Enter first: here it ends the number of a character.
    questions = window.count("question")
    key("ctrl+shift+u", "e", "9", "Return")
    field.expect("é")
    if window.count("question") != questions:
        raise Failure("Enter was sent on while a character was put together")
    key("Return")
    window.expect("question", "é", "source=typed")

    # What is pasted keeps its lines.
    type_lines("one", "two")
    key("ctrl+a", "ctrl+c", "BackSpace", "ctrl+v")
    field.expect("one\ntwo")

    # Too much is refused whole, and says so.
    start = time.monotonic()
    Atspi.EditableText.insert_text(field.node, 0, "x" * 100_000, 100_000)
    Field.wait(lambda: field.shows("That's too long"), "it is said that it is too long")
    print(f"refused after {time.monotonic() - start:.2f}")
    field.expect("one\ntwo")
    picture("refused")
    for _ in range(12):
        key("ctrl+a", "ctrl+c", "ctrl+End", "ctrl+v")
    Field.wait(lambda: field.shows("That's too long"), "so is a paste that is too long")
    length = len(field.text())
    if not 2000 < length <= 4000:
        raise Failure(f"{length} characters are there")
    key("ctrl+End", "BackSpace")
    Field.wait(lambda: not field.shows("That's too long"), "the sentence goes")
    before = field.text()
    key("ctrl+a", "ctrl+c", "ctrl+End", "shift+Left", "shift+Left", "ctrl+v")
    Field.wait(lambda: field.shows("That's too long"), "a paste over a selection is refused, too")
    time.sleep(0.5)
    if field.text() != before or not field.shows("That's too long"):
        raise Failure("the selection was taken, or the sentence did not stay")
    key("ctrl+a", "BackSpace")
    Field.wait(lambda: not field.shows("That's too long"), "the sentence goes with the next change")

    # Tab leaves for what can be pressed.
    xdotool("type", "--delay", "20", "what time")
    key("Tab")
    Field.wait(lambda: not field.node.get_state_set().contains(Atspi.StateType.FOCUSED), "Tab leaves")
    field.expect("what time")
    key("space")
    window.expect("question", "what time", "source=typed")
    picture("sent")


sys.exit(main(walk))
