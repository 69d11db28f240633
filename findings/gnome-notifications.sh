#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# GNOME Shell 43.9 (Debian 12, gnome-shell 43.9-0+deb12u2): notifications of a program that is not installed.
#
# One would guess: a program without a desktop entry gets a notification with a plain icon, or learns that it gets none.
# What happens: g_application_send_notification sends org.gtk.Notifications.AddNotification without asking for an answer.
#   The shell refuses with InvalidApp, which nobody reads, and nothing is shown, kept or logged. Once there is a desktop
#   entry with the program's identity as its name and a command that can be run, the same call is shown.
# Why it matters: a reminder that rings in a program which is tried from its build folder is not told to anybody, and the
#   program cannot notice. It has to look for its desktop entry itself, as `jarvis doctor` does.
#
# usage: findings/gnome-notifications.sh    exit status 0 while that is so
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
version=43.9-0+deb12u2
if [[ ${1:-} != inside ]]; then
    found=$(dpkg-query -W -f '${Version}' gnome-shell)
    echo "gnome-shell $found"
    [[ $found == "$version" ]] || { echo "not the version this is about: $version" && exit 1; }
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    mkdir -p "$folder/share/applications"
    printf '[Desktop Entry]\nType=Application\nName=Known\nExec=true\n' >"$folder/share/applications/org.example.Known.desktop"
    XDG_DATA_DIRS=$folder/share:/usr/local/share:/usr/share \
        "$here/scripts/virtual-desktop" --gnome --no-sound --size 1280x800 -- "$0" inside
    exit
fi

shell() {
    gdbus call --session -d org.gnome.Shell -o /org/gnome/Shell -m org.gnome.Shell.Eval "$1"
}
# What the message tray has of all sources, as [title, …].
kept() {
    shell "Main.messageTray.getSources().flatMap(s => s.notifications.map(n => n.title)).join(',')"
}
for name in org.example.Unknown org.example.Known; do
    /usr/bin/python3 -B - "$name" <<'SCRIPT'
import sys
from gi.repository import Gio

name = sys.argv[1]
application = Gio.Application(application_id=name)


def send(_application):
    notification = Gio.Notification.new(f"from {name}")
    application.send_notification("one", notification)
    print(name, "has sent a notification")


application.connect("activate", send)
application.run()
SCRIPT
done
# They come in order: once the second is there, the first would be.
for _ in {1..100}; do
    found=$(kept)
    [[ $found != *"from org.example.Known"* ]] || break
    sleep 0.1
done
echo "kept by the shell: $found"
[[ $found == *"from org.example.Known"* && $found != *Unknown* ]]
