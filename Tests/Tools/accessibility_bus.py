# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds programs on the accessibility bus."""
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
        self.name = next(name for name in self.ask_bus("ListNames") if name[0] == ":" and self.pid(name) == pid)

    def ask_bus(self, method, argument=None):
        arguments = argument and GLib.Variant("(s)", (argument,))
        bus = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
        return self.bus.call_sync(*bus, method, arguments, None, 0, -1, None).unpack()[0]

    def pid(self, name):
        return self.ask_bus("GetConnectionUnixProcessID", name)

    def items(self):
        """The objects as bytes, to be compared."""
        cache = ("/org/a11y/atspi/cache", "org.a11y.atspi.Cache")
        return self.bus.call_sync(self.name, *cache, "GetItems", None, None, 0, -1, None).get_data_as_bytes().get_data()
