# SPDX-License-Identifier: GPL-3.0-or-later
"""One notification daemon, and what a person does there to JARVIS without a window. Run by scripts/test.d/notifications.

usage: matrix.py dunst|xfce4-notifyd|mako|none PROGRAM

Prints a line for each situation and deed. What is shown is read off the bus, what came of it off JARVIS's events.
"""
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi

NAME, PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
FOLDER = os.environ["VIRTUAL_DESKTOP"]
# How long what has to come may take on a busy machine; nothing is concluded from the time itself.
LIMIT_SECONDS = 90


def wait(condition, limit=LIMIT_SECONDS):
    """What the condition returns once that is true; None where it never is."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    return None


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


class Screen:
    """What JARVIS asks the daemon to show, and what becomes of it."""

    def __init__(self):
        self.lock, self.asked, self.shown = threading.Lock(), {}, {}
        monitor = subprocess.Popen(
            ["busctl", f"--address={os.environ['DBUS_SESSION_BUS_ADDRESS']}", "--json=short", "monitor"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        threading.Thread(target=lambda: [self.seen(json.loads(line)) for line in monitor.stdout], daemon=True).start()

    def seen(self, message):
        member, content = message.get("member"), message.get("payload", {}).get("data", [])
        with self.lock:
            if message["type"] == "method_call" and member == "Notify" and content[0] == "JARVIS":
                self.asked[(message["sender"], message["cookie"])] = content
            elif message["type"] == "method_return":
                asked = self.asked.pop((message["destination"], message["reply_cookie"]), None)
                if asked:
                    self.shown[content[0]] = asked
            elif message["type"] == "signal" and member == "NotificationClosed":
                self.shown.pop(content[0], None)
            elif message["type"] == "signal" and member == "NameOwnerChanged" and content[0] == NAME:
                self.shown.clear()

    def titles(self):
        with self.lock:
            return sorted(body[3] for body in self.shown.values())

    def number(self, title):
        """Number of what is shown under a title that begins so."""
        with self.lock:
            return next((number for number, body in self.shown.items() if body[3].startswith(title)), None)

    def content(self, number):
        with self.lock:
            return self.shown.get(number)


class Daemon:
    """A daemon, driven by its own tools."""
    command = []

    def start(self):
        with open(f"{FOLDER}/daemon.log", "a", encoding="utf-8") as log:
            self.child = subprocess.Popen(self.command, stdout=log, stderr=log)
        wait(lambda: run("gdbus", "call", "--session", "-d", NAME, "-o", PATH, "-m", NAME + ".GetCapabilities",
                         ).returncode == 0)

    def restart(self):
        self.child.kill()
        self.child.wait()
        self.start()


class Dunst(Daemon):
    def __init__(self):
        folder = FOLDER + "/dunst"
        os.makedirs(folder)
        # Its menu of actions is another program, which gets one action a line and prints the chosen one.
        self.choice = folder + "/choice"
        with open(folder + "/menu", "w", encoding="utf-8") as menu:
            menu.write(f"#!/bin/sh\ngrep \"^#$(cat '{self.choice}') \" | head -n 1\n")
        os.chmod(folder + "/menu", 0o700)
        with open(folder + "/dunstrc", "w", encoding="utf-8") as settings:
            settings.write(f"[global]\n    dmenu = {folder}/menu\n")
        self.command = ["dunst", "-conf", folder + "/dunstrc"]

    def press(self, _, label):
        with open(self.choice, "w", encoding="utf-8") as choice:
            choice.write(label)
        run("dunstctl", "context")

    def click(self, _):
        pointer("Dunst", 2)

    def dismiss(self, _):
        pointer("Dunst", 1)


class Xfce(Daemon):
    command = ["/usr/lib/x86_64-linux-gnu/xfce4/notifyd/xfce4-notifyd"]

    def press(self, _, label):
        def button(part):
            if part.get_role() == Atspi.Role.PUSH_BUTTON and part.get_name() == label:
                return part
            return next((found for place in range(part.get_child_count())
                         if (found := button(part.get_child_at_index(place)))), None)

        found = wait(lambda: button(Atspi.get_desktop(0)))
        if found:
            found.do_action(0)

    def click(self, _):
        # It tells of that as of a dismissal, and never of the action: a ring is put off by it, not lost.
        pointer("notifyd", 1)

    dismiss = click


class Mako(Daemon):
    command = ["mako"]

    def press(self, number, label):
        keys = (screen.content(number) or [[]] * 6)[5]
        if label in keys:
            run("makoctl", "invoke", "-n", str(number), keys[keys.index(label) - 1])

    def click(self, number):
        run("makoctl", "invoke", "-n", str(number), "default")

    def dismiss(self, number):
        run("makoctl", "dismiss", "-n", str(number))


def pointer(window, button):
    """Clicks on the words of the daemon's window."""
    found = wait(lambda: run("xdotool", "search", "--onlyvisible", "--class", window).stdout.split())
    if found:
        run("xdotool", "mousemove", "--window", found[-1], "15", "15", "click", str(button))


