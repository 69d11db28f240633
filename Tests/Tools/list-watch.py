#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the rows of a running program's lists as assistive technology gets to see them.

usage: list-watch.py PID

For every new name of a list item: seconds since the epoch, a tab, the name. Line breaks in names become spaces. Runs
until it is ended.
"""
import sys
import time

from accessibility_bus import Atspi, application


def lists(node, found):
    if node.get_role() in (Atspi.Role.LIST, Atspi.Role.LIST_BOX):
        found.append(node)
        return
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        if child is not None:
            lists(child, found)


def names(node):
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        if child is not None and child.get_name():
            yield " ".join(child.get_name().split())


def main():
    pid = int(sys.argv[1])
    known, places = set(), []
    while True:
        try:
            places = places or places_of(pid)
            for name in [name for place in places for name in names(place)]:
                if name not in known:
                    known.add(name)
                    print(f"{time.time():.3f}\t{name}", flush=True)
        except Exception:
            places = []  # It went away while it was read.
        time.sleep(0.02)


def places_of(pid):
    found, program = [], application(pid)
    if program is not None:
        lists(program, found)
    return found


if __name__ == "__main__":
    main()
