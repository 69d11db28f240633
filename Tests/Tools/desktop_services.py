# SPDX-License-Identifier: GPL-3.0-or-later
"""Buses of a program's own, with stand-ins for what a desktop and its machine offer there.

Session bus: the settings portal and a screen saver. System bus: the power-profiles daemon, UPower's battery and
iio-sensor-proxy.
"""
import subprocess
import threading

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib

PORTAL = ("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", """
<node><interface name='org.freedesktop.portal.Settings'>
  <method name='ReadAll'><arg type='as' direction='in'/><arg type='a{sa{sv}}' direction='out'/></method>
  <signal name='SettingChanged'><arg type='s'/><arg type='s'/><arg type='v'/></signal>
</interface></node>""")
SAVER = ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", """
<node><interface name='org.freedesktop.ScreenSaver'>
  <method name='GetActive'><arg type='b' direction='out'/></method>
  <signal name='ActiveChanged'><arg type='b'/></signal>
</interface></node>""")
# Which of the two names GLib asks for depends on its age.
POWER = [(name, path, f"""
<node><interface name='{name}'><property name='ActiveProfile' type='s' access='read'/></interface></node>""")
         for name, path in (("net.hadess.PowerProfiles", "/net/hadess/PowerProfiles"),
                            ("org.freedesktop.UPower.PowerProfiles", "/org/freedesktop/UPower/PowerProfiles"))]
SENSOR = ("net.hadess.SensorProxy", "/net/hadess/SensorProxy", """
<node><interface name='net.hadess.SensorProxy'>
  <method name='ClaimLight'/><method name='ReleaseLight'/>
  <property name='HasAmbientLight' type='b' access='read'/>
  <property name='LightLevelUnit' type='s' access='read'/>
  <property name='LightLevel' type='d' access='read'/>
</interface></node>""")
BATTERY = ("org.freedesktop.UPower", "/org/freedesktop/UPower/devices/DisplayDevice", """
<node><interface name='org.freedesktop.UPower.Device'>
  <property name='Type' type='u' access='read'/>
  <property name='IsPresent' type='b' access='read'/>
  <property name='Percentage' type='d' access='read'/>
</interface></node>""")
APPEARANCE = "org.freedesktop.appearance"


class Bus:
    def __init__(self):
        self.daemon = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--nosyslog", "--print-address"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = self.daemon.stdout.readline().strip()
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.connection = Gio.DBusConnection.new_for_address_sync(self.address, flags, None, None)

    def offer(self, service, call, read):
        name, path, xml = service
        interface = Gio.DBusNodeInfo.new_for_xml(xml).interfaces[0]
        self.connection.register_object(path, interface, call, read, None)
        self.connection.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            GLib.Variant("(su)", (name, 0)), None, Gio.DBusCallFlags.NONE, -1, None)

    def emit(self, service, signal, arguments):
        name, path, xml = service
        interface = Gio.DBusNodeInfo.new_for_xml(xml).interfaces[0].name
        self.connection.emit_signal(None, path, interface, signal, arguments)

    def changed(self, service, properties):
        interface = Gio.DBusNodeInfo.new_for_xml(service[2]).interfaces[0].name
        self.connection.emit_signal(
            None, service[1], "org.freedesktop.DBus.Properties", "PropertiesChanged",
            GLib.Variant("(sa{sv}as)", (interface, properties, [])))

    def close(self):
        self.daemon.kill()
        self.daemon.wait()


class Desktop:
    """The services; every change is told at once."""

    def __init__(self):
        self.preferences = {}
        self.profile, self.is_locked, self.light, self.percentage = "balanced", False, 300.0, 80.0
        self.claims = 0
        self.claim_changed = threading.Condition()
        self.session, self.system = Bus(), Bus()
        self.session.offer(PORTAL, self.portal_called, None)
        self.session.offer(SAVER, self.saver_called, None)
        for service in POWER:
            self.system.offer(service, None, lambda *_: GLib.Variant("s", self.profile))
        self.system.offer(BATTERY, None, self.battery_read)
        self.system.offer(SENSOR, self.sensor_called, self.sensor_read)
        self.loop = GLib.MainLoop()
        threading.Thread(target=self.loop.run, daemon=True).start()

    def environment(self):
        return {"DBUS_SESSION_BUS_ADDRESS": self.session.address, "DBUS_SYSTEM_BUS_ADDRESS": self.system.address}

    def close(self):
        self.loop.quit()
        self.session.close()
        self.system.close()

    def portal_called(self, _connection, _sender, _path, _interface, _method, _arguments, invocation):
        invocation.return_value(GLib.Variant("(a{sa{sv}})", ({APPEARANCE: self.preferences},)))

    def saver_called(self, _connection, _sender, _path, _interface, _method, _arguments, invocation):
        invocation.return_value(GLib.Variant("(b)", (self.is_locked,)))

    def sensor_called(self, _connection, _sender, _path, _interface, method, _arguments, invocation):
        with self.claim_changed:
            self.claims += 1 if method == "ClaimLight" else -1
            self.claim_changed.notify_all()
        invocation.return_value(None)

    def sensor_read(self, _connection, _sender, _path, _interface, name):
        return {"HasAmbientLight": GLib.Variant("b", True), "LightLevelUnit": GLib.Variant("s", "lux"),
                "LightLevel": GLib.Variant("d", self.light)}[name]

    def battery_read(self, _connection, _sender, _path, _interface, name):
        return {"Type": GLib.Variant("u", 2), "IsPresent": GLib.Variant("b", True),
                "Percentage": GLib.Variant("d", self.percentage)}[name]

    def drain(self, percentage):
        self.percentage = percentage
        self.system.changed(BATTERY, {"Percentage": GLib.Variant("d", percentage)})

    def prefer(self, key, number):
        self.preferences[key] = GLib.Variant("u", number)
        self.session.emit(PORTAL, "SettingChanged", GLib.Variant("(ssv)", (APPEARANCE, key, self.preferences[key])))

    def lock(self, is_locked):
        self.is_locked = is_locked
        self.session.emit(SAVER, "ActiveChanged", GLib.Variant("(b)", (is_locked,)))

    def set_profile(self, profile):
        self.profile = profile
        for service in POWER:
            self.system.changed(service, {"ActiveProfile": GLib.Variant("s", profile)})

    def shine(self, lux):
        self.light = lux
        self.system.changed(SENSOR, {"LightLevel": GLib.Variant("d", lux)})

    def await_claims(self, count, limit):
        with self.claim_changed:
            return self.claim_changed.wait_for(lambda: self.claims == count, limit)
