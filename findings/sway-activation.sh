#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# sway 1.7 with wlroots 0.15 and GTK 4.8.3 (Debian 12): gtk_window_present for a window without a key or click of its own.
#
# One would guess: where the compositor leaves the focus to the window that has it, the other one becomes urgent, as sway's
#   manual promises (focus_on_window_activation urgent), or the program is told that it was refused.
# What happens: GTK asks for a token (xdg-activation) in the name of the last key or click, which is number 0 where there
#   was none. wlroots answers with a token that looks like any other and is worth nothing; activating the window with it is
#   ignored without a word. Neither focus nor urgency.
# Why it matters: a program that is started a second time has no key or click of its own, so `present` does nothing there.
#   To be noticed at all it needs a token that names no event, for which GTK has no function.
#
# usage: findings/sway-activation.sh    exit status 0 while that is so
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
if [[ ${1:-} != inside ]]; then
    found=$(dpkg-query -W -f '${Version}' sway)
    echo "sway $found, GTK $(dpkg-query -W -f '${Version}' libgtk-4-1)"
    [[ $found == 1.7-* ]] || { echo "not the version this is about: 1.7" && exit 1; }
    output=$("$here/scripts/virtual-desktop" --sway --no-sound --size 1280x800 -- "$0" inside)
    printf '%s\n' "$output"
    grep -qx 'Asking: without the focus, not urgent' <<<"$output"
    exit
fi

# Without a keyboard no window has the focus.
wtype -s 100000000 &
keyboard=$!
trap 'kill $keyboard' EXIT
log=$VIRTUAL_DESKTOP/protocol.log
WAYLAND_DEBUG=1 /usr/bin/python3 -B - 2>"$log" <<'SCRIPT'
import json
import subprocess

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk

application = Gtk.Application(application_id="org.example.Asking")


def windows(node):
    if node.get("pid"):
        yield node["name"], node["focused"], node["urgent"]
    for child in node["nodes"] + node["floating_nodes"]:
        yield from windows(child)


def tell():
    tree = json.loads(subprocess.run(["swaymsg", "-r", "-t", "get_tree"], capture_output=True, check=True).stdout)
    for name, focused, urgent in windows(tree):
        print(f"{name}: {'has' if focused else 'without'} the focus, {'urgent' if urgent else 'not urgent'}")
    application.quit()


def later(seconds, work):
    GLib.timeout_add_seconds(seconds, lambda: work() and False)


def begin(_application):
    first, second = (Gtk.ApplicationWindow(application=application, title=title) for title in ("Asking", "In front"))
    first.present()
    later(1, second.present)
    later(3, first.present)
    later(5, tell)


application.connect("activate", begin)
application.run()
SCRIPT
asked=$(grep -E -- '-> xdg_activation_(token_v1@[0-9]+.set_serial|v1@[0-9]+.activate)' "$log" | tail -n 2)
printf '%s\n' "$asked"
[[ $asked == *"set_serial(0, "* && $asked == *activate* ]]
