# SPDX-License-Identifier: GPL-3.0-or-later
"""A program that knows of JARVIS what its interface's description says, and tries to get at what was said and to listen.

usage: bus-stranger.py XML WORD [QUESTION…]

Calls every method but ShowWindow and Quit and asks the questions, reads all properties of all objects, searches in the place of
the desktop's shell, and clicks on "Talk" in the place of a tray. Prints a line for each: the method and what came of it,
"answer" with what was answered, "seen WHERE" wherever WORD was in what it got, and "ready". From then on it takes all
signals, until SIGTERM.
"""
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import gi

gi.require_version("Gio", "2.0")
gi.require_version("GLib", "2.0")
from gi.repository import Gio, GLib

NAME = "io.github.jarvis_assistant.Jarvis"
ROOT = "/io/github/jarvis_assistant/Jarvis"
SEARCH = "org.gnome.Shell.SearchProvider2"
VALUES = {"s": "what are my notes", "b": True, "d": 1.0, "u": 1}
WATCHER_XML = """
<node><interface name='org.kde.StatusNotifierWatcher'>
  <method name='RegisterStatusNotifierItem'><arg type='s' direction='in'/></method>
  <property name='IsStatusNotifierHostRegistered' type='b' access='read'/>
</interface></node>"""


class Stranger:
    def __init__(self, word):
        self.word, self.loop, self.item = word, GLib.MainLoop(), None
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self.bus.signal_subscribe(None, None, None, None, None, Gio.DBusSignalFlags.NONE, self.signalled)

    def look(self, where, value):
        if self.word in str(value).lower():
            print("seen", where, value, flush=True)

    def signalled(self, _bus, _sender, path, interface, name, arguments):
        values = arguments.unpack()
        self.look(f"signal {interface}.{name} {path}", values)
        if name == "Reply" and interface == NAME:
            print("answer", values[1], flush=True)

    def call(self, interface, method, arguments=None, path=ROOT, name=NAME):
        """What is answered; None where it is refused."""
        try:
            answer = self.bus.call_sync(name, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, 20_000,
                                        None)
        except GLib.Error as error:
            self.refusal = Gio.DBusError.get_remote_error(error) or error.message
            self.look(f"refusal of {method}", error.message)
            return None
        self.look(f"{path} {interface}.{method}", answer.unpack() if answer else "")
        return answer.unpack() if answer else ()

    def recorders(self):
        listed = subprocess.run(["pactl", "list", "short", "source-outputs"], capture_output=True, text=True).stdout
        return sum(line.split("\t")[2] != "-" for line in listed.splitlines())

    def call_all(self, path):
        for method in ElementTree.parse(path).getroot().iter("method"):
            name = method.get("name")
            if name in ("ShowWindow", "Quit"):
                continue
            types = [a.get("type") for a in method.iter("arg") if a.get("direction") == "in"]
            arguments = GLib.Variant(f"({''.join(types)})", tuple(VALUES[t] for t in types)) if types else None
            if name == "SetMuted":
                arguments = GLib.Variant("(b)", (False,))
            answer = self.call(NAME, name, arguments)
            print(name, "refused " + self.refusal if answer is None else "done", self.recorders(), flush=True)

    def read_all(self, path="/"):
        answer = self.call("org.freedesktop.DBus.Introspectable", "Introspect", path=path)
        if not answer:
            return
        node = ElementTree.fromstring(answer[0])
        for interface in node.findall("interface"):
            self.call("org.freedesktop.DBus.Properties", "GetAll", GLib.Variant("(s)", (interface.get("name"),)), path)
            if interface.get("name") == "org.gtk.Actions":
                self.call("org.gtk.Actions", "DescribeAll", path=path)
        for child in node.findall("node"):
            self.read_all(path.rstrip("/") + "/" + child.get("name"))

    def own(self, name):
        self.bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
                           GLib.Variant("(su)", (name, 0)), None, Gio.DBusCallFlags.NONE, -1, None)

    def search(self):
        self.own("org.gnome.Shell")
        path = ROOT + "/SearchProvider"
        found = self.call(SEARCH, "GetInitialResultSet", GLib.Variant("(as)", ([self.word],)), path)
        print("search", "refused" if found is None else f"{len(found[0])} found", flush=True)
        if found:
            self.call(SEARCH, "GetResultMetas", GLib.Variant("(as)", (found[0],)), path)

    def ask(self, questions):
        for question in questions:
            answer = self.call(NAME, "Ask", GLib.Variant("(s)", (question,)))
            print("asked", question, "refused" if answer is None else "done", flush=True)

    def click_talk(self):
        """In the place of a tray, while none is on the screen."""
        interface = Gio.DBusNodeInfo.new_for_xml(WATCHER_XML).interfaces[0]
        self.bus.register_object("/StatusNotifierWatcher", interface, self.registered,
                                 lambda *_: GLib.Variant("b", True), None)
        self.own("org.kde.StatusNotifierWatcher")

    def registered(self, _bus, _sender, _path, _interface, _method, arguments, invocation):
        self.item = arguments.unpack()[0]
        invocation.return_value(None)
        GLib.idle_add(self.talk)

    def talk(self):
        menu = self.call("org.freedesktop.DBus.Properties", "Get",
                         GLib.Variant("(ss)", ("org.kde.StatusNotifierItem", "Menu")), "/StatusNotifierItem", self.item)
        answer = self.call("com.canonical.dbusmenu", "Event",
                           GLib.Variant("(isvu)", (1, "clicked", GLib.Variant("i", 0), 0)), menu[0], self.item)
        print("talk", "refused" if answer is None else "done", flush=True)
        return False

    def run(self, path, questions):
        self.call_all(path)
        self.read_all()
        self.search()
        self.ask(questions)
        self.click_talk()
        print("ready", flush=True)
        GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGTERM, self.loop.quit)
        self.loop.run()


Stranger(sys.argv[2].lower()).run(sys.argv[1], sys.argv[3:])
