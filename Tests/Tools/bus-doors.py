# SPDX-License-Identifier: GPL-3.0-or-later
"""Tries every door that JARVIS has on the session bus, as another program that asks the bus which doors there are.

usage: bus-doors.py [--list] [--name] | --at-start | --hold

Finds the connections of the process that has JARVIS's name, all their objects, interfaces, methods and properties, offers a
tray so that the icon is there, and calls every method, with and without its interface, in the values below; sets every
property; activates every action and clicks on every entry of every menu. Prints one line of JSON for each call: name
(the bus name called), path, interface, member, kind (method, bare, property, action or entry), detail, outcome ("done", or
the name of the error) and recorders (how many streams record afterwards); then "ready".

  --list   only prints what is there, with the outcome "listed"
  --at-start  waits until a program takes JARVIS's name, and activates actions in that very moment
  --hold   takes JARVIS's name, prints "ready" and then "called MEMBER" for each call, until it is ended
  --name   calls by JARVIS's own name alone: as a program in a sandbox sees the bus, which can offer nothing
"""
import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import gi

gi.require_version("Gio", "2.0")
gi.require_version("GLib", "2.0")
from gi.repository import Gio, GLib

NAME = "io.github.jarvis_assistant.Jarvis"
BUS = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
# Values of arguments; the first that fits a type is taken in the first round, the second in the second.
VALUES = {"s": ("what are my notes", "small"), "b": (False, False), "d": (1.0, 5.0), "u": (1, 0), "i": (1, 0),
          "x": (1, 0), "o": ("/", "/"), "v": (GLib.Variant("i", 0), GLib.Variant("b", True))}
ACTIONS = ["quit", "listen", "record", "talk", "call", "retry", "compact", "full-screen", "find", "back",
           "quick-settings", "win.close", "app.quit", "app.listen"]
WATCHER_XML = """
<node><interface name='org.kde.StatusNotifierWatcher'>
  <method name='RegisterStatusNotifierItem'><arg type='s' direction='in'/></method>
  <property name='IsStatusNotifierHostRegistered' type='b' access='read'/>
</interface></node>"""


def value(signature, turn):
    """Something of a type."""
    if signature in VALUES:
        return VALUES[signature][turn]
    if signature[0] == "a":
        return {} if signature[1] == "{" else []
    return tuple(value(part, turn) for part in parts(signature[1:-1]))


def parts(signature):
    """The types of a signature one after another."""
    found, rest = [], signature
    while rest:
        length = next(n for n in range(1, len(rest) + 1) if GLib.VariantType.string_is_valid(rest[:n]))
        found.append(rest[:length])
        rest = rest[length:]
    return found


