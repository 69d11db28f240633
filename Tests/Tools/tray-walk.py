# SPDX-License-Identifier: GPL-3.0-or-later
"""Collects icons as a tray does, waits for that of JARVIS, and clicks on an entry of its menu.

usage: tray-walk.py NUMBER

Prints the icon, its words, the entries with their numbers, and the icon after the click. The session bus is the
environment's.
"""
import sys

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib

WATCHER = "org.kde.StatusNotifierWatcher"
ITEM = "org.kde.StatusNotifierItem"
LIMIT_SECONDS = 300
INTERFACE = """
<node><interface name='org.kde.StatusNotifierWatcher'>
  <method name='RegisterStatusNotifierItem'><arg type='s' direction='in'/></method>
  <property name='RegisteredStatusNotifierItems' type='as' access='read'/>
  <property name='IsStatusNotifierHostRegistered' type='b' access='read'/>
  <property name='ProtocolVersion' type='i' access='read'/>
</interface></node>"""


class Tray:
    def __init__(self, number):
        self.number = number
        self.loop = GLib.MainLoop()
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self.item = None
        interface = Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0]
        self.bus.register_object("/StatusNotifierWatcher", interface, self.called, self.read, None)
        self.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
                  GLib.Variant("(su)", (WATCHER, 0)))

    def call(self, name, path, interface, method, arguments):
        return self.bus.call_sync(name, path, interface, method, arguments, None, 0, -1, None).unpack()

    def read(self, _connection, _sender, _path, _interface, name):
        return {"RegisteredStatusNotifierItems": GLib.Variant("as", []),
                "IsStatusNotifierHostRegistered": GLib.Variant("b", True),
                "ProtocolVersion": GLib.Variant("i", 0)}[name]

    def called(self, _connection, _sender, _path, _interface, _method, arguments, invocation):
        self.item = arguments.unpack()[0]
        invocation.return_value(None)
        GLib.idle_add(self.walk)

    def property(self, name):
        return self.call(self.item, "/StatusNotifierItem", "org.freedesktop.DBus.Properties", "Get",
                         GLib.Variant("(ss)", (ITEM, name)))[0]

    def walk(self):
        print("icon", self.property("IconName"))
        print("title", self.property("Title"))
        menu = self.property("Menu")
        layout = self.call(self.item, menu, "com.canonical.dbusmenu", "GetLayout",
                           GLib.Variant("(iias)", (0, -1, [])))[1]
        for number, properties, _ in layout[2]:
            print("entry", number, properties.get("label", "-"))
        self.bus.signal_subscribe(self.item, ITEM, "NewIcon", "/StatusNotifierItem", None, 0, self.changed)
        self.call(self.item, menu, "com.canonical.dbusmenu", "Event",
                  GLib.Variant("(isvu)", (self.number, "clicked", GLib.Variant("i", 0), 0)))
        return False

    def changed(self, *_):
        print("icon", self.property("IconName"))
        self.loop.quit()

    def run(self):
        GLib.timeout_add_seconds(LIMIT_SECONDS, sys.exit, "tray-walk: nothing came")
        self.loop.run()


Tray(int(sys.argv[1])).run()
