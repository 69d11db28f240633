# SPDX-License-Identifier: GPL-3.0-or-later
"""The service as service_soak.py drives it, and a login manager beside it."""
import glob
import json
import os
import subprocess
import time

from gi.repository import Gio, GLib

NAME = "io.github.jarvis_assistant.Jarvis"
PATH = "/io/github/jarvis_assistant/Jarvis"
LOGIN, LOGIN_PATH = "org.freedesktop.login1", "/org/freedesktop/login1"
LOGIN_XML = """
<node><interface name='org.freedesktop.login1.Manager'>
  <method name='GetSession'><arg type='s' direction='in'/><arg type='o' direction='out'/></method>
  <signal name='PrepareForSleep'><arg type='b'/></signal>
</interface></node>"""
PROGRAM = os.environ["JARVIS"]
FOLDER = os.environ["VIRTUAL_DESKTOP"]


class Login:
    """A system bus with a login manager, which tells of sleep."""

    def __init__(self):
        self.daemon = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--nosyslog", "--print-address"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = self.daemon.stdout.readline().strip()
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.bus = Gio.DBusConnection.new_for_address_sync(self.address, flags, None, None)
        self.bus.register_object(LOGIN_PATH, Gio.DBusNodeInfo.new_for_xml(LOGIN_XML).interfaces[0],
                                 self.called, None, None)
        self.bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
                           GLib.Variant("(su)", (LOGIN, 0)), None, Gio.DBusCallFlags.NONE, -1, None)

    def called(self, _bus, _sender, _path, _interface, _method, _arguments, invocation):
        invocation.return_value(GLib.Variant("(o)", (LOGIN_PATH + "/session/_1",)))

    def sleeps(self, begins):
        self.bus.emit_signal(None, LOGIN_PATH, LOGIN + ".Manager", "PrepareForSleep", GLib.Variant("(b)", (begins,)))


class Service:
    """The program, what is asked of it, and what it holds."""

    def __init__(self, bus, login, name, clock=None):
        self.bus, self.events = bus, f"{FOLDER}/{name}.jsonl"
        self.environment = {**os.environ, "DBUS_SYSTEM_BUS_ADDRESS": login.address, **(clock or {})}
        self.commands = dict(os.environ, **(clock or {}))
        self.switches, self.wakeups = {}, 0
        self.child = subprocess.Popen([PROGRAM, "--service", "--events", self.events], env=self.environment)
        if not self.await_event(lambda event: event["event"] == "service", 60):
            raise SystemExit("the service did not start")

    def read(self):
        try:
            with open(self.events) as file:
                lines = file.read().split("\n")[:-1]
        except OSError:
            return []
        return [json.loads(line) for line in lines]

    def await_event(self, matches, limit, after=0):
        deadline = time.monotonic() + limit
        while time.monotonic() < deadline:
            if any(matches(event) for event in self.read()[after:]):
                return True
            time.sleep(0.1)
        return False

    def command(self, *arguments):
        return subprocess.run([PROGRAM, *arguments], env=self.commands, capture_output=True, text=True, timeout=120)

    def call(self, method, arguments=None):
        try:
            self.bus.call_sync(NAME, PATH, NAME, method, arguments, None, Gio.DBusCallFlags.NONE, 20_000, None)
            return True
        except GLib.Error as error:
            print(f"{method}: {error.message}", flush=True)
            return False

    def settle(self):
        """Waits until nothing is said or thought, and nothing rings."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            phase = self.bus.call_sync(
                NAME, PATH, "org.freedesktop.DBus.Properties", "Get", GLib.Variant("(ss)", (NAME, "Phase")), None,
                Gio.DBusCallFlags.NONE, 20_000, None).unpack()[0]
            if phase in ("idle", "listening"):
                return
            time.sleep(0.2)

    def sample(self):
        """Anonymous memory in KiB, files, threads, wake-ups and processor time in seconds so far."""
        process = self.child.pid
        with open(f"/proc/{process}/smaps_rollup") as file:
            memory = {line.split()[0]: int(line.split()[1]) for line in file.readlines()[1:]}
        for status in glob.glob(f"/proc/{process}/task/*/status"):
            try:
                with open(status) as file:
                    switches = sum(int(line.split()[1]) for line in file if line.startswith("voluntary_ctxt_switches"))
            except OSError:
                continue
            # Those of a thread that has ended stay counted, also where another thread has got its number.
            before = self.switches.get(status, 0)
            self.wakeups += switches - before if switches >= before else switches
            self.switches[status] = switches
        with open(f"/proc/{process}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return {"time": time.monotonic(), "anonymous": memory["Anonymous:"], "pss": memory["Pss:"],
                "files": len(os.listdir(f"/proc/{process}/fd")), "threads": int(fields[17]), "wakeups": self.wakeups,
                "seconds": seconds}

    def end(self):
        self.child.terminate()
        return self.child.wait(60)
