#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# mpv 0.35.1 with mpv-mpris 0.7.1 (Debian 12): what MPRIS "Stop" does.
#
# One would guess: playback stops, the player stays on the bus, and "Play" begins the track again. So the specification
# has it ("Calling Play after this should cause playback to start again from the beginning of the track").
# Really: the call is answered as a success, and mpv ends; its name leaves the bus.
# Why it matters: a program that reads the player's state after "Stop" finds nobody, and must not call that an error.
#
# usage: findings/mpv-quits-on-mpris-stop.sh
set -euo pipefail

check() {
    local version
    version=$(dpkg-query -W -f '${Version}' "$1") || { echo "$1 is not installed" >&2 && exit 1; }
    echo "$1 $version"
    [[ $version == "$2" ]] || { echo "this is about $1 $2" >&2 && exit 1; }
}
[[ ${1:-} == --inside ]] || {
    check mpv 0.35.1-4
    check mpv-mpris 0.7.1-1
    exec dbus-run-session -- "$0" --inside
}

name=org.mpris.MediaPlayer2.mpv
on_bus() { gdbus call --session --dest org.freedesktop.DBus --object-path / --method org.freedesktop.DBus.NameHasOwner "$name"; }
call() { gdbus call --session --dest "$name" --object-path /org/mpris/MediaPlayer2 --method "$@"; }

folder=$(mktemp -d)
HOME=$folder mpv --no-terminal --no-video --ao=null "av://lavfi:sine=frequency=440:duration=600" &
mpv=$!
trap 'kill "$mpv" 2>/dev/null || true; rm -rf "$folder"' EXIT
gdbus wait --session --timeout 30 "$name"
echo "before: $(call org.freedesktop.DBus.Properties.Get org.mpris.MediaPlayer2.Player PlaybackStatus)"
echo "Stop is answered: $(call org.mpris.MediaPlayer2.Player.Stop)"
status=0
timeout 30 tail --pid="$mpv" -f /dev/null || { echo "mpv still runs after half a minute" >&2 && exit 1; }
wait "$mpv" || status=$?
echo "mpv has ended with status $status"
seen=$(on_bus)
echo "its name has an owner: $seen"
[[ $status == 0 && $seen == "(false,)" ]]
