#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# xdg-desktop-portal-kde 5.27.5 (Debian 12) with KWin 5.27.5: Screenshot without the folder ~/Pictures.
#
# Guess: the portal makes the folder, or saves elsewhere, or answers 2, "ended in some other way".
# Seen: it answers 1, "the user cancelled the interaction", though nothing was shown to the user. Once the folder is
#     there, the same call answers 0 with a file in it.
# Why it matters: an account that has just been made has no such folder if nothing made it. 1 may then not be told as "you
#     did not want that".
#
# usage: findings/kde-screenshot-needs-pictures.sh    (needs python3-gi and what scripts/virtual-desktop needs)
# shellcheck source=findings/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

if [[ ${1:-} != --inside ]]; then
    installed xdg-desktop-portal-kde=5.27.5-2 kwin-wayland=4:5.27.5-3
    "$here/scripts/virtual-desktop" --kwin --no-sound --size 640x400 -- "${BASH_SOURCE[0]}" --inside
    exit
fi

cat >"$work/probe.py" <<'PYTHON'
from gi.repository import Gio, GLib

NAME, PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
bus, loop, answers = Gio.bus_get_sync(Gio.BusType.SESSION), GLib.MainLoop(), []

def answered(*signal):
    answers.append(signal[5].unpack())
    loop.quit()

bus.signal_subscribe(NAME, "org.freedesktop.portal.Request", "Response", None, None, Gio.DBusSignalFlags.NONE, answered)
GLib.timeout_add_seconds(20, loop.quit)
options = {"interactive": GLib.Variant("b", False)}
bus.call_sync(NAME, PATH, "org.freedesktop.portal.Screenshot", "Screenshot", GLib.Variant("(sa{sv})", ("", options)),
              None, 0, 20_000, None)
loop.run()
code, results = answers[0] if answers else (None, {})
print(f"answered {code}, {'a file' if results.get('uri') else 'nothing'}")
PYTHON
folder=$HOME/Pictures
[[ ! -e $folder ]]
seen="without the folder: $(/usr/bin/python3 -B "$work/probe.py")"
mkdir "$folder"
seen+=$'\n'"with it: $(/usr/bin/python3 -B "$work/probe.py"), $(find "$folder" -name '*.png' | wc -l) in the folder"
verdict "without the folder: answered 1, nothing
with it: answered 0, a file, 1 in the folder" "$seen"
