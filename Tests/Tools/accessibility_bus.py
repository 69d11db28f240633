# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds programs on the accessibility bus, and says how much time they have had."""
import glob
import os
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib


def application(pid):
    """The program's root object; None while it has not come, or has no window yet."""
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        child = desktop.get_child_at_index(index)
        if child is not None and child.get_process_id() == pid and child.get_child_count() > 0:
            return child
    return None


class OwnTime:
    """The time that a program and its display had: while a thread of theirs waits for a processor, it nearly stands still.

    On a busy machine a program may do nothing for a while, and yet be far from done.
    """

    def __init__(self, pid):
        self.pids = [pid, *filter(None, [os.environ.get("VIRTUAL_DESKTOP_DISPLAY_PID")])]
        self.time, self.seen = 0, self.look()

    def now(self):
        before, self.seen = self.seen, self.look()
        passed, waited = (new - old for new, old in zip(self.seen, before))
        # What is drawn all the time waits all the time; what a thread has waited goes with it.
        self.time += max(passed - max(0, waited), passed / 10)
        return self.time

    def look(self):
        """The time of day, and the seconds that threads could have run and didn't."""
        files = [file for pid in self.pids for file in glob.glob(f"/proc/{pid}/task/*/schedstat")]
        return time.monotonic(), sum(map(self.waited, files))

    @staticmethod
    def waited(file):
        try:
            with open(file, encoding="ascii") as text:
                return int(text.read().split()[1]) / 1e9
        except (OSError, IndexError):
            return 0  # It has ended, or the kernel doesn't count this.


class ObjectCache:
    """All objects of a program with names, roles and states, by one call: to see whether anything still changes.

    Reading the same object by object costs a call each, some thousand for a window.
    """

    def __init__(self, pid):
        session = Gio.bus_get_sync(Gio.BusType.SESSION)
        bus = ("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus")
        (address,) = session.call_sync(*bus, "GetAddress", None, None, 0, -1, None).unpack()
        flags = Gio.DBusConnectionFlags
        self.bus = Gio.DBusConnection.new_for_address_sync(
            address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None
        )
        self.name = next(
            name
            for name in self.ask_bus("ListNames")
            if name[0] == ":" and self.pid(name) == pid and self.has_objects(name)
        )

    def ask_bus(self, method, argument=None):
        arguments = argument and GLib.Variant("(s)", (argument,))
        bus = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
        return self.bus.call_sync(*bus, method, arguments, None, 0, -1, None).unpack()[0]

    def pid(self, name):
        return self.ask_bus("GetConnectionUnixProcessID", name)

    def has_objects(self, name):
        """False for the connection by which a program only watches for screen readers."""
        root = ("/org/a11y/atspi/accessible/root", "org.freedesktop.DBus.Properties", "Get")
        property = GLib.Variant("(ss)", ("org.a11y.atspi.Accessible", "Name"))
        try:
            self.bus.call_sync(name, *root, property, None, 0, -1, None)
        except GLib.Error:
            return False
        return True

    def items(self):
        """The objects as bytes, to be compared."""
        cache = ("/org/a11y/atspi/cache", "org.a11y.atspi.Cache")
        return self.bus.call_sync(self.name, *cache, "GetItems", None, None, 0, -1, None).get_data_as_bytes().get_data()
