#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives the window by keyboard alone and checks the events that it prints.

usage: keyboard-walk.py PROGRAM [ARGUMENT...]

Needs an X display with a window manager, and xdotool. Prints what was done; exit status 1 with a line that begins
with FAILED when an event does not come, or comes too often.
"""
import subprocess
import sys
import threading

LIMIT_SECONDS = 15


class Failure(Exception):
    pass


class Window:
    def __init__(self, command):
        self.program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = []
        self.position = 0
        self.change = threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.program.stdout:
            with self.change:
                self.lines.append(line.strip())
                self.change.notify_all()

    def expect(self, *words):
        """Waits for an event, after the last expected one, that contains all the words."""
        with self.change:
            found = self.change.wait_for(lambda: self.find(words), LIMIT_SECONDS)
            if not found:
                raise Failure(f"no event {' '.join(words)}; the last were {self.lines[-6:]}")
        print("ok:", " ".join(words))

    def find(self, words):
        for index in range(self.position, len(self.lines)):
            parts = self.lines[index].split(" ", 2)
            if parts[0] == "event" and parts[1] == words[0] and all(word in self.lines[index] for word in words):
                self.position = index + 1
                return True
        return False

    def count(self, name):
        with self.change:
            return sum(1 for line in self.lines if line.split(" ")[:2] == ["event", name])


def xdotool(*arguments):
    subprocess.run(["xdotool", *arguments], check=True)


def key(*names):
    for name in names:
        xdotool("key", "--delay", "30", name)


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
    threading.Event().wait(1.2)
    xdotool("keyup", "space")
    window.expect("holdEnded")
    if window.count("holdBegan") != 1 or window.count("microphoneTapped") != 1:
        raise Failure("key repeat became presses of its own")

    key("Escape")
    window.expect("cancelRequested")

    for keys, name in (("ctrl+h", "history"), ("ctrl+comma", "settings"), ("ctrl+slash", "commands"),
                       ("ctrl+question", "shortcuts")):
        key(keys)
        window.expect("pane", f"name={name}")
        key("Escape")
        window.expect("pane", "name=none")

    key("ctrl+k")
    window.expect("pane", "name=keyboard")
    xdotool("type", "--delay", "30", "what time is it")
    key("Return")
    window.expect("question", "what time is it", "source=typed")
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


def main():
    window = Window(sys.argv[1:])
    try:
        walk(window)
        return 0
    except (Failure, subprocess.SubprocessError) as failure:
        print("FAILED:", failure)
        return 1
    finally:
        if window.program.poll() is None:
            window.program.kill()


sys.exit(main())
