#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Audacious 4.2 (Debian 12): how its tracks are told apart over MPRIS.
#
# One would guess: each track has an mpris:trackid of its own, as the specification asks for ("a unique identity for this
# track within the context of an MPRIS object"), and a new one tells that another track plays.
# Really: all tracks have /org/mpris/MediaPlayer2/CurrentTrack; only title, length and address change.
# Why it matters: who waits after "Next" for another track's identity waits for ever, and tells the old title.
#
# usage: findings/audacious-one-track-id.sh
set -euo pipefail

[[ ${1:-} == --inside ]] || {
    version=$(dpkg-query -W -f '${Version}' audacious) || { echo "audacious is not installed" >&2 && exit 1; }
    echo "audacious $version"
    [[ $version == 4.2-1 ]] || { echo "this is about audacious 4.2-1" >&2 && exit 1; }
    exec dbus-run-session -- "$0" --inside
}

name=org.mpris.MediaPlayer2.audacious
call() { gdbus call --session --dest "$name" --object-path /org/mpris/MediaPlayer2 --method "$@"; }
metadata() { call org.freedesktop.DBus.Properties.Get org.mpris.MediaPlayer2.Player Metadata; }
value() { grep -o "'$1': <[^>]*>" <<<"$2" | grep -o "'[^']*'>" | tr -d "'>"; }
# Waits until a title is told.
await() {
    local look now
    for ((look = 0; look < 150; look++)); do
        now=$(metadata 2>/dev/null || true)
        [[ $now == *"<'$1'>"* ]] && echo "$now" && return
        sleep 0.2
    done
    echo "\"$1\" is never told" >&2
    exit 1
}

folder=$(mktemp -d)
pids=()
end() {
    local pid
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    wait
    rm -rf "$folder"
}
trap end EXIT
export HOME=$folder XDG_CONFIG_HOME=$folder/config XDG_RUNTIME_DIR=$folder PULSE_SERVER=unix:$folder/sound
chmod 700 "$folder"
for number in 1 2; do
    ffmpeg -v error -f lavfi -i "sine=duration=300:sample_rate=8000" -metadata title="Track $number" "$folder/$number.ogg"
done
pulseaudio -n --daemonize=no --exit-idle-time=-1 --load="module-native-protocol-unix socket=$folder/sound auth-anonymous=1" \
    --load=module-null-sink 2>"$folder/pulse.log" &
pids+=($!)
until [[ -S $folder/sound ]]; do sleep 0.1; done
audacious -H "$folder/1.ogg" "$folder/2.ogg" 2>"$folder/audacious.log" &
pids+=($!)
gdbus wait --session --timeout 30 "$name"
first=$(await "Track 1")
call org.mpris.MediaPlayer2.Player.Next >/dev/null
second=$(await "Track 2")
ids=()
for text in "$first" "$second"; do
    ids+=("$(value mpris:trackid "$text")")
    echo "title $(value xesam:title "$text"), trackid ${ids[-1]}"
done
[[ ${ids[0]} == "${ids[1]}" && ${ids[0]} == /org/mpris/MediaPlayer2/CurrentTrack ]]