class Doors:
    def __init__(self, is_listed, is_sandboxed):
        self.is_listed, self.is_sandboxed = is_listed, is_sandboxed
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self.loop = GLib.MainLoop()

    def call(self, name, path, interface, member, arguments=None):
        """What is answered. interface: None to leave it out."""
        message = Gio.DBusMessage.new_method_call(name, path, interface, member)
        if arguments is not None:
            message.set_body(arguments)
        reply, _ = self.bus.send_message_with_reply_sync(message, Gio.DBusSendMessageFlags.NONE, 2**31 - 1, None)
        reply.to_gerror()
        return reply.get_body().unpack() if reply.get_body() else ()

    def recorders(self):
        listed = subprocess.run(["pactl", "list", "short", "source-outputs"], capture_output=True, text=True).stdout
        return sum(line.split("\t")[2] != "-" for line in listed.splitlines())

    def tell(self, name, path, interface, member, kind, detail, outcome):
        print(json.dumps({"name": name, "path": path, "interface": interface, "member": member, "kind": kind,
                          "detail": str(detail), "outcome": outcome, "recorders": self.recorders()}), flush=True)

    def attempt(self, name, path, interface, member, kind, arguments=None, bare=False, detail=""):
        if self.is_listed:
            return self.tell(name, path, interface, member, kind, detail, "listed")
        try:
            self.call(name, path, None if bare else interface, member, arguments)
            outcome = "done"
        except GLib.Error as error:
            outcome = Gio.DBusError.get_remote_error(error) or error.message
        self.tell(name, path, interface, member, kind, detail, outcome)

    def names(self):
        """The unique names of JARVIS's process; in a sandbox its own name alone."""
        if self.is_sandboxed:
            return [NAME]
        process = self.call(*BUS, "GetConnectionUnixProcessID", GLib.Variant("(s)", (NAME,)))
        names = []
        for name in self.call(*BUS, "ListNames")[0]:
            if not name.startswith(":"):
                continue
            try:
                if self.call(*BUS, "GetConnectionUnixProcessID", GLib.Variant("(s)", (name,))) == process:
                    names.append(name)
            except GLib.Error:
                pass
        return names

    def walk(self, name, path="/"):
        try:
            text = self.call(name, path, "org.freedesktop.DBus.Introspectable", "Introspect")[0]
        except GLib.Error:
            return
        node = ElementTree.fromstring(text)
        for interface in node.findall("interface"):
            if not interface.get("name").startswith("org.freedesktop.DBus."):
                self.enter(name, path, interface)
        for child in node.findall("node"):
            self.walk(name, path.rstrip("/") + "/" + child.get("name"))

    def enter(self, name, path, interface):
        title = interface.get("name")
        for method in interface.findall("method"):
            types = [a.get("type") for a in method.findall("arg") if a.get("direction") != "out"]
            for turn in (0,) if self.is_listed else (0, 1):
                arguments = GLib.Variant(f"({''.join(types)})", tuple(value(t, turn) for t in types)) if types else None
                self.attempt(name, path, title, method.get("name"), "method", arguments, detail=arguments)
                if not self.is_listed:
                    self.attempt(name, path, title, method.get("name"), "bare", arguments, bare=True)
        for held in interface.findall("property"):
            signature = held.get("type")
            new = GLib.Variant(signature, value(signature, 1))
            self.attempt(name, path, title, held.get("name"), "property") if self.is_listed else self.set(
                name, path, title, held.get("name"), new)
        if self.is_listed:
            return
        if title == "org.gtk.Actions":
            listed = self.call(name, path, title, "List")[0]
            for action in sorted(set(listed) | set(ACTIONS)):
                self.act(name, path, title, "Activate", action)
        if title == "org.freedesktop.Application":
            for action in ACTIONS:
                self.act(name, path, title, "ActivateAction", action)
        if title == "com.canonical.dbusmenu":
            layout = self.call(name, path, title, "GetLayout", GLib.Variant("(iias)", (0, -1, [])))
            for number in [child[0] for child in layout[1][2]]:
                event = (number, "clicked", GLib.Variant("i", 0), 0)
                self.attempt(name, path, title, "Event", "entry", GLib.Variant("(isvu)", event), detail=number)
                self.attempt(name, path, title, "EventGroup", "entry", GLib.Variant("(a(isvu))", ([event],)),
                             detail=number)

    def set(self, name, path, interface, held, new):
        try:
            self.call(name, path, "org.freedesktop.DBus.Properties", "Set",
                      GLib.Variant("(ssv)", (interface, held, new)))
            outcome = "done"
        except GLib.Error as error:
            outcome = Gio.DBusError.get_remote_error(error) or error.message
        self.tell(name, path, interface, held, "property", new, outcome)

    def act(self, name, path, interface, member, action):
        arguments = GLib.Variant("(sava{sv})", (action, [], {}))
        self.attempt(name, path, interface, member, "action", arguments, detail=action)
        self.attempt(name, path, interface, member, "bare", arguments, bare=True, detail=action)

    def offer_tray(self):
        """By another connection, so that the one that tries the doors is no tray."""
        address = Gio.dbus_address_get_for_bus_sync(Gio.BusType.SESSION, None)
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.tray = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
        interface = Gio.DBusNodeInfo.new_for_xml(WATCHER_XML).interfaces[0]
        loop = GLib.MainLoop()

        def registered(_bus, _sender, _path, _interface, _method, _arguments, invocation):
            invocation.return_value(None)
            loop.quit()

        self.tray.register_object("/StatusNotifierWatcher", interface, registered, lambda *_: GLib.Variant("b", True),
                                  None)
        self.tray.call_sync(*BUS, "RequestName", GLib.Variant("(su)", ("org.kde.StatusNotifierWatcher", 0)), None,
                            Gio.DBusCallFlags.NONE, -1, None)
        GLib.timeout_add_seconds(60, loop.quit)
        loop.run()

    def at_start(self):
        def changed(_bus, _sender, _path, _interface, _name, arguments):
            owner = arguments.unpack()[2]
            if owner:
                GLib.idle_add(self.hurry, owner)

        self.bus.signal_subscribe("org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged", None, NAME,
                                  Gio.DBusSignalFlags.NONE, changed)
        print("watching", flush=True)
        self.loop.run()

    def hurry(self, owner):
        path = "/" + NAME.replace(".", "/")
        for action in ACTIONS:
            self.act(owner, path, "org.gtk.Actions", "Activate", action)
            self.act(owner, path, "org.freedesktop.Application", "ActivateAction", action)
        print("ready", flush=True)
        return False

    def hold(self):
        def came(_bus, message, is_incoming):
            if is_incoming and message.get_message_type() == Gio.DBusMessageType.METHOD_CALL:
                print("called", message.get_member(), flush=True)
            return message

        self.bus.add_filter(came)
        self.call(*BUS, "RequestName", GLib.Variant("(su)", (NAME, 0)))
        print("ready", flush=True)
        self.loop.run()

    def run(self):
        if not self.is_sandboxed:
            self.offer_tray()
        for name in self.names():
            self.walk(name)
        print("ready", flush=True)


doors = Doors("--list" in sys.argv[1:], "--name" in sys.argv[1:])
if "--at-start" in sys.argv[1:]:
    doors.at_start()
elif "--hold" in sys.argv[1:]:
    doors.hold()
else:
    doors.run()
