# SPDX-License-Identifier: GPL-3.0-or-later
"""One tray, and what a person sees and does there. Run by scripts/test.d/trays.

usage: matrix.py waybar|xfce4-panel|lxqt-panel PROGRAM

Prints a line for each deed. The icon is what changes on the screen when JARVIS comes; it is clicked with the
pointer, and so is its menu.
"""
import os
import re
import signal
import struct
import subprocess
import sys
import time

from gi.repository import Gio, GLib

sys.path.append(os.path.dirname(__file__) + "/../desktops.d")
from desktop import Wayland

FOLDER = os.environ["VIRTUAL_DESKTOP"]
WATCHER, ITEM = "org.kde.StatusNotifierWatcher", "org.kde.StatusNotifierItem"
# How long what has to come may take on a busy machine; nothing is concluded from the time itself.
LIMIT_SECONDS = 60
# Left and right, by Linux's numbers.
BUTTONS = {1: 0x110, 3: 0x111}


def wait(condition, limit=LIMIT_SECONDS):
    """What the condition returns once that is true; None where it never is."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    return None


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def start(name, *command):
    with open(f"{FOLDER}/{name}.log", "a", encoding="utf-8") as log:
        return subprocess.Popen(command, stdout=log, stderr=log)


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


class X11:
    """A panel on X11, at the bottom."""
    # Where a menu is, without what changes in the panel.
    area = (0, 0, 1280, 766)

    def picture(self, path):
        run("import", "-window", "root", path)

    def click(self, x, y, button):
        run("xdotool", "mousemove", str(x), str(y), "click", str(button))

    def leave(self):
        """Takes the pointer out of the panel."""
        run("xdotool", "mousemove", "640", "400")

    def has_window(self):
        return run("xdotool", "search", "--onlyvisible", "--name", "^JARVIS$").stdout != ""


class XfcePanel(X11):
    def start(self):
        write(os.environ["XDG_CONFIG_HOME"] + "/xfce4/xfconf/xfce-perchannel-xml/xfce4-panel.xml", """\
<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array">
    <value type="int" value="1"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=8;x=640;y=780"/>
      <property name="length" type="uint" value="100"/>
      <property name="size" type="uint" value="32"/>
      <property name="position-locked" type="bool" value="true"/>
      <property name="plugin-ids" type="array"><value type="int" value="1"/></property>
    </property>
  </property>
  <property name="plugins" type="empty"><property name="plugin-1" type="string" value="systray"/></property>
</channel>
""")
        start("xfconfd", "/usr/lib/x86_64-linux-gnu/xfce4/xfconf/xfconfd")
        start("tray", "xfce4-panel", "--disable-wm-check")


class LxqtPanel(X11):
    def start(self):
        write(os.environ["XDG_CONFIG_HOME"] + "/lxqt/panel.conf", """\
panels=panel1
[panel1]
plugins=statusnotifier
position=Bottom
panelSize=32
[statusnotifier]
type=statusnotifier
""")
        start("tray", "lxqt-panel")


class Waybar:
    """At the top, with the icon on the right."""
    area = (800, 0, 456, 800)

    def __init__(self):
        # A pointer has to be there all the time: without one no window learns of it.
        self.wayland = Wayland()
        manager = self.wayland.bind("zwlr_virtual_pointer_manager_v1", 1)
        self.pointer, self.wayland.next = self.wayland.next, self.wayland.next + 1
        self.wayland.send(manager, 0, struct.pack("II", 0, self.pointer))

    def start(self):
        write(FOLDER + "/waybar/config", '{"layer": "top", "height": 32, "modules-right": ["tray"], "tray": {"icon-size": 22}}')
        write(FOLDER + "/waybar/style.css", "* { font-family: sans-serif; color: #ffffff; background: #202020; }")
        start("tray", "waybar", "-l", "trace", "-c", FOLDER + "/waybar/config", "-s", FOLDER + "/waybar/style.css")

    def picture(self, path):
        run("grim", path)

    def click(self, x, y, button):
        # A menu knows its entry by motion over it.
        for step in (2, 1, 0):
            self.point(1, x - step, y, 1280, 800)
        for state in (1, 0):
            self.point(2, BUTTONS[button], state)

    def point(self, request, *arguments):
        # Menus tell by the times of a press and a release whether an entry is meant.
        time.sleep(0.1)
        now = int(time.monotonic() * 1000) & 0xffffffff
        self.wayland.send(self.pointer, request, struct.pack("I" * (len(arguments) + 1), now, *arguments))
        self.wayland.send(self.pointer, 4, b"")

    def leave(self):
        self.point(1, 640, 400, 1280, 800)

    def has_window(self):
        return '"name": "JARVIS"' in run("swaymsg", "-r", "-t", "get_tree").stdout


def line(deed, result):
    print(f"{sys.argv[1]:12}{deed:20}{result}", flush=True)


def picture(name):
    """What is on the screen, once that rests."""
    path, before = f"{FOLDER}/{name}.png", None
    for _ in range(50):
        tray.picture(path)
        now = run("identify", "-format", "%#", path).stdout
        if now == before:
            break
        before = now
        time.sleep(0.1)
    return path


def changed(one, other, place=None):
    """The rectangle in which two pictures differ, or a place of them, as x, y, width and height; None where they don't."""
    cut = ["-crop", "{2}x{3}+{0}+{1}".format(*place), "+repage"] if place else []
    found = run("convert", one, other, "-compose", "difference", "-composite", *cut, "-threshold", "5%", "-format", "%@ %k",
                "info:").stdout
    width, height, x, y, colours = map(int, re.findall(r"\d+", found))
    left, top = place[:2] if place else (0, 0)
    return None if colours == 1 else (left + x, top + y, width, height)


