# SPDX-License-Identifier: GPL-3.0-or-later
"""What programs_stress.py runs on the same data at once: commands, another program on the bus, and who watches them."""
import json
import os
import random
import subprocess
import threading

from gi.repository import Gio, GLib

NAME = "io.github.jarvis_assistant.Jarvis"
PATH = "/io/github/jarvis_assistant/Jarvis"
PROGRAM = os.environ["JARVIS"]
LIMIT_SECONDS = 60


class Failures:
    """What went wrong; printed at once, so that a long run can be followed."""

    def __init__(self):
        self.lines = []

    def add(self, text):
        self.lines.append(text)
        print(f"FAILED {text}", flush=True)


class Recorders(threading.Thread):
    """Follows the sound server: how many programs record at the same time."""

    def __init__(self, failures):
        super().__init__(daemon=True)
        self.failures, self.most, self.round = failures, 0, ""
        self.events = subprocess.Popen(["pactl", "subscribe"], stdout=subprocess.PIPE, text=True)

    def run(self):
        for line in self.events.stdout:
            if "'new' on source-output" in line:
                self.count()

    def count(self):
        listed = subprocess.run(["pactl", "-f", "json", "list", "source-outputs"], capture_output=True, text=True)
        try:
            outputs = json.loads(listed.stdout)
        except ValueError:
            return
        # What the server's own modules record has no process.
        owners = [o["properties"].get("application.process.id") for o in outputs]
        owners = [owner for owner in owners if owner]
        self.most = max(self.most, len(owners))
        if len(owners) > 1:
            names = [f"{o} ({command_line(o)})" for o in owners]
            self.failures.add(f"{self.round}: {len(owners)} record: {'; '.join(names)}")


def question(number):
    """Another one for each number, with small values, which are spoken of as they are written."""
    return f"what is {number // 400} plus {number % 400}"


def answer(question):
    first, second = int(question.split()[2]), int(question.split()[4])
    return f"{first} + {second} is {first + second}."


def command_line(process):
    try:
        with open(f"/proc/{process}/cmdline", "rb") as file:
            return file.read().replace(b"\0", b" ").decode().strip()
    except OSError:
        return "has ended"


class Acknowledged:
    """What programs have promised to keep."""

    def __init__(self):
        self.lock = threading.Lock()
        self.questions, self.reminders, self.items = set(), set(), set()
        self.sent = 0

    def add(self, kind, text):
        with self.lock:
            getattr(self, kind).add(text)

    def number(self):
        with self.lock:
            self.sent += 1
            return self.sent


class Stranger:
    """Asks over the bus and takes an answer's last signal for a promise."""

    def __init__(self, bus, acknowledged):
        self.bus, self.acknowledged = bus, acknowledged
        self.lock, self.open, self.early = threading.Lock(), {}, []
        bus.signal_subscribe(None, NAME, "Finished", PATH, None, Gio.DBusSignalFlags.NONE, self.finished)

    def ask(self, question):
        try:
            turn = self.bus.call_sync(NAME, PATH, NAME, "Ask", GLib.Variant("(s)", (question,)), None,
                                      Gio.DBusCallFlags.NO_AUTO_START, 5000, None).unpack()[0]
        except GLib.Error:
            return
        owner = owner_of_name(self.bus)
        with self.lock:
            if (owner, turn) in self.early:
                self.acknowledged.add("questions", question)
            else:
                self.open[(owner, turn)] = question

    def finished(self, _bus, sender, _path, _interface, _signal, arguments):
        turn, outcome, _ = arguments.unpack()
        if outcome != "answered":
            return
        with self.lock:
            question = self.open.pop((sender, turn), None)
            if question is None:
                self.early.append((sender, turn))
            else:
                self.acknowledged.add("questions", question)


def owner_of_name(bus):
    try:
        return bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner",
                             GLib.Variant("(s)", (NAME,)), None, Gio.DBusCallFlags.NONE, -1, None).unpack()[0]
    except GLib.Error:
        return None


def process_with_name(bus):
    try:
        return bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                             "GetConnectionUnixProcessID", GLib.Variant("(s)", (NAME,)), None,
                             Gio.DBusCallFlags.NONE, -1, None).unpack()[0]
    except GLib.Error:
        return None


def start(*arguments):
    return subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Command:
    """One command of the command line, and what its success promises."""

    def __init__(self, acknowledged, choice):
        number = acknowledged.number()
        self.acknowledged, self.promise = acknowledged, None
        if choice < 0.5:
            self.promise = ("questions", question(number))
            arguments = ["ask", self.promise[1]]
        elif choice < 0.65:
            self.promise = ("reminders", f"task {number}")
            arguments = ["reminders", "add", "timer", "12h", self.promise[1]]
        elif choice < 0.8:
            self.promise = ("items", f"thing {number}")
            arguments = ["lists", "add", "stress", self.promise[1]]
        else:
            arguments = ["listen", "--timeout", "1.5"]
        self.child = start(*arguments)

    def finish(self):
        """True when it ended in time."""
        try:
            status = self.child.wait(LIMIT_SECONDS)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()
            return False
        if status == 0 and self.promise:
            self.acknowledged.add(*self.promise)
        return True


class Worker(threading.Thread):
    """Runs commands one after another."""

    def __init__(self, acknowledged, seed, failures):
        super().__init__(daemon=True)
        self.random, self.acknowledged, self.failures = random.Random(seed), acknowledged, failures
        self.current = None

    def run(self):
        for _ in range(self.random.randint(2, 4)):
            self.current = Command(self.acknowledged, self.random.random())
            if not self.current.finish():
                self.failures.add(f"a command did not end: {self.current.child.args}")
