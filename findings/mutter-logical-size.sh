#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# GNOME Shell 43.9 with Mutter 43.8 and GTK 4.8.3 (Debian 12): how large a monitor of 1920x1080 at scale 2 is.
#
# Guess: its logical size is 960x540, for xdg-output, for GTK and for a screencast's stream, "in the compositor's
#     coordinates". A window that fills it is as large.
# Seen: a window that fills it is told 960x540. All the others say 1920x1080, GTK together with the scale factor 2: the
#     shell lays monitors out in pixels ("layout-mode" 2) at its default. With the experimental feature
#     scale-monitor-framebuffer, which scale 1.5 needs, all of them say 1280x720 as the window does.
# Why it matters: the middle of the monitor is twice as far away as a window reaches, or not, by a setting that a program
#     is not told of.
#
# usage: findings/mutter-logical-size.sh    (needs gnome-shell, python3-gi and what scripts/virtual-desktop needs)
# shellcheck source=findings/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

if [[ ${1:-} != --inside ]]; then
    installed gnome-shell=43.9-0+deb12u2 libmutter-11-0=43.8-0+deb12u1 libgtk-4-1=4.8.3+ds-2+deb12u1
    for scale in 2 1.5; do
        "$here/scripts/virtual-desktop" --gnome --no-sound --scale "$scale" --size 1920x1080 -- \
            "${BASH_SOURCE[0]}" --inside "$scale"
    done
    exit
fi

cat >"$work/probe.py" <<'PYTHON'
import gi
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GLib, Gtk

bus = Gio.bus_get_sync(Gio.BusType.SESSION)
application = Gtk.Application()

def call(name, path, method, parameters):
    interface, _, method = method.rpartition(".")
    return bus.call_sync(name, path, interface, method, parameters, None, 0, 20_000, None).unpack()

def stream_size():
    name = "org.gnome.Mutter.ScreenCast"
    session, = call(name, "/org/gnome/Mutter/ScreenCast", name + ".CreateSession", GLib.Variant("(a{sv})", ({},)))
    stream, = call(name, session, name + ".Session.RecordMonitor", GLib.Variant("(sa{sv})", ("Meta-0", {})))
    asked = GLib.Variant("(ss)", (name + ".Stream", "Parameters"))
    parameters, = call(name, stream, "org.freedesktop.DBus.Properties.Get", asked)
    return parameters["size"]

def tell(window):
    if window.get_width() < 600:
        return True
    monitor = Gdk.Display.get_default().get_monitors().get_item(0)
    area = monitor.get_geometry()
    print(f"a window that fills it: {window.get_width()}x{window.get_height()}")
    print(f"GTK: {area.width}x{area.height}, scale factor {monitor.get_scale_factor()}")
    print("screencast: {}x{}".format(*stream_size()))
    application.quit()
    return False

def begin(_):
    window = Gtk.ApplicationWindow(application=application, default_width=300, default_height=200)
    window.fullscreen()
    window.present()
    GLib.timeout_add(50, tell, window)

application.connect("activate", begin)
application.run()
PYTHON
WAYLAND_DEBUG=1 /usr/bin/python3 -B "$work/probe.py" 2>"$work/protocol" >"$work/seen"
layout=$(gdbus call --session -d org.gnome.Mutter.DisplayConfig -o /org/gnome/Mutter/DisplayConfig \
    -m org.gnome.Mutter.DisplayConfig.GetCurrentState | sed "s/.*'layout-mode': <uint32 \([0-9]*\)>.*/\1/")
output=$(grep -om 1 'logical_size(.*)' "$work/protocol" | sed 's/logical_size//')
case $2 in
2) mode=2 output_size="(1920, 1080)" window=960x540 size=1920x1080 ;;
*) mode=1 output_size="(1280, 720)" window=1280x720 size=1280x720 ;;
esac
verdict "scale $2: layout-mode $mode
xdg-output: $output_size
a window that fills it: $window
GTK: $size, scale factor 2
screencast: $size" "scale $2: layout-mode $layout
xdg-output: $output
$(cat "$work/seen")"
