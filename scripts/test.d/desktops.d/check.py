# SPDX-License-Identifier: GPL-3.0-or-later
"""What a person does with JARVIS on the desktop that this runs on: check.py all|look SCALE PICTURES

Prints a line for each check; exit status 1 when one of them does not hold.
"""

import json
import os
import signal
import subprocess
import sys
import time

from desktop import here, run, until

WHAT, SCALE, PICTURES = sys.argv[1:4]
KIND = os.environ["VIRTUAL_DESKTOP_KIND"]
JARVIS = os.environ["JARVIS_PREFIX"] + "/bin/jarvis"
FOLDER = os.environ["VIRTUAL_DESKTOP"]
EVENTS = FOLDER + "/events.jsonl"
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


def start(*arguments, **variables):
    return subprocess.Popen(
        [JARVIS, *arguments], stdout=open(FOLDER + "/jarvis.log", "a"), stderr=subprocess.STDOUT,
        env={**os.environ, **variables})


def pressed(keys, kind, /, **values):
    before = count()
    desktop.press(keys)
    return event(kind, before, **values)


def ask(text):
    """Asks the running window from outside, as by voice: no window gets a key or click for it."""
    return run(JARVIS, "ask", text)


def size():
    """The size of the window; (0, 0) while it is not there."""
    return (desktop.window() or {"size": (0, 0)})["size"]


def has_keyboard(title="JARVIS"):
    return (desktop.window(title) or {"focused": False})["focused"]


def window_and_keys():
    check(pressed("ctrl+h", "pane", name="history"), "Ctrl+H opens the history")
    picture("history")
    check(pressed("Escape", "pane", name="none"), "Esc closes it")
    check(pressed("ctrl+comma", "pane", name="settings"), "Ctrl+, opens the settings")
    picture("settings")
    check(pressed("alt+Left", "pane", name="none"), "Alt+Left goes back")
    small = size()
    desktop.press("F11")
    check(until(lambda: size() != small), "F11 fills the screen", f"{small}")
    # The desktop knows of it before the window does.
    event("frames", count(), limit=8)
    desktop.press("F11")
    check(until(lambda: size() == small), "and again does not", f"{size()}")
    desktop.press("ctrl+j")
    if KIND == "sway":
        picture("compact")
    else:
        check(until(lambda: size()[1] < small[1] / 2), "Ctrl+J shrinks it to the pill", f"{size()}")
        picture("compact")
    desktop.press("Escape")
    check(until(lambda: size() == small), "Esc brings it back", f"{size()}")


def turns():
    before = count()
    desktop.press("ctrl+k")
    event("pane", before, name="keyboard")
    desktop.type("flip a coin")
    desktop.press("Return")
    check(event("reply", before, skill="chance") or event("reply", before), "a typed question is answered")
    desktop.press("alt+Left")
    event("pane", before, name="none")
    until(lambda: events("state")[-1].get("phase") in ("idle", "listening"))
    before = count()
    wave = FOLDER + "/question.wav"
    run("flite", "-voice", "slt", "-t", "what time is it", "-o", wave)
    desktop.press("space")
    check(event("state", before, phase="recording"), "Space begins to record")
    run("paplay", "--device=mic_feed", "--client-name=feed", "--property=media.role=test", wave)
    heard = event("transcript", before, limit=25)
    check(heard and "time" in heard.get("text", "").lower(), "a spoken question is understood", str(heard))
    answer = event("reply", before, limit=25)
    check(answer and answer.get("skill"), "and answered", str(answer))


def tree(pid):
    def objects():
        seen = run("/usr/bin/python3", "-B", ROOT + "/Tests/Tools/accessibility-tree.py", "--pid", str(pid))
        return [line for line in (line.split("\t") for line in seen.splitlines()) if len(line) > 3]

    def focused():
        return any("focused" in line[3] for line in objects())
    lines = objects()
    check(any(line[1] in ("frame", "window") for line in lines), "a screen reader sees the window", str(lines)[:300])
    check(until(focused), "and what has the keyboard", str(lines)[:2000])
    if KIND == "sway":
        buttons = [line for line in lines if line[2] == "Close" and "showing" in line[3]]
        check(not buttons, "a tiled window has no title bar of its own", str(buttons))


