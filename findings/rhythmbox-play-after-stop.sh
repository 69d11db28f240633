#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Rhythmbox 3.4.6 (Debian 12): MPRIS "Play" after "Stop".
#
# Guess: CanPlay is true, so "Play" begins the track again, as the specification has it of a stopped player; "PlayPause"
#     then does the same.
# Seen: CanPlay is true, and "Play" fails: "Current playing source is NULL". "PlayPause" works, and the queue begins.
#     Before that the metadata is empty, so what was played cannot be told either.
# Why it matters: "play" after "stop" has to be tried as PlayPause, too, while the player says that it is stopped.
#
# usage: findings/rhythmbox-play-after-stop.sh    (needs Rhythmbox, ffmpeg and what scripts/virtual-desktop needs)
# shellcheck source=findings/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
player=rhythmbox

if [[ ${1:-} != --inside ]]; then
    installed rhythmbox=3.4.6-2+b1
    "$here/scripts/virtual-desktop" --size 1280x800 -- "${BASH_SOURCE[0]}" --inside
    exit
fi

tracks 1 2
start rhythmbox rhythmbox --no-update "$work/1.ogg"
until_true is PlaybackStatus "'Playing'"
rhythmbox-client --enqueue "$work/2.ogg"
call Stop >/dev/null
until_true is PlaybackStatus "'Stopped'"
until_true is Metadata '@a{sv} {}'
seen="stopped: CanPlay $(property CanPlay), metadata $(property Metadata)"
seen+=$'\n'"Play: $(call Play 2>&1 | sed 's/.*Code[0-9]*: //' || true)"
# It answers after it has tried.
seen+=$'\n'"then: $(property PlaybackStatus)"
seen+=$'\n'"PlayPause: $(call PlayPause 2>&1)"
until_true is PlaybackStatus "'Playing'"
seen+=$'\n'"then: $(property PlaybackStatus)"
verdict "stopped: CanPlay true, metadata @a{sv} {}
Play: Current playing source is NULL
then: 'Stopped'
PlayPause: ()
then: 'Playing'" "$seen"
