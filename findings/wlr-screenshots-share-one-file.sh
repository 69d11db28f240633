#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# xdg-desktop-portal-wlr 0.7.0 (Debian 12) on sway 1.7: where screenshots go.
#
# Guess: each screenshot is a file of its own, among the user's pictures or in a folder for temporary files, and stays what
#     it was.
# Seen: all of them are /tmp/out.png. The address that was given first shows the second picture after the second call, to
#     whichever program it was given.
# Why it matters: a picture has to be read, and kept, before anything else takes one; "save my screenshot" has to copy it,
#     and may not tell the user where the portal has put it.
#
# usage: findings/wlr-screenshots-share-one-file.sh    (needs sway, grim, imagemagick and what scripts/virtual-desktop needs)
# shellcheck source=findings/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

if [[ ${1:-} != --inside ]]; then
    installed xdg-desktop-portal-wlr=0.7.0-1 sway=1.7-6
    [[ ! -e /tmp/out.png ]] || { echo "/tmp/out.png exists; it would be overwritten" >&2 && exit 1; }
    "$here/scripts/virtual-desktop" --sway --pipewire --size 640x400 -- "${BASH_SOURCE[0]}" --inside
    exit
fi

trap 'rm -f /tmp/out.png; end_all' EXIT
start portal /usr/libexec/xdg-desktop-portal-wlr
name=org.freedesktop.impl.portal.desktop.wlr
gdbus wait --session --timeout 20 "$name"

screenshot() {
    gdbus call --session --timeout 20 -d "$name" -o /org/freedesktop/portal/desktop \
        -m org.freedesktop.impl.portal.Screenshot.Screenshot "/org/freedesktop/portal/desktop/request/1_1/$1" \
        "org.example.$1" "" "{'interactive': <false>}" | grep -o 'file://[^>]*' | tr -d "'"
}
colour() { convert "${1#file://}" -format '%[hex:p{320,200}]' info: | cut -c 1-6; }
background() {
    swaymsg -q "output * background $1 solid_color"
    until_true shows "$1"
}
shows() {
    grim "$work/screen.png"
    [[ $(colour "$work/screen.png") == "${1#\#}" ]]
}

background '#FF0000'
first=$(screenshot First)
seen="first: $first $(colour "$first")"
background '#0000FF'
second=$(screenshot Second)
seen+=$'\n'"second: $second $(colour "$second")"
seen+=$'\n'"first, looked at again: $first $(colour "$first")"
verdict "first: file:///tmp/out.png FF0000
second: file:///tmp/out.png 0000FF
first, looked at again: file:///tmp/out.png 0000FF" "$seen"
