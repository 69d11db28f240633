# SPDX-License-Identifier: GPL-3.0-or-later
"""JARVIS on the desktop that this runs on: its window, its events, what is typed and said to it, and the checks."""

import json
import os
import subprocess
import sys
import time

from desktop import here, run, until

WHAT, SCALE, PICTURES = sys.argv[1:4]
KIND = os.environ["VIRTUAL_DESKTOP_KIND"]
JARVIS = os.environ["JARVIS_PREFIX"] + "/bin/jarvis"
FOLDER = os.environ["VIRTUAL_DESKTOP"]
EVENTS = FOLDER + "/events.jsonl"
LOG = FOLDER + "/jarvis.log"
ROOT = os.path.dirname(os.path.abspath(__file__)) + "/../../.."

desktop = here()
faults = 0


def check(holds, what, detail=""):
    global faults
    faults += not holds
    print(f"{'ok    ' if holds else 'FAILED'} {KIND} {SCALE}: {what}{'' if holds or not detail else f' ({detail})'}",
          flush=True)
    return holds


def picture(name):
    suffix = "" if SCALE == "1" else f"-{SCALE}"
    # To be looked at, so what fades in should be there.
    time.sleep(1)
    desktop.picture(f"{PICTURES}-{name}{suffix}.png")


def events(name=None):
    try:
        with open(EVENTS) as lines:
            found = [json.loads(line) for line in lines if line.endswith("\n")]
    except FileNotFoundError:
        found = []
    return [event for event in found if name in (None, event["event"])]


def event(kind, after, /, limit=15.0, **values):
    """Waits for an event after the first `after` ones."""
    def find():
        return next((event for event in events()[after:] if event["event"] == kind and
                     all(event.get(key) == value for key, value in values.items())), None)
    return until(find, limit)


def count():
    return len(events())


def phase():
    states = events("state")
    return states[-1]["phase"] if states else "none"


def start(*arguments, **variables):
    return subprocess.Popen(
        [JARVIS, *arguments], stdout=open(LOG, "a"), stderr=subprocess.STDOUT, env={**os.environ, **variables})


def pressed(keys, kind, /, **values):
    before = count()
    desktop.press(keys)
    return event(kind, before, **values)


def ask(text):
    """Asks the running window from outside, as by voice: no window gets a key or click for it."""
    return run(JARVIS, "ask", text)


def configure(key, value):
    subprocess.run([JARVIS, "config", "set", key, value], check=True, timeout=20)


def say(text):
    """Says something into the microphone."""
    wave = f"{FOLDER}/{text.replace(' ', '-')}.wav"
    if not os.path.exists(wave):
        run("flite", "-voice", "slt", "-t", text, "-o", wave)
    run("paplay", "--device=mic_feed", "--client-name=feed", "--property=media.role=test", wave)


def microphone_is_open():
    return "jarvis" in run("pactl", "list", "source-outputs").lower()


def size():
    """The size of the window; (0, 0) while it is not there."""
    return (desktop.window() or {"size": (0, 0)})["size"]


def has_keyboard(title="JARVIS"):
    return (desktop.window(title) or {"focused": False})["focused"]


def objects(pid):
    """What a screen reader sees of a program: lists of depth, role, name, states."""
    seen = run("/usr/bin/python3", "-B", ROOT + "/Tests/Tools/accessibility-tree.py", "--pid", str(pid))
    return [line for line in (line.split("\t") for line in seen.splitlines()) if len(line) > 3]


class Other:
    """Another program's window, which has the keyboard."""

    def __init__(self, *command, title="Other"):
        self.title = title
        self.program = subprocess.Popen(
            command or ["zenity", "--info", "--title=Other", "--text=Something else", "--width=300"],
            stderr=subprocess.DEVNULL)

    def __enter__(self):
        until(lambda: desktop.window(self.title))
        self.focus()
        return self

    def focus(self):
        desktop.focus(self.title)
        return until(lambda: has_keyboard(self.title))

    def __exit__(self, *_):
        self.program.terminate()
        self.program.wait()
        desktop.focus("JARVIS")
        until(has_keyboard)
