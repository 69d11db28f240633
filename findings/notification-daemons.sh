#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# dunst 1.9.0-0.1, mako 1.7.1-1+b1, xfce4-notifyd 0.7.3-1 (Debian 12): what a button, a click and a gone number mean.
#
# One would guess, by the Desktop Notifications Specification 1.2: a click on a notification with an action "default"
# invokes it; a button closes its notification unless that has the hint "resident"; what a user had nothing to do with
# is not closed as "dismissed by the user" (2); replacing a notification that is gone gives a new number.
# What happens:
# - xfce4-notifyd: a click never invokes "default", which is a button of its own there; it closes the notification as
#   dismissed (2). A button closes a resident notification, too, and that is reported as dismissed by the user.
# - dunst: an action that "dunstctl action" invokes closes the notification, resident or not, but only when something
#   else wakes dunst, such as the next notification, and as expired (1).
# - mako: an action that "makoctl invoke" invokes leaves the notification open, resident or not.
# - replacing 5 after it was closed: dunst and xfce4-notifyd use 5 again; mako gives another number.
# Why it matters: who takes "dismissed" for an answer has to leave out what a button has closed, and who shows something
# again has to take the number from the reply.
#
# usage: findings/notification-daemons.sh        (needs these packages and python3-gi; exit status 1: they behave otherwise)
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

case ${1:-} in
--inside) ;;
"")
    packages="dunst mako-notifier xfce4-notifyd"
    # shellcheck disable=SC2086 # words are meant
    versions=$(dpkg-query -W -f '${Package} ${Version}\n' $packages)
    echo "$versions"
    [[ $versions == $'dunst 1.9.0-0.1\nmako-notifier 1.7.1-1+b1\nxfce4-notifyd 0.7.3-1' ]] ||
        { echo "other versions than those that were looked at"; exit 1; }
    seen=$(for daemon in dunst mako xfce4-notifyd; do
        display=()
        [[ $daemon != mako ]] || display=(--sway)
        "$here/scripts/virtual-desktop" "${display[@]}" --no-sound -- "${BASH_SOURCE[0]}" --inside "$daemon"
    done)
    echo "$seen"
    diff <(echo "$seen") - <<'EXPECTED' || { echo "not as it was"; exit 1; }
dunst: action "stop": ActionInvoked stop, with the next notification: NotificationClosed 1
dunst: action "stop", resident: ActionInvoked stop, with the next notification: NotificationClosed 1
dunst: replaced after it was closed: the same number
mako: action "stop": ActionInvoked stop
mako: action "stop", resident: ActionInvoked stop
mako: replaced after it was closed: another number
xfce4-notifyd: click: NotificationClosed 2
xfce4-notifyd: action "stop": ActionInvoked stop, NotificationClosed 2
xfce4-notifyd: action "stop", resident: ActionInvoked stop, NotificationClosed 2
xfce4-notifyd: replaced after it was closed: the same number
EXPECTED
    exit 0
    ;;
esac

daemon=$2
case $daemon in
dunst) dunst -conf /dev/null & ;;
mako) mako & ;;
xfce4-notifyd) /usr/lib/x86_64-linux-gnu/xfce4/notifyd/xfce4-notifyd & ;;
esac >/dev/null 2>&1
child=$!
trap 'kill "$child"' EXIT
/usr/bin/python3 - "$daemon" <<'PYTHON'
import subprocess, sys, time
import gi
gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib

daemon, name, path = sys.argv[1], "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
bus, told = Gio.bus_get_sync(Gio.BusType.SESSION), []
bus.signal_subscribe(None, name, None, path, None, 0, lambda *call: told.append((call[4], call[5].unpack())))


def call(method, signature="()", *values):
    return bus.call_sync(name, path, name, method, GLib.Variant(signature, values), None, 0, -1, None).unpack()


def turn(condition, seconds):
    """Lets signals come until the condition holds or the time is over."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        GLib.MainContext.default().iteration(False)
        time.sleep(0.01)


def notify(replacing=0, resident=False, actions=("default", "Open", "stop", "Stop")):
    hints = {"urgency": GLib.Variant("y", 2)}
    if resident:
        hints["resident"] = GLib.Variant("b", True)
    return call("Notify", "(susssasa{sv}i)", "finding", replacing, "", "Title", "Body", list(actions), hints, 0)[0]


def close(number):
    call("CloseNotification", "(u)", number)


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def button(part):
    if part.get_role() == Atspi.Role.PUSH_BUTTON and part.get_name() == "Stop":
        return part
    return next((found for place in range(part.get_child_count()) if (found := button(part.get_child_at_index(place)))),
                None)


def press(number):
    if daemon == "dunst":
        run("dunstctl", "action", "0")
    elif daemon == "mako":
        run("makoctl", "invoke", "-n", str(number), "stop")
    else:
        found = []
        turn(lambda: found.extend(filter(None, [button(Atspi.get_desktop(0))])) or found, 20)
        found[0].do_action(0)


def click():
    windows = []
    turn(lambda: windows.extend(run("xdotool", "search", "--onlyvisible", "--class", "notifyd").split()) or windows, 20)
    run("xdotool", "mousemove", "--window", windows[-1], "20", "20", "click", "1")


def report(what, deed, **content):
    number = notify(**content)
    turn(lambda: False, 0.5)
    told.clear()
    deed(number)
    turn(lambda: told, 20)
    # What follows of it.
    turn(lambda: len(told) > 1, 2)
    at_once = len(told)
    # What follows only when something else happens.
    other = notify()
    turn(lambda: len(told) > at_once, 2)
    words = [f"{signal} {values[1]}" for signal, values in told if values[0] == number]
    words[at_once:] = ["with the next notification: " + word for word in words[at_once:]]
    print(f"{daemon}: {what}: " + ", ".join(words))
    close(number)
    close(other)
    turn(lambda: False, 0.5)


for _ in range(200):
    try:
        call("GetServerInformation")
        break
    except GLib.Error:
        time.sleep(0.05)
if daemon == "xfce4-notifyd":
    report("click", lambda _: click())
only = ("stop", "Stop")
report('action "stop"', press, actions=only)
report('action "stop", resident', press, actions=only, resident=True)
number = notify()
close(number)
other = notify(replacing=number)
print(f"{daemon}: replaced after it was closed: {'the same' if other == number else 'another'} number")
close(other)
PYTHON
