#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts a program and prints what assistive technology sees of it.

usage: accessibility-tree.py [--keys KEYS] PROGRAM [ARGUMENT...]
       accessibility-tree.py --pid PID [--press NAME]

Prints "seen after SECONDS", then one line per object: depth, role, name, states, separated by tabs. With --keys the
keys (an xdotool list, separated by commas; "Tab*9" is nine of them at once, "a b" one right after the other) are pressed
first; "focus:NAME" among them waits until the object of this name has the keyboard. With --pid a program that runs already is looked at, at once, and a fifth field has the object's middle in the
window ("x,y"); with --press the button of this name is pressed instead, as a screen reader does it. Exit status 1 when the program never shows up.
"""
import subprocess
import sys
import time

from accessibility_bus import Atspi, ObjectCache, OwnTime, application

LIMIT_SECONDS = 300
# For so long nothing changes once a key has been answered: before the next one, and before the window is looked at.
KEY_SECONDS, REST_SECONDS = 0.25, 0.45
POLL_SECONDS = 0.08
INTERESTING = {
    "focused": Atspi.StateType.FOCUSED,
    "focusable": Atspi.StateType.FOCUSABLE,
    "showing": Atspi.StateType.SHOWING,
    "sensitive": Atspi.StateType.SENSITIVE,
    "checked": Atspi.StateType.CHECKED,
}


def wait_for(pid):
    start = time.monotonic()
    while time.monotonic() - start < LIMIT_SECONDS:
        try:
            found = application(pid)
            if found is not None:
                return found, time.monotonic() - start
        except Exception:
            pass  # The program is still registering.
        time.sleep(0.05)
    return None, LIMIT_SECONDS


def middle(node):
    try:
        place = node.get_extents(Atspi.CoordType.WINDOW)
        return f"{place.x + place.width // 2},{place.y + place.height // 2}"
    except Exception:
        return ""  # It has no place.


def typed(node):
    """What stands in a line to type into, as one more word among the states."""
    if node.get_role() != Atspi.Role.TEXT:
        return []
    try:
        return ["text=" + Atspi.Text.get_text(node, 0, Atspi.Text.get_character_count(node))]
    except Exception:
        return []  # It has no text to read.


def lines(node, depth=0, has_places=False):
    states = node.get_state_set()
    names = [name for name, state in INTERESTING.items() if states.contains(state)] + typed(node)
    places = [middle(node)] if has_places else []
    found = ["\t".join([str(depth), node.get_role_name(), node.get_name() or "", ",".join(names), *places])]
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        if child is not None:
            found += lines(child, depth + 1, has_places)
    return found


def settle(read, own_time, rest=REST_SECONDS):
    """What is read, once it has stayed the same for a while of the program's own time."""
    begin = since = own_time.now()
    earlier = None
    while own_time.now() - since < rest and own_time.now() - begin < LIMIT_SECONDS:
        time.sleep(POLL_SECONDS)
        try:
            now = read()
        except Exception:
            now = None  # An object went away while it was read.
        if now is None or now != earlier:
            earlier, since = now, own_time.now()
    return earlier


def at_once(read):
    """What is read; again where an object went away meanwhile."""
    deadline = time.monotonic() + LIMIT_SECONDS
    while True:
        try:
            return read()
        except Exception:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def focused_name(node):
    """The name of the object that has the keyboard, or None."""
    if node.get_state_set().contains(Atspi.StateType.FOCUSED) and node.get_name():
        return node.get_name()
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        name = focused_name(child) if child is not None else None
        if name is not None:
            return name
    return None


def wait_for_focus(node, name):
    deadline = time.monotonic() + LIMIT_SECONDS
    while time.monotonic() < deadline:
        if at_once(lambda: focused_name(node)) == name:
            return True
        time.sleep(POLL_SECONDS)
    return False


def look_at(pid):
    found, _ = wait_for(pid)
    if found is None:
        print("the program never appeared on the accessibility bus")
        return 1
    start = time.monotonic()
    print(*at_once(lambda: lines(found, has_places=True)), sep="\n")
    print(f"seen after {time.monotonic() - start:.2f}")
    return 0


def button(node, name):
    """The button of this name, or None."""
    if node.get_name() == name and node.get_role_name() in ("push button", "button"):
        return node
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        found = button(child, name) if child is not None else None
        if found is not None:
            return found
    return None


def press(pid, name):
    found, _ = wait_for(pid)
    deadline = time.monotonic() + LIMIT_SECONDS
    while found is not None and time.monotonic() < deadline:
        target = button(found, name)
        if target is not None:
            return 0 if Atspi.Action.do_action(target, 0) else 1
        time.sleep(0.1)
    print(f"there is no button {name}")
    return 1


def main():
    arguments = sys.argv[1:]
    if len(arguments) == 4 and arguments[0] == "--pid" and arguments[2] == "--press":
        return press(int(arguments[1]), arguments[3])
    if len(arguments) == 2 and arguments[0] == "--pid":
        return look_at(int(arguments[1]))
    keys = []
    if arguments and arguments[0] == "--keys":
        keys = arguments[1].split(",")
        arguments = arguments[2:]
    program = subprocess.Popen(arguments, stdout=subprocess.DEVNULL)
    try:
        found, seconds = wait_for(program.pid)
        if found is None:
            print("the program never appeared on the accessibility bus")
            return 1
        cache, own_time = ObjectCache(program.pid), OwnTime(program.pid)
        for key in keys:
            if key.startswith("focus:"):
                if not wait_for_focus(found, key.removeprefix("focus:")):
                    print(f"the keyboard never came to {key}")
                    return 1
                continue
            settle(cache.items, own_time, KEY_SECONDS)
            name, _, count = key.partition("*")
            subprocess.run(["xdotool", "key", "--delay", "50", "--repeat", count or "1", *name.split()], check=True)
        settle(cache.items, own_time)
        tree = settle(lambda: lines(found), own_time, rest=0.1) or []
        print(f"seen after {seconds:.2f}")
        print(*tree, sep="\n")
        return 0
    finally:
        program.kill()
        program.wait()


sys.exit(main())
