#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# cmus 2.10.0, and mpd 0.23.12 with mpDris2 0.9.1 (Debian 12): MPRIS "Volume" of a player that does not play.
#
# Guess: the property can be read and set at any time, and the next track is as loud as was set; or setting it fails.
# Seen: both answer that it was set, keep what they had, and play at full volume afterwards. Before anything was played,
#     mpDris2 says 0.0, since mpd knows no volume without an open output, and cmus says what happens to be in its memory,
#     such as 4.6e-310.
# Why it matters: the volume can only be set while it plays, has to be read back to know, and 0 does not mean mute.
#
# usage: findings/volume-while-stopped.sh    (needs these packages, ffmpeg and what scripts/virtual-desktop needs)
# shellcheck source=findings/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

if [[ ${1:-} != --inside ]]; then
    installed cmus=2.10.0-3 mpd=0.23.12-1+b1 mpc=0.34-1+b1 mpdris2=0.9.1-2
    "$here/scripts/virtual-desktop" --size 640x400 -- "${BASH_SOURCE[0]}" --inside
    exit
fi

# The volume in words. What cmus says at first is another number each time.
kind() {
    case $(property Volume) in
    0.5) echo half ;;
    1.0) echo full ;;
    *) echo neither ;;
    esac
}

try() {
    local first
    first=$(kind)
    echo "$player, before the first track: Volume $(property Volume)" >&2
    change Volume 0.5 >/dev/null
    echo "$player: stopped $first, set to half $(kind)"
    call Play >/dev/null
    until_true is PlaybackStatus "'Playing'"
    until_true is Volume 1.0
    echo "$player: playing $(kind)"
    change Volume 0.5 >/dev/null
    until_true is Volume 0.5
    echo "$player: set while playing $(kind)"
}

has_track() { [[ -n $(cmus-remote --server "$work/cmus.socket" -C "save -l -") ]]; }

tracks 1
mkdir "$work/music"
mv "$work/1.ogg" "$work/music"

player=cmus
# It needs a terminal, and ends with its input.
mkfifo "$work/keys"
exec 3<>"$work/keys"
start cmus env TERM=xterm script -qfec "cmus --listen $work/cmus.socket" /dev/null <"$work/keys"
until_true property PlaybackStatus
cmus-remote --server "$work/cmus.socket" -C "set output_plugin=pulse" "add $work/music"
until_true has_track
seen=$(try)

player=mpd
cat >"$work/mpd.conf" <<CONFIG
music_directory "$work/music"
db_file "$work/database"
bind_to_address "$work/mpd.socket"
audio_output {
    type "pulse"
    name "sound"
}
CONFIG
start mpd mpd --no-daemon "$work/mpd.conf"
until_true test -S "$work/mpd.socket"
start mpdris2 mpDris2 --host "$work/mpd.socket"
until_true property PlaybackStatus
until_true property PlaybackStatus
until_true mpc -q --host "$work/mpd.socket" update --wait
mpc -q --host "$work/mpd.socket" add 1.ogg
seen+=$'\n'$(try)
verdict "cmus: stopped neither, set to half neither
cmus: playing full
cmus: set while playing half
mpd: stopped neither, set to half neither
mpd: playing full
mpd: set while playing half" "$seen"
