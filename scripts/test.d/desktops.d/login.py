# SPDX-License-Identifier: GPL-3.0-or-later
"""A login manager (logind) on the desktop's system bus and a screen saver on its session bus, for what a locked and a
blank screen mean: headless desktops have neither."""

import os
import threading

from gi.repository import Gio, GLib

MANAGER = ("org.freedesktop.login1", "/org/freedesktop/login1", """
<node><interface name='org.freedesktop.login1.Manager'>
  <method name='GetSession'><arg type='s' direction='in'/><arg type='o' direction='out'/></method>
  <method name='Inhibit'><arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='s' direction='in'/>
    <arg type='s' direction='in'/><arg type='h' direction='out'/></method>
  <method name='ListInhibitors'><arg type='a(ssssuu)' direction='out'/></method>
  <signal name='PrepareForSleep'><arg type='b'/></signal>
</interface></node>""")
SESSION = ("org.freedesktop.login1", "/org/freedesktop/login1/session/one", """
<node><interface name='org.freedesktop.login1.Session'>
  <property name='LockedHint' type='b' access='read'/>
  <property name='Active' type='b' access='read'/>
  <signal name='Lock'/><signal name='Unlock'/>
</interface></node>""")
SAVER = ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", """
<node><interface name='org.freedesktop.ScreenSaver'>
  <method name='GetActive'><arg type='b' direction='out'/></method>
  <signal name='ActiveChanged'><arg type='b'/></signal>
</interface></node>""")


def interface(service):
    return Gio.DBusNodeInfo.new_for_xml(service[2]).interfaces[0]


class Login:
    def __init__(self):
        self.is_locked, self.is_blank = False, False
        self.system = Gio.bus_get_sync(Gio.BusType.SYSTEM)
        self.session = Gio.bus_get_sync(Gio.BusType.SESSION)
        for bus, service in ((self.system, MANAGER), (self.system, SESSION), (self.session, SAVER)):
            bus.register_object(service[1], interface(service), self.called, self.read, None)
        self.has_saver = False
        for bus, name in ((self.system, MANAGER[0]), (self.session, SAVER[0])):
            answer = bus.call_sync(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
                GLib.Variant("(su)", (name, 4)), None, Gio.DBusCallFlags.NONE, -1, None)
            self.has_saver = answer.unpack()[0] == 1
        threading.Thread(target=GLib.MainLoop().run, daemon=True).start()

    def called(self, _bus, _sender, _path, _interface, method, _arguments, call):
        if method == "Inhibit":
            ends = os.pipe()
            call.return_value_with_unix_fd_list(GLib.Variant("(h)", (0,)), Gio.UnixFDList.new_from_array([ends[1]]))
            return
        call.return_value({
            "GetSession": GLib.Variant("(o)", (SESSION[1],)),
            "ListInhibitors": GLib.Variant("(a(ssssuu))", ([],)),
            "GetActive": GLib.Variant("(b)", (self.is_blank,))}[method])

    def read(self, _bus, _sender, _path, _interface, name):
        return GLib.Variant("b", self.is_locked if name == "LockedHint" else True)

    def lock(self, is_locked):
        """As a desktop locks: it is asked to, does so, and says so."""
        name = interface(SESSION).name
        self.system.emit_signal(None, SESSION[1], name, "Lock" if is_locked else "Unlock", None)
        self.is_locked = is_locked
        self.system.emit_signal(
            None, SESSION[1], "org.freedesktop.DBus.Properties", "PropertiesChanged",
            GLib.Variant("(sa{sv}as)", (name, {"LockedHint": GLib.Variant("b", is_locked)}, [])))

    def blank(self, is_blank):
        self.is_blank = is_blank
        self.session.emit_signal(
            None, SAVER[1], interface(SAVER).name, "ActiveChanged", GLib.Variant("(b)", (is_blank,)))