def call(name, path, interface, method, arguments=None):
    """The first value that comes back; None where nothing does."""
    try:
        return bus.call_sync(name, path, interface, method, arguments, None, 0, -1, None).unpack()[0]
    except GLib.Error:
        return None


def get(name, path, interface, what):
    return call(name, path, "org.freedesktop.DBus.Properties", "Get", GLib.Variant("(ss)", (interface, what)))


def item():
    """The name and the path of JARVIS's icon on the bus."""
    found = get(WATCHER, "/StatusNotifierWatcher", WATCHER, "RegisteredStatusNotifierItems")
    # Trays keep the name alone, or with the path behind it.
    return next(((name, "/" + (path or ITEM.rsplit(".", 1)[1])) for name, _, path in (one.partition("/") for one in found or [])),
                None)


def icon():
    """What JARVIS tells the tray to draw."""
    found = item()
    return found and get(*found, ITEM, "IconName")


def entries():
    """What JARVIS tells the tray to put into the menu."""
    name, path = item()
    layout = bus.call_sync(name, path + "/Menu", "com.canonical.dbusmenu", "GetLayout",
                           GLib.Variant("(iias)", (0, -1, [])), None, 0, -1, None).unpack()[1]
    return [properties["label"] for _, properties, _ in layout[2] if "label" in properties]


tray = {"waybar": Waybar, "xfce4-panel": XfcePanel, "lxqt-panel": LxqtPanel}[sys.argv[1]]()
program = sys.argv[2]
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
run(program, "config", "set", "detection.mode", "push-to-talk")
tray.start()
wait(lambda: call("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "NameHasOwner", GLib.Variant("(s)", (WATCHER,))))
empty = picture("empty")
jarvis = start("jarvis", program, "--service")
wait(icon)
place = wait(lambda: changed(empty, picture("idle")))
line("JARVIS starts", f"{icon()} {'is drawn' if place else 'IS NOT DRAWN'}")
if not place:
    sys.exit(1)
idle = f"{FOLDER}/idle.png"
spot = (place[0] + place[2] // 2, place[1] + place[3] // 2)

before = picture("before menu")
tray.click(*spot, 3)
menu = wait(lambda: (found := changed(before, picture("menu"), tray.area)) and found[3] > 100 and found)
line("right click", f"{'a menu opens' if menu else 'NO MENU'}: {', '.join(entries())}")
# The third of seven entries and two lines.
x, y, width, height = menu
tray.click(x + width // 2, y + height * 34 // 100, 1)
wait(lambda: icon() == "jarvis-tray-muted-symbolic")
muted = wait(lambda: changed(idle, picture("muted"), place))
line("Mute the microphone", f"{icon()} {'is drawn' if muted else 'IS NOT DRAWN'}")
tray.click(*spot, 1)
line("left click", "the window opens" if wait(tray.has_window) else "NOTHING HAPPENS")

jarvis.send_signal(signal.SIGTERM)
jarvis.wait()
wait(lambda: item() is None)
tray.leave()
gone = wait(lambda: not changed(empty, picture("gone"), place))
line("JARVIS ends", "the icon goes" if gone else "THE ICON STAYS")
with open(f"{FOLDER}/tray.log", encoding="utf-8", errors="replace") as log:
    broken = [text for text in log if re.search(r"(could not|cannot|failed to) (find|load).*icon|no icon", text, re.I)]
line("log", f"{len(broken)} broken icons")
sys.stderr.writelines(broken)