class Jarvis:
    """The program without a window."""

    def __init__(self, program):
        self.program, self.file, self.child = program, FOLDER + "/events", None
        self.do("config", "set", "detection.mode", "push-to-talk")

    def do(self, *words):
        return run(self.program, *words)

    def start(self):
        before = len(self.events())
        with open(f"{FOLDER}/jarvis.log", "a", encoding="utf-8") as log:
            self.child = subprocess.Popen([self.program, "--service", "--events", self.file], stdout=log, stderr=log)
        wait(lambda: any(event["event"] == "service" for event in self.events()[before:]))
        # Commands find it by its name.
        wait(lambda: self.do("reminders", "list").returncode == 0)

    def end(self, how=signal.SIGTERM):
        self.child.send_signal(how)
        self.child.wait()

    def events(self):
        try:
            with open(self.file, encoding="utf-8") as file:
                lines = file.read().split("\n")[:-1]
        except FileNotFoundError:
            return []
        return [json.loads(line) for line in lines]

    @staticmethod
    def notices():
        try:
            with open(os.environ["XDG_RUNTIME_DIR"] + "/jarvis-notifications", encoding="utf-8") as file:
                return file.read().split("\n")
        except FileNotFoundError:
            return []

    def clear(self):
        """Nothing rings, and nothing is to ring."""
        for entry in json.loads(self.do("reminders", "list", "--json").stdout or "[]"):
            self.do("reminders", "cancel", entry["id"])
        self.do("reminders", "stop")


def outcome(before, *kinds):
    """The first of these events since then, in words."""
    words = {"ringSettled": lambda event: event["outcome"], "firstFrame": lambda event: "the window opens",
             "call": lambda event: "call " + event["status"]}

    def first():
        for event in jarvis.events()[before:]:
            if event["event"] in kinds and not (event["event"] == "call" and event["status"] in ("ringing", "connecting")):
                return words[event["event"]](event)
        return None

    return wait(first) or "NOTHING HAPPENS"


def line(situation, deed, result):
    print(f"{sys.argv[1]:14}{situation:18}{deed:16}{result}", flush=True)


def shows(*titles):
    """What is shown, once it is this."""
    wait(lambda: [re.split("[:·]| [0-9]", title)[0] for title in screen.titles()] == list(titles), 20)
    return " + ".join(re.sub(r"[0-9]+:[0-9]+( [AP]M)?", "TIME", title) for title in screen.titles()) or "nothing"


def ring(kind, title):
    jarvis.clear()
    shows()
    jarvis.do("reminders", "add", kind, "1s", "tea")
    return wait(lambda: screen.number(title))


def describe(number):
    _, _, _, _, body, buttons, hints, limit = screen.content(number)
    urgency = ["low", "normal", "critical"][hints["urgency"]["data"]]
    words = [label for key, label in zip(buttons[::2], buttons[1::2]) if key != "default"]
    click = "".join(label for key, label in zip(buttons[::2], buttons[1::2]) if key == "default")
    return f"{urgency}, {'stays' if limit == 0 else 'may go'}, buttons: {', '.join(words)}; click: {click}"


def rings(daemon):
    number = ring("timer", "Timer")
    line("timer rings", "", describe(number))
    for deed in ("Stop", "Snooze", "dismiss"):
        number = number or ring("timer", "Timer")
        before = len(jarvis.events())
        daemon.dismiss(number) if deed == "dismiss" else daemon.press(number, deed)
        line("timer rings", deed, f"{outcome(before, 'ringSettled')}; shown: {shows()}")
        number = None
    number = ring("timer", "Timer")
    daemon.restart()
    line("timer rings", "daemon restarts", f"shown: {shows('Timer')}")
    # It is taken back by what JARVIS has written down of it.
    wait(lambda: str(screen.number("Timer")) in jarvis.notices())
    jarvis.end(signal.SIGKILL)
    jarvis.start()
    line("timer rings", "kill -9, start", f"shown: {shows('Timer')}")
    wait(lambda: str(screen.number("Timer")) in jarvis.notices())
    jarvis.end(signal.SIGKILL)
    before = shows("Timer")
    jarvis.do("reminders", "stop")
    jarvis.start()
    line("timer rings", "… after stop", f"shown: {before}, then: {shows()}")
    number = ring("timer", "Timer")
    before = len(jarvis.events())
    daemon.click(number)
    line("timer rings", "click", outcome(before, "ringSettled", "firstFrame"))
    jarvis.clear()
    jarvis.end()
    jarvis.start()


