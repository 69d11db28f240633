#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shares the newest message of the history where the desktop's portal composes e-mails, and checks what it is given.

usage: mail-walk.py PROGRAM [ARGUMENT...]
"""
import subprocess
import sys
import threading

from desktop_services import Bus, GLib
from window_driver import Failure, key, xdotool

LIMIT_SECONDS = 300
PORTAL = ("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", """
<node><interface name='org.freedesktop.portal.Email'>
  <method name='ComposeEmail'>
    <arg type='s' direction='in'/><arg type='a{sv}' direction='in'/><arg type='o' direction='out'/>
  </method>
  <property name='version' type='u' access='read'/>
</interface></node>""")


def main():
    mails, come = [], threading.Event()

    def called(_connection, _sender, _path, _interface, _method, arguments, invocation):
        mails.append(arguments.unpack()[1])
        invocation.return_value(GLib.Variant("(o)", ("/org/freedesktop/portal/desktop/request/1",)))
        come.set()

    bus = Bus()
    bus.offer(PORTAL, called, lambda *_: GLib.Variant("u", 3))
    loop = GLib.MainLoop()
    threading.Thread(target=loop.run, daemon=True).start()
    program = subprocess.Popen(["env", "DBUS_SESSION_BUS_ADDRESS=" + bus.address, *sys.argv[1:], "--log"],
                               stdout=subprocess.PIPE, text=True, bufsize=1)
    try:
        xdotool("search", "--sync", "--onlyvisible", "--name", "JARVIS", "windowfocus", "--sync")
        key("ctrl+h")
        for line in program.stdout:
            if line.startswith("event pane") and "history" in line:
                break
        # The list is filled a moment after the pane has opened: the menu is asked for until a mail comes.
        for _ in range(LIMIT_SECONDS):
            for step in (("Down", "End"), ("Return",), ("Down",), ("Return",)):
                key(*step)
                come.wait(0.7)
            if come.is_set():
                break
            key("Escape", "Escape", "ctrl+h")
        if not mails:
            raise Failure("no mail was composed")
        mail = mails[0]
        if "set timers, alarms and reminders, and calculate" not in mail["body"] or not mail["subject"].startswith("JARVIS, "):
            raise Failure(f"the mail is {mail}")
        print("ok:", mail)
        return 0
    except Failure as failure:
        print("FAILED:", failure)
        return 1
    finally:
        program.kill()
        loop.quit()
        bus.close()


sys.exit(main())