def second_start():
    other = subprocess.Popen(["zenity", "--info", "--title=Other", "--text=Something else", "--width=300"],
                             stderr=subprocess.DEVNULL)
    until(lambda: desktop.window("Other"))
    desktop.focus("Other")
    check(until(lambda: has_keyboard("Other")), "another window has the keyboard")

    def is_told():
        window = desktop.window()
        return window and (window["focused"] or window["urgent"])
    status = start().wait(20)
    check(status == 0 and until(is_told, 8), "started again it comes to the front, or asks for attention",
          f"{status} {desktop.window()}")
    picture("second")
    desktop.focus("Other")
    until(lambda: has_keyboard("Other"))
    # It is worth nothing once another window has been used since.
    token = desktop.token()
    if token:
        start(XDG_ACTIVATION_TOKEN=token).wait(20)
        check(until(has_keyboard, 8), "started by a launcher it has the keyboard", f"{token} {desktop.window()}")
    if desktop.minimize("JARVIS"):
        until(lambda: (desktop.window() or {"minimized": False})["minimized"])
        desktop.focus("Other")
        start().wait(20)

        def is_back():
            window = desktop.window()
            return window and (not window["minimized"] or KIND == "gnome" and window["urgent"])
        check(until(is_back), "minimized it comes back, or asks for attention", str(desktop.window()))
        picture("minimized")
    other.send_signal(signal.SIGTERM)
    other.wait()
    desktop.focus("JARVIS")
    until(has_keyboard)


def clipboard():
    """By voice, with another window in front."""
    other = subprocess.Popen(["zenity", "--info", "--title=Other", "--text=Something else", "--width=300"],
                             stderr=subprocess.DEVNULL)
    until(lambda: desktop.window("Other"))
    desktop.focus("Other")
    until(lambda: has_keyboard("Other"))
    ask("what is two plus two")
    said = ask("copy that")
    can = {"sway": lambda: run("wl-paste", "-n"), "plasma": lambda: run("wl-paste", "-n")}.get(KIND)
    if can:
        check("copied" in said and "4" in until(can, 3), "an answer is copied by voice", f"{said}: {can()}")
        subprocess.run(["wl-copy", "eggs & milk"], check=False, timeout=10)
        check("eggs & milk" in ask("read the clipboard"), "another program's text is read")
    elif KIND == "gnome":
        check("click" in said.lower(), "what cannot be copied is said", said)
        check("click" in ask("read the clipboard").lower(), "and what cannot be read")
    else:
        check("copied" in said, "an answer is copied by voice", said)
        check("4" in ask("read the clipboard"), "and read")
    other.send_signal(signal.SIGTERM)
    other.wait()
    desktop.focus("JARVIS")
    until(has_keyboard)


def main():
    run(JARVIS, "config", "set", "privacy.reminders-in-background", "true")
    program = start("window", "--skip-setup", "--events", EVENTS)
    if not check(event("window", 0, limit=40), "the window opens"):
        print(open(FOLDER + "/jarvis.log").read())
        return
    if KIND != "weston":
        check(until(desktop.window), "the desktop shows it")
        desktop.focus("JARVIS")
        check(until(has_keyboard), "it has the keyboard")
    until(lambda: events("frames"), 5)
    picture("window")
    if WHAT == "look":
        if KIND != "weston":
            check(pressed("ctrl+comma", "pane", name="settings"), "Ctrl+, opens the settings")
            picture("settings")
    elif KIND == "weston":
        check("4" in ask("what is two plus two"), "it answers")
    else:
        tree(program.pid)
        # Early, since a compositor remembers keys that were pressed in the window.
        clipboard()
        window_and_keys()
        turns()
        second_start()
    check(program.poll() is None, "it still runs")
    program.send_signal(signal.SIGTERM)
    check(program.wait(20) == 0, "it ends when it is told to")
    said = open(FOLDER + "/jarvis.log").read()
    check("CRITICAL" not in said and "Gtk-WARNING" not in said, "the toolkit complains about nothing", said[-500:])


main()
sys.exit(faults > 0)