def calls(daemon):
    number = ring("alarm", "Alarm")
    line("alarm calls", "", describe(number))
    for deed in ("Stop", "Snooze", "dismiss"):
        number = number or ring("alarm", "Alarm")
        before = len(jarvis.events())
        daemon.dismiss(number) if deed == "dismiss" else daemon.press(number, deed)
        line("alarm calls", deed, f"{outcome(before, 'ringSettled')}; shown: {shows()}")
        number = None
    number = ring("alarm", "Alarm")
    before = len(jarvis.events())
    daemon.press(number, "Answer")
    line("alarm calls", "Answer", f"{outcome(before, 'call')}; shown: {shows('In a call with JARVIS')}")
    number = wait(lambda: screen.number("In a call"))
    line("in a call", "", describe(number))
    daemon.dismiss(number)
    wait(lambda: screen.number("In a call") != number)
    line("in a call", "dismiss", f"shown: {shows('In a call with JARVIS')}")
    before = len(jarvis.events())
    # It is drawn again each second, with its buttons.
    wait(lambda: daemon.press(screen.number("In a call"), "End") or
         any(event["event"] == "call" and event["status"] == "ended" for event in jarvis.events()[before:]))
    line("in a call", "End", f"{outcome(before, 'call')}; shown: {shows()}")


def prompts(daemon):
    def offer():
        jarvis.do("config", "set", "notes.daily-prompt", "off")
        shows()
        path = os.environ["XDG_DATA_HOME"] + "/jarvis/daily-prompt.json"
        if os.path.exists(path):
            os.remove(path)
        jarvis.do("config", "set", "notes.daily-prompt", "on")
        return wait(lambda: screen.number("Daily prompt"))

    jarvis.do("config", "set", "notes.prompt-hour", "0")
    number = offer()
    line("daily prompt", "", describe(number))
    text = screen.content(number)[4]
    daemon.press(number, "New prompt")
    changed = wait(lambda: (other := screen.number("Daily prompt")) and screen.content(other)[4] != text)
    line("daily prompt", "New prompt", f"{'another one' if changed else 'NOTHING HAPPENS'}; shown: {shows('Daily prompt')}")
    daemon.dismiss(screen.number("Daily prompt"))
    line("daily prompt", "dismiss", f"shown: {shows()}")
    number = offer()
    daemon.press(number, "Record")
    line("daily prompt", "Record", f"shown: {shows('JARVIS is listening')}")
    number = wait(lambda: screen.number("JARVIS is listening"))
    line("listening", "", describe(number))
    jarvis.do("reminders", "add", "timer", "1s", "tea")
    line("listening", "timer rings", f"shown: {shows('Timer')}")
    daemon.press(wait(lambda: screen.number("Timer")), "Stop")
    line("listening", "ring stopped", f"shown: {shows('JARVIS is listening')}")
    wait(lambda: (number := screen.number("JARVIS is")) is None or daemon.press(number, "Stop") or None)
    line("listening", "Stop", f"shown: {shows()}")


def nobody():
    before = len(jarvis.events())
    jarvis.do("reminders", "add", "timer", "1s", "tea")
    rang = wait(lambda: any(event["event"] == "ringing" for event in jarvis.events()[before:]))
    line("timer rings", "", f"{'rings' if rang else 'DOES NOT RING'}; shown: {shows()}")
    daemon = Dunst()
    daemon.start()
    line("timer rings", "daemon comes", f"shown: {shows('Timer')}")
    daemon.press(None, "Stop")
    line("timer rings", "Stop", f"{outcome(before, 'ringSettled')}; shown: {shows()}")


screen, jarvis = Screen(), Jarvis(sys.argv[2])
kinds = {"dunst": Dunst, "xfce4-notifyd": Xfce, "mako": Mako}
if sys.argv[1] == "none":
    jarvis.start()
    nobody()
else:
    chosen = kinds[sys.argv[1]]()
    chosen.start()
    jarvis.start()
    rings(chosen)
    calls(chosen)
    prompts(chosen)
jarvis.end()
line("JARVIS ends", "", f"shown: {shows()}")
