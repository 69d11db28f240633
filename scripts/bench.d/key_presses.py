# SPDX-License-Identifier: GPL-3.0-or-later
"""Presses the key of the desktop and measures when the sound server has the recording. Run by scripts/bench.d/key.

usage: key_presses.py PRESSES
"""
import os
import queue
import subprocess
import sys
import threading
import time

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from notification_double import Notifications

LIMIT_MS = 60
PATH = "/org/freedesktop/portal/desktop"
SHORTCUTS = "org.freedesktop.portal.GlobalShortcuts"
INTERFACES = """
<node><interface name='org.freedesktop.host.portal.Registry'>
  <method name='Register'><arg type='s' direction='in'/><arg type='a{sv}' direction='in'/></method>
</interface>
<interface name='org.freedesktop.portal.GlobalShortcuts'>
  <method name='CreateSession'><arg type='a{sv}' direction='in'/><arg type='o' direction='out'/></method>
  <method name='BindShortcuts'><arg type='o' direction='in'/><arg type='a(sa{sv})' direction='in'/>
    <arg type='s' direction='in'/><arg type='a{sv}' direction='in'/><arg type='o' direction='out'/></method>
  <property name='version' type='u' access='read'/>
</interface></node>"""


class Portal:
    """Agrees to everything, and presses the key."""

    def __init__(self):
        self.connection = Gio.bus_get_sync(Gio.BusType.SESSION)
        self.bound = threading.Event()
        self.session, self.identity, self.owner = "", "", ""
        for interface in Gio.DBusNodeInfo.new_for_xml(INTERFACES).interfaces:
            self.connection.register_object(PATH, interface, self.called, lambda *_: GLib.Variant("u", 1), None)
        self.connection.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            GLib.Variant("(su)", ("org.freedesktop.portal.Desktop", 0)), None, Gio.DBusCallFlags.NONE, -1, None)
        threading.Thread(target=GLib.MainLoop().run, daemon=True).start()

    def called(self, _connection, sender, _path, _interface, method, arguments, invocation):
        if method == "Register":
            return invocation.return_value(None)
        values = arguments.unpack()
        place = sender[1:].replace(".", "_")
        results = {}
        if method == "CreateSession":
            self.session, self.owner = f"{PATH}/session/{place}/{values[0]['session_handle_token']}", sender
            results["session_handle"] = GLib.Variant("s", self.session)
        else:
            self.identity = values[1][0][0]
        handle = f"{PATH}/request/{place}/{values[-1]['handle_token']}"
        invocation.return_value(GLib.Variant("(o)", (handle,)))
        self.connection.emit_signal(
            sender, handle, "org.freedesktop.portal.Request", "Response", GLib.Variant("(ua{sv})", (0, results)))
        if method == "BindShortcuts":
            self.bound.set()

    def send(self, signal):
        self.connection.emit_signal(
            self.owner, PATH, SHORTCUTS, signal,
            GLib.Variant("(osta{sv})", (self.session, self.identity, 0, {})))
        self.connection.flush_sync(None)


class Server:
    """The sound server's own news of recordings, with the time at which each came."""

    def __init__(self):
        self.news = queue.Queue()
        self.process = subprocess.Popen(["pactl", "subscribe"], stdout=subprocess.PIPE, text=True)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            if "source-output" in line:
                self.news.put((line.split("'")[1], time.monotonic()))

    def wait(self, kind, limit):
        end = time.monotonic() + limit
        while True:
            found, at = self.news.get(timeout=max(0.001, end - time.monotonic()))
            if found == kind:
                return at


def floor(server, times):
    """How long a bare recorder takes from its start, in milliseconds."""
    found = []
    for _ in range(times):
        begun = time.monotonic()
        recorder = subprocess.Popen(["parec", "--raw"], stdout=subprocess.DEVNULL)
        found.append((server.wait("new", 20) - begun) * 1000)
        recorder.terminate()
        recorder.wait(20)
        server.wait("remove", 20)
    return sorted(found)[times // 2]


def main():
    presses = int(sys.argv[1])
    jarvis = os.environ["JARVIS"]
    subprocess.run([jarvis, "config", "set", "background.key", "on"], check=True, stdout=subprocess.DEVNULL)
    portal, server = Portal(), Server()
    # By them it is seen that the microphone is open; the window stays closed.
    notifications = Notifications(portal.connection)
    service = subprocess.Popen([jarvis, "--service"])
    try:
        bare = floor(server, 9)
        if not portal.bound.wait(60):
            sys.exit("key: the service has bound no key")
        # The answer to the binding is on its way, and models are loaded.
        time.sleep(5)
        times = []
        for number in range(presses + 1):
            begun = time.monotonic()
            portal.send("Activated")
            opened = server.wait("new", 20)
            # The first press finds everything cold.
            if number > 0:
                times.append((opened - begun) * 1000)
            time.sleep(0.3)
            portal.send("Deactivated")
            server.wait("remove", 20)
            time.sleep(0.2)
    finally:
        service.terminate()
        service.wait(30)
        if notifications.last == 0:
            sys.exit("key: nothing was shown while the microphone was open")
        server.process.terminate()
    times.sort()
    late = times[min(len(times) - 1, int(len(times) * 0.95))]
    print(f"key to open microphone, {presses} presses (ms): median {times[len(times) // 2]:.0f}, "
          f"95th percentile {late:.0f}, most {times[-1]:.0f}; limit {LIMIT_MS} at the 95th percentile")
    print(f"the same for parec from its start: median {bare:.0f}; ratio {times[len(times) // 2] / bare:.2f}")
    sys.exit(late > LIMIT_MS)


main()
