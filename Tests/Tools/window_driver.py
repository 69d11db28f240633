# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts a program that prints its events (as words or as JSON), presses keys and buttons by xdotool, and waits for what follows.

Needs an X display with a window manager.
"""
import json
import os
import subprocess
import sys
import threading

# Against hanging; loaded machines take their time.
LIMIT_SECONDS = 300


class Failure(Exception):
    pass


def words(line):
    """A line of JSON as `event NAME KEY=VALUE…`; another line as it is."""
    if not line.startswith("{"):
        return line
    fields = json.loads(line)
    pairs = [f"{key}={value}" for key, value in fields.items() if key not in ("t", "event")]
    return " ".join(["event", fields["event"], *pairs, ""])


class Window:
    def __init__(self, command, environment=None):
        self.program = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, bufsize=1, env={**os.environ, **(environment or {})})
        self.lines = []
        self.position = 0
        self.change = threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.program.stdout:
            with self.change:
                self.lines.append(words(line.strip()))
                self.change.notify_all()

    def expect(self, *words):
        """Waits for an event, after the last expected one, that contains all the words; "a|b" stands for either."""
        with self.change:
            found = self.change.wait_for(lambda: self.find(words), LIMIT_SECONDS)
            if not found:
                raise Failure(f"no event {' '.join(words)}; the last were {self.lines[-6:]}")
        print("ok:", " ".join(words))

    def find(self, words):
        for index in range(self.position, len(self.lines)):
            parts = self.lines[index].split(" ", 2)
            if parts[0] == "event" and parts[1] == words[0] and all(
                    any(choice in self.lines[index] for choice in word.split("|")) for word in words):
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


def main(walk):
    """Runs `walk` with the program named on the command line; exit status 1 after a line that begins with FAILED."""
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
