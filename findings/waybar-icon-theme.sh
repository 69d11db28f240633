#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# waybar 0.9.17-2 (Debian 12): an icon's own theme folder counts only with an index.theme in it.
#
# One would guess: a StatusNotifierItem that gives IconName and IconThemePath is found at
# IconThemePath/hicolor/scalable/actions/NAME.svg, since GTK knows the folders of "hicolor" from the system's theme.
# What happens: waybar searches that folder alone, without the system's. With no index.theme there, it shows the
# missing-image icon and logs an error; with a list of three folders, the same icon is found.
# Why it matters: xfce4-panel and GTK programs add the folder to the system's, where it works without an index. A tray
# icon that was seen there may be missing in waybar.
#
# usage: findings/waybar-icon-theme.sh        (needs Debian's waybar, sway and python3-gi; exit status 1: it behaves otherwise)
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

if [[ ${1:-} != --inside ]]; then
    version=$(dpkg-query -W -f '${Version}' waybar)
    echo "waybar $version"
    [[ $version == 0.9.17-2 ]] || { echo "another version than the one that was looked at"; exit 1; }
    exec "$here/scripts/virtual-desktop" --sway --size 640x360 --no-sound -- "${BASH_SOURCE[0]}" --inside
fi

folder=$VIRTUAL_DESKTOP/finding
mkdir -p "$folder/hicolor/scalable/actions"
echo '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect width="16" height="16" fill="#f80"/></svg>' \
    >"$folder/hicolor/scalable/actions/finding-symbol.svg"
echo '{"layer": "top", "position": "top", "height": 36, "modules-right": ["tray"]}' >"$folder/config"
: >"$folder/style.css"
cat >"$folder/item.py" <<'PYTHON'
import sys
from gi.repository import Gio, GLib
values = {"Category": ("s", "ApplicationStatus"), "Id": ("s", "finding"), "Title": ("s", "finding"),
          "Status": ("s", "Active"), "IconName": ("s", "finding-symbol"), "IconThemePath": ("s", sys.argv[1]),
          "Menu": ("o", "/Menu"), "ItemIsMenu": ("b", False)}
xml = "<node><interface name='org.kde.StatusNotifierItem'>" + "".join(
    f"<property name='{name}' type='{kind}' access='read'/>" for name, (kind, _) in values.items()) + "</interface></node>"
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.register_object("/StatusNotifierItem", Gio.DBusNodeInfo.new_for_xml(xml).interfaces[0], None,
                    lambda *call: GLib.Variant(*values[call[4]]), None)
bus.call_sync("org.kde.StatusNotifierWatcher", "/StatusNotifierWatcher", "org.kde.StatusNotifierWatcher",
              "RegisterStatusNotifierItem", GLib.Variant("(s)", (bus.get_unique_name(),)), None, 0, -1, None)
GLib.MainLoop().run()
PYTHON

# Waits until a file has a line that matches.
await() {
    for _ in {1..600}; do
        ! grep -qE "$2" "$1" || return 0
        sleep 0.05
    done
    return 1
}

# Prints whether waybar finds the icon: its log tells of every property it takes, and of an icon that it misses.
try() {
    local bar item
    waybar -l trace -c "$folder/config" -s "$folder/style.css" >"$folder/$1.log" 2>&1 &
    bar=$!
    for _ in {1..600}; do
        ! gdbus call --session -d org.freedesktop.DBus -o / -m org.freedesktop.DBus.NameHasOwner \
            org.kde.StatusNotifierWatcher | grep -q true || break
        sleep 0.05
    done
    /usr/bin/python3 "$folder/item.py" "$folder" &
    item=$!
    await "$folder/$1.log" 'Set tray item property: finding.Title' || true
    # What it draws first is drawn a moment later.
    sleep 2
    grim "$folder/$1.png"
    kill "$item" "$bar"
    wait "$item" "$bar" || true
    if grep -q "Could not find an icon named 'finding-symbol'" "$folder/$1.log"; then
        echo "$1: missing-image icon"
    elif convert "$folder/$1.png" -fill white +opaque '#ff8800' -unique-colors txt:- | grep -qi '#FF8800'; then
        echo "$1: the icon"
    else
        echo "$1: neither"
    fi
}

without=$(try "without index.theme")
cat >"$folder/hicolor/index.theme" <<'THEME'
[Icon Theme]
Name=Hicolor
Directories=scalable/actions

[scalable/actions]
Size=16
MinSize=8
MaxSize=512
Type=Scalable
THEME
with=$(try "with index.theme")
echo "$without"
echo "$with"
[[ $without == *missing-image* && $with == *"the icon" ]] || { echo "not as it was"; exit 1; }
