# SPDX-License-Identifier: GPL-3.0-or-later
"""What a person does with JARVIS on the desktop that this runs on: check.py all|look SCALE PICTURES

Prints a line for each check; exit status 1 when one of them does not hold.
"""

import signal
import sys
import time

import around
import input_method
import jarvis
from desktop import until
from jarvis import (
    EVENTS, KIND, LOG, Other, WHAT, ask, check, count, desktop, event, events, has_keyboard, objects, phase,
    picture, pressed, say, size, start)
from login import Login


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
    until(lambda: phase() in ("idle", "listening"))
    before = count()
    desktop.press("space")
    check(event("state", before, phase="recording"), "Space begins to record")
    say("what time is it")
    heard = event("transcript", before, limit=25)
    check(heard and "time" in heard.get("text", "").lower(), "a spoken question is understood", str(heard))
    answer = event("reply", before, limit=25)
    check(answer and answer.get("skill"), "and answered", str(answer))


def tree(pid):
    lines = objects(pid)
    check(any(line[1] in ("frame", "window") for line in lines), "a screen reader sees the window", str(lines)[:300])
    check(until(lambda: any("focused" in line[3] for line in objects(pid))), "and what has the keyboard",
          str(lines)[:2000])
    if KIND == "sway":
        buttons = [line for line in lines if line[2] == "Close" and "showing" in line[3]]
        check(not buttons, "a tiled window has no title bar of its own", str(buttons))


def room():
    """Where a screen is smaller than the window would like to be, it fits all the same."""
    def fits():
        room, window = desktop.room(), size()
        return not room or all(0 < own <= whole for own, whole in zip(window, room))
    check(until(fits), "the window fits on the screen", f"{size()} of {desktop.room()}")


def second_start():
    with Other() as other:
        check(has_keyboard("Other"), "another window has the keyboard")

        def is_told():
            window = desktop.window()
            return window and (window["focused"] or window["urgent"])
        status = start().wait(20)
        check(status == 0 and until(is_told, 8), "started again it comes to the front, or asks for attention",
              f"{status} {desktop.window()}")
        picture("second")
        other.focus()
        # It is worth nothing once another window has been used since.
        token = desktop.token()
        if token:
            start(XDG_ACTIVATION_TOKEN=token).wait(20)
            check(until(has_keyboard, 8), "started by a launcher it has the keyboard", f"{token} {desktop.window()}")
        # With a page open nothing moves that could tell whether the window is seen.
        desktop.focus("JARVIS")
        until(has_keyboard)
        pressed("ctrl+k", "pane", name="keyboard")
        other.focus()
        time.sleep(1)
        if desktop.minimize("JARVIS"):
            until(lambda: (desktop.window() or {"minimized": False})["minimized"])
            time.sleep(1)
            start().wait(20)

            def is_back():
                window = desktop.window()
                return window and (not window["minimized"] or KIND == "gnome" and window["urgent"])
            check(until(is_back), "minimized it comes back, or asks for attention", str(desktop.window()))
            picture("minimized")


def the_list(pid, login):
    tree(pid)
    # Early, since a compositor remembers keys that were pressed in the window.
    around.clipboard()
    window_and_keys()
    if input_method.is_here():
        input_method.walk(pid)
    turns()
    around.dictation()
    around.heard_while_held(pid)
    around.screenshot()
    around.look()
    around.search()
    around.lock(login)
    second_start()


def main():
    login, variables = None, {}
    if WHAT == "all" and KIND != "weston":
        login = Login()
        if input_method.is_here():
            variables = input_method.prepare()
    program = start("window", "--skip-setup", "--events", EVENTS, **variables)
    if not check(event("window", 0, limit=40), "the window opens"):
        print(open(LOG).read())
        return
    if KIND != "weston":
        check(until(desktop.window), "the desktop shows it")
        desktop.focus("JARVIS")
        check(until(has_keyboard), "it has the keyboard")
    until(lambda: events("frames"), 5)
    picture("window")
    room()
    if WHAT == "look":
        if KIND != "weston":
            check(pressed("ctrl+comma", "pane", name="settings"), "Ctrl+, opens the settings")
            picture("settings")
    elif KIND == "weston":
        check("4" in ask("what is two plus two"), "it answers")
    else:
        the_list(program.pid, login)
    check(program.poll() is None, "it still runs")
    program.send_signal(signal.SIGTERM)
    check(program.wait(20) == 0, "it ends when it is told to")
    said = open(LOG).read()
    check("CRITICAL" not in said and "-WARNING" not in said, "the toolkit complains about nothing", said[-500:])


main()
sys.exit(jarvis.faults > 0)
