#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does in a program what a person does with a screen reader and a keyboard, step by step.

usage: screen-reader-walk.py [--pid PID] [--do STEP]… [PROGRAM ARGUMENT…]

Steps: "press NAME" a button or switch, "set NAME=NUMBER" a slider, "fill NAME=TEXT" a field, as assistive technology does
it; "press like PREFIX" the first whose name begins so. "tab NAME" presses Tab until something has the keyboard, "type TEXT" and "key KEYS"
go where the keyboard is, "see TEXT" and "gone TEXT" wait until a name contains it, or none does. Exit status 1 with a line
that begins with FAILED, and all that could be seen, when a step cannot be done.
"""
import subprocess
import sys
import time

from accessibility_bus import Atspi, GLib, ObjectCache, application

LIMIT_SECONDS = 300


class Failure(Exception):
    pass


def wait(what, look):
    deadline = time.monotonic() + LIMIT_SECONDS
    while time.monotonic() < deadline:
        try:
            found = look()
        except GLib.Error:
            found = None  # It is still registering, or an object went away.
        if found:
            return found
        time.sleep(0.1)
    raise Failure(what)


class Screen:
    """Reads the bus itself: a note would be gone before all objects have been read by the usual library."""

    def __init__(self, pid):
        self.cache = ObjectCache(pid)

    def call(self, path, interface, method, arguments, kind):
        return self.cache.bus.call_sync(
            self.cache.name, path, interface, method, arguments, GLib.VariantType(kind), 0, -1, None).unpack()[0]

    def names(self):
        """Path and name of all that is shown, the newest layers first."""
        waiting = ["/org/a11y/atspi/accessible/root"]
        while waiting:
            path = waiting.pop()
            property = GLib.Variant("(ss)", ("org.a11y.atspi.Accessible", "Name"))
            yield path, self.call(path, "org.freedesktop.DBus.Properties", "Get", property, "(v)")
            children = self.call(path, "org.a11y.atspi.Accessible", "GetChildren", None, "(a(so))")
            waiting += [child for _, child in children]

    def named(self, name, state):
        """What has this name and is in this state."""
        for path, found in self.names():
            if found == name:
                low, high = self.call(path, "org.a11y.atspi.Accessible", "GetState", None, "(au)")
                if (low | high << 32) >> int(state) & 1:
                    return path
        return None

    def set(self, name, number):
        path = self.named(name, Atspi.StateType.FOCUSABLE)
        if path is None:
            return False
        value = ("org.a11y.atspi.Value", "CurrentValue")
        properties = "org.freedesktop.DBus.Properties"
        new = GLib.Variant("(ssv)", (*value, GLib.Variant("d", number)))
        self.cache.bus.call_sync(self.cache.name, path, properties, "Set", new, None, 0, -1, None)
        return abs(self.call(path, properties, "Get", GLib.Variant("(ss)", value), "(v)") - number) < 0.001

    def fill(self, name, text):
        path = self.named(name, Atspi.StateType.FOCUSABLE)
        new = GLib.Variant("(s)", (text,))
        return path and self.call(path, "org.a11y.atspi.EditableText", "SetTextContents", new, "(b)")

    def beginning(self, prefix):
        """The name of the first that can be pressed and begins so."""
        names = [name for _, name in self.names() if name.startswith(prefix)]
        return next((name for name in names if self.named(name, Atspi.StateType.FOCUSABLE)), None)

    def press(self, name):
        path = self.named(name, Atspi.StateType.FOCUSABLE)
        states = path and self.call(path, "org.a11y.atspi.Accessible", "GetState", None, "(au)")
        if not states or not states[0] >> int(Atspi.StateType.SENSITIVE) & 1:
            return False
        return self.call(path, "org.a11y.atspi.Action", "DoAction", GLib.Variant("(i)", (0,)), "(b)")

    def has(self, text):
        return any(text in name for _, name in self.names())

    def tab(self, name):
        for _ in range(60):
            # What was pressed before may still be at work.
            for _ in range(4):
                try:
                    if self.named(name, Atspi.StateType.FOCUSED):
                        return
                except GLib.Error:
                    pass  # An object went away.
                time.sleep(0.1)
            subprocess.run(["xdotool", "key", "Tab"], check=True)
        raise Failure(f"Tab does not reach {name}")


def do(screen, step):
    verb, _, rest = step.partition(" ")
    if verb == "press" and rest.startswith("like "):
        prefix = rest.removeprefix("like ")
        name = wait(f"nothing like {prefix} can be pressed", lambda: screen.beginning(prefix))
        wait(f"there is no {name} to press", lambda: screen.press(name))
    elif verb == "set":
        name, _, number = rest.partition("=")
        wait(f"{name} cannot be set", lambda: screen.set(name, float(number)))
    elif verb == "fill":
        name, _, text = rest.partition("=")
        wait(f"{name} cannot be filled", lambda: screen.fill(name, text))
    elif verb == "press":
        wait(f"there is no {rest} to press", lambda: screen.press(rest))
    elif verb == "tab":
        screen.tab(rest)
    elif verb == "type":
        subprocess.run(["xdotool", "type", "--clearmodifiers", "--delay", "8", rest], check=True)
    elif verb == "key":
        subprocess.run(["xdotool", "key", "--delay", "50", *rest.split()], check=True)
    elif verb == "see":
        wait(f"{rest} is not to be seen", lambda: screen.has(rest))
    elif verb == "gone":
        wait(f"{rest} is still to be seen", lambda: not screen.has(rest))
    else:
        raise Failure(f"{step}?")
    print("ok:", step, flush=True)


def main():
    arguments, steps, pid = sys.argv[1:], [], None
    while arguments and arguments[0] in ("--do", "--pid"):
        option, value = arguments.pop(0), arguments.pop(0)
        if option == "--do":
            steps.append(value)
        else:
            pid = int(value)
    program = None if pid else subprocess.Popen(arguments, stdout=subprocess.DEVNULL)
    screen = None
    try:
        pid = pid or program.pid
        wait("the program never appeared on the accessibility bus", lambda: application(pid))
        screen = Screen(pid)
        for step in steps:
            do(screen, step)
        return 0
    except (Failure, GLib.Error, subprocess.SubprocessError) as failure:
        print("FAILED:", failure)
        if screen is not None:
            print(*sorted({name for _, name in screen.names() if name}), sep="\n")
        return 1
    finally:
        if program:
            program.kill()
            program.wait()


sys.exit(main())
