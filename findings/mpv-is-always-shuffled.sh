#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# mpv 0.35.1 with mpv-mpris 0.7.1 (Debian 12): MPRIS "Shuffle".
#
# Guess: it is false for a list that plays in order, and is what it was set to.
# Seen: it is true from the start, and stays true after it was set to false, which is answered as a success. The list
#     plays in order all the same.
# Why it matters: neither "is shuffle on?" nor whether "shuffle off" was done can be told of mpv.
#
# usage: findings/mpv-is-always-shuffled.sh    (needs these packages, ffmpeg and what scripts/virtual-desktop needs)
# shellcheck source=findings/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

if [[ ${1:-} != --inside ]]; then
    installed mpv=0.35.1-4 mpv-mpris=0.7.1-1
    "$here/scripts/virtual-desktop" --no-sound --size 640x400 -- "${BASH_SOURCE[0]}" --inside
    exit
fi

player=mpv
tracks 1 2 3 4
title() { property Metadata | sed "s/.*'xesam:title': <'\([^']*\)'>.*/\1/"; }
playing() { [[ $(title) == "Track $1" ]]; }
start mpv mpv --no-terminal --no-video --ao=null "$work"/{1,2,3,4}.ogg
until_true playing 1
seen="at first: $(property Shuffle)"
seen+=$'\n'"set to false: $(change Shuffle false), $(property Shuffle)"
for number in 2 3 4; do
    call Next >/dev/null
    until_true playing "$number"
    seen+=$'\n'$(title)
done
verdict "at first: true
set to false: (), true
Track 2
Track 3
Track 4" "$seen"
