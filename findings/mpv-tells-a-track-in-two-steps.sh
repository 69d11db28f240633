#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# mpv 0.35.1 with mpv-mpris 0.7.1 (Debian 12): what it tells of the next track, and when.
#
# One would guess: when the identity of the track changes, the rest of its metadata is that of the new track.
# Really: first comes the new identity with the file's name as its title and without a length; title and length follow in
# another signal, once the file has been opened.
# Why it matters: who takes the first change for the whole one says "this is 2.ogg" of a song with a title, and takes a
# file for a stream without an end.
#
# usage: findings/mpv-tells-a-track-in-two-steps.sh
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
call() { gdbus call --session --dest "$name" --object-path /org/mpris/MediaPlayer2 --method "$@"; }
folder=$(mktemp -d)
pids=()
end() {
    local pid
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    wait
    rm -rf "$folder"
}
trap end EXIT
for number in 1 2; do
    ffmpeg -v error -f lavfi -i "sine=duration=300:sample_rate=8000" -metadata title="Track $number" "$folder/$number.ogg"
done
HOME=$folder mpv --no-terminal --no-video --ao=null "$folder/1.ogg" "$folder/2.ogg" &
pids+=($!)
gdbus wait --session --timeout 30 "$name"
# Signals are kept from here on; the first track is told by then.
until call org.freedesktop.DBus.Properties.Get org.mpris.MediaPlayer2.Player Metadata | grep -q "Track 1"; do sleep 0.2; done
gdbus monitor --session --dest "$name" >"$folder/signals" &
pids+=($!)
until grep -q "is owned by" "$folder/signals"; do sleep 0.1; done
call org.mpris.MediaPlayer2.Player.Next >/dev/null
for ((look = 0; look < 150; look++)); do
    grep -q "'Track 2'" "$folder/signals" && break
    sleep 0.2
done
of_second=$(grep "'xesam:url': <'file://$folder/2.ogg'>" "$folder/signals" || true)
early=$(head -n 1 <<<"$of_second")
late=$(grep "'Track 2'" <<<"$of_second" | head -n 1 || true)
echo "first: $(grep -o "'xesam:title': <[^>]*>\|'mpris:length': <[^>]*>" <<<"$early" | tr '\n' ' ')"
echo "later: $(grep -o "'xesam:title': <[^>]*>\|'mpris:length': <[^>]*>" <<<"$late" | tr '\n' ' ')"
[[ $early == *"'xesam:title': <'2.ogg'>"* && $early != *mpris:length* ]]
[[ $late == *"'xesam:title': <'Track 2'>"* && $late == *mpris:length* ]]
