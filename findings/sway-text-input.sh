#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# sway 1.7 with GTK 4.8.3 (Debian 12): text input (zwp_text_input_v3) without an input method.
#
# Guess: sway offers text input, so a window that gets the keyboard gets `enter` for its text input as well.
# Seen: there is no such event for as long as no input method is connected to sway; the window then has the keyboard and
#     its text input is nowhere. With a program that does nothing but register as an input method, `enter` comes along
#     with the keyboard, and GTK tells where the cursor is.
# Why it matters: waiting for `enter` to learn that text can be typed is waiting for ever on most computers with sway, and
#     a test of text input has to bring an input method of its own.
#
# usage: findings/sway-text-input.sh    (needs sway, wtype, python3-gi and what scripts/virtual-desktop needs)
# shellcheck source=findings/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

if [[ ${1:-} != --inside ]]; then
    installed sway=1.7-6 libgtk-4-1=4.8.3+ds-2+deb12u1
    "$here/scripts/virtual-desktop" --sway --no-sound --size 640x400 -- "${BASH_SOURCE[0]}" --inside
    exit
fi

cat >"$work/window.py" <<'PYTHON'
import gi
gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk

application = Gtk.Application()

def begin(_):
    window = Gtk.ApplicationWindow(application=application, child=Gtk.Entry())
    # Once it has the keyboard, what belongs to that is a roundtrip away.
    window.connect("notify::is-active", lambda *_: GLib.timeout_add_seconds(2, application.quit))
    window.present()

application.connect("activate", begin)
application.run()
PYTHON
cat >"$work/input-method.py" <<'PYTHON'
"""Registers as an input method and does nothing else."""
import os, socket, struct

connection = socket.socket(socket.AF_UNIX)
connection.connect(os.path.join(os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"]))

def request(thing, code, body=b""):
    connection.sendall(struct.pack("=IHH", thing, code, 8 + len(body)) + body)

def text(value):
    value = value.encode() + b"\0"
    return struct.pack("=I", len(value)) + value + bytes(-len(value) % 4)

request(1, 1, struct.pack("=I", 2))  # wl_display.get_registry
request(1, 0, struct.pack("=I", 3))  # wl_display.sync
pending, names = b"", {}
while received := connection.recv(65536):
    pending += received
    while len(pending) >= 8 and len(pending) >= (size := struct.unpack_from("=H", pending, 6)[0]):
        thing, code = struct.unpack_from("=IH", pending)
        body, pending = pending[8:size], pending[size:]
        if (thing, code) == (2, 0):  # wl_registry.global
            number, length = struct.unpack_from("=II", body)
            names[body[8:7 + length].decode()] = number
        elif (thing, code) == (3, 0):  # wl_callback.done
            for new, interface in ((4, "wl_seat"), (5, "zwp_input_method_manager_v2")):
                request(2, 0, struct.pack("=I", names[interface]) + text(interface) + struct.pack("=II", 1, new))
            request(5, 0, struct.pack("=II", 4, 6))  # zwp_input_method_manager_v2.get_input_method
            request(1, 0, struct.pack("=I", 7))
        elif (thing, code) == (7, 0):
            print("registered", flush=True)
PYTHON

# What a window is told of the keyboard and of text input.
look() {
    WAYLAND_DEBUG=1 /usr/bin/python3 -B "$work/window.py" >"$work/protocol" 2>&1
    local what
    for what in 'wl_keyboard@[0-9]+.enter' 'zwp_text_input_v3@[0-9]+.enter' \
        '-> zwp_text_input_v3@[0-9]+.set_cursor_rectangle'; do
        if grep -qE -- "$what" "$work/protocol"; then echo "$1: ${what//@\[0-9\]+/}"; fi
    done
}

# Without a keyboard no window has the focus.
start keyboard wtype -s 100000000
seen=$(look without)
start input-method /usr/bin/python3 -B "$work/input-method.py"
until_true grep -q registered "$work/input-method.log"
seen+=$'\n'$(look with)
verdict "without: wl_keyboard.enter
with: wl_keyboard.enter
with: zwp_text_input_v3.enter
with: -> zwp_text_input_v3.set_cursor_rectangle" "$seen"
