#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# xdg-desktop-portal-kde 5.27.5 (Debian 12) with KWin 5.27.5: GlobalShortcuts.BindShortcuts.
#
# One would guess: the portal asks the user, and answers 0 (success) with the shortcuts that were bound, as the
#   documentation has it, or 1 when the user did not want any.
# What happens: it answers 0 at once, with an empty list, and only then opens the settings for shortcuts. No key works; a
#   key that the user chooses there is told later, by the signal ShortcutsChanged, or never.
# Why it matters: success does not mean that a key is bound. Who takes it for that says "hold Ctrl+Alt+J" of a key that
#   does nothing.
#
# usage: findings/kde-shortcuts.sh    exit status 0 while that is so
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
if [[ ${1:-} != inside ]]; then
    found=$(dpkg-query -W -f '${Version}' xdg-desktop-portal-kde)
    echo "xdg-desktop-portal-kde $found"
    [[ $found == 5.27.5-* ]] || { echo "not the version this is about: 5.27.5" && exit 1; }
    "$here/scripts/virtual-desktop" --kwin --no-sound --size 1280x800 -- "$0" inside
    exit
fi

exec /usr/bin/python3 -B - <<'SCRIPT'
import sys
from gi.repository import Gio, GLib

NAME, PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
loop = GLib.MainLoop()
answers = []


def ask(method, arguments):
    def answered(_bus, _sender, _path, _interface, _signal, parameters):
        answers.append(parameters.unpack())
        loop.quit()
    listening = bus.signal_subscribe(
        NAME, "org.freedesktop.portal.Request", "Response", None, None, Gio.DBusSignalFlags.NONE, answered)
    bus.call_sync(NAME, PATH, "org.freedesktop.portal.GlobalShortcuts", method, arguments, None, 0, 20_000, None)
    GLib.timeout_add_seconds(20, loop.quit)
    loop.run()
    bus.signal_unsubscribe(listening)
    print(method, "answers", answers[-1] if answers else "nothing")
    return answers.pop() if answers else (None, {})


options = {"handle_token": GLib.Variant("s", "a"), "session_handle_token": GLib.Variant("s", "s")}
code, results = ask("CreateSession", GLib.Variant("(a{sv})", (options,)))
shortcut = ("talk", {
    "description": GLib.Variant("s", "Talk while this is held"), "preferred_trigger": GLib.Variant("s", "CTRL+ALT+j")})
code, results = ask("BindShortcuts", GLib.Variant(
    "(oa(sa{sv})sa{sv})", (results["session_handle"], [shortcut], "", {"handle_token": GLib.Variant("s", "b")})))
sys.exit(not (code == 0 and results.get("shortcuts") == []))
SCRIPT
