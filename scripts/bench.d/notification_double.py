# SPDX-License-Identifier: GPL-3.0-or-later
"""A stand-in for the desktop's notifications: keeps what it is asked to show. For the benchmarks."""
import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib

PATH = "/org/freedesktop/Notifications"
NAME = "org.freedesktop.Notifications"
INTERFACE = f"""
<node><interface name='{NAME}'>
  <method name='GetServerInformation'><arg type='s' direction='out'/><arg type='s' direction='out'/>
    <arg type='s' direction='out'/><arg type='s' direction='out'/></method>
  <method name='Notify'><arg type='s' direction='in'/><arg type='u' direction='in'/><arg type='s' direction='in'/>
    <arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='as' direction='in'/>
    <arg type='a{{sv}}' direction='in'/><arg type='i' direction='in'/><arg type='u' direction='out'/></method>
  <method name='CloseNotification'><arg type='u' direction='in'/></method>
  <signal name='ActionInvoked'><arg type='u'/><arg type='s'/></signal>
</interface></node>"""


class Notifications:
    """What is shown, by number: title, text and the keys of the buttons. A main loop has to turn."""

    def __init__(self, bus):
        self.bus, self.shown, self.last = bus, {}, 0
        bus.register_object(PATH, Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0], self.called, None, None)
        bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
                      GLib.Variant("(su)", (NAME, 0)), None, Gio.DBusCallFlags.NONE, -1, None)

    def called(self, _bus, _sender, _path, _interface, method, arguments, invocation):
        values = arguments.unpack()
        if method == "GetServerInformation":
            return invocation.return_value(GLib.Variant("(ssss)", ("double", "jarvis", "1", "1.2")))
        if method == "CloseNotification":
            self.shown.pop(values[0], None)
            return invocation.return_value(None)
        number = values[1]
        if not number:
            self.last += 1
            number = self.last
        self.shown[number] = (values[3], values[4], values[5][::2])
        invocation.return_value(GLib.Variant("(u)", (number,)))

    def press(self, key):
        """Presses a button of whatever has one by this key; False where nothing has."""
        for number, (_, _, keys) in list(self.shown.items()):
            if key in keys:
                self.bus.emit_signal(None, PATH, NAME, "ActionInvoked", GLib.Variant("(us)", (number, key)))
                return True
        return False
