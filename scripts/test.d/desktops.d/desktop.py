# SPDX-License-Identifier: GPL-3.0-or-later
"""Real desktops, driven as a person drives them: keys, windows and pictures, each by the desktop's own means."""

import ctypes
import json
import os
import socket
import struct
import subprocess
import tempfile
import time

# Keys by the names of X, and the codes of Linux's input events for them.
CODES = {
    "Escape": 1, "Return": 28, "space": 57, "F11": 87, "comma": 51, "Left": 105, "ctrl": 29, "shift": 42, "alt": 56,
    "super": 125, "BackSpace": 14, "Tab": 15, "9": 10,
    "a": 30, "b": 48, "c": 46, "d": 32, "e": 18, "f": 33, "g": 34, "h": 35, "i": 23, "j": 36, "k": 37, "l": 38, "m": 50,
    "n": 49, "o": 24, "p": 25, "q": 16, "r": 19, "s": 31, "t": 20, "u": 22, "v": 47, "w": 17, "x": 45, "y": 21, "z": 44}


def run(*command, check=False, **options):
    """Runs a command to its end and returns what it wrote."""
    try:
        return subprocess.run(
            command, check=check, capture_output=True, text=True, timeout=60, **options).stdout.strip()
    except subprocess.TimeoutExpired:
        return f"{command[0]} did not end"


def until(test, limit=15.0):
    """Waits until test gives something that is true; the last it gave otherwise."""
    end = time.monotonic() + limit
    while True:
        found = test()
        if found or time.monotonic() > end:
            return found
        time.sleep(0.05)


def milliseconds():
    return int(time.monotonic() * 1000) & 0xffffffff


class Desktop:
    """What all desktops have in common. A window is {"title", "focused", "urgent", "minimized", "size"}."""

    def picture(self, path):
        """Saves what is on the screen; False where that cannot be done."""
        return False

    def windows(self):
        return []

    def window(self, title="JARVIS"):
        return next((window for window in self.windows() if window["title"] == title), None)

    def key(self, name, is_down):
        """Presses a key, or lets go of it."""

    def press(self, keys):
        """Presses keys such as "ctrl+h" once."""
        names = keys.split("+")
        for name, is_down in [(name, True) for name in names] + [(name, False) for name in reversed(names)]:
            self.key(name, is_down)
            # No hand is faster, and an input method may pass keys on later than modifiers.
            time.sleep(0.05)

    def type(self, text):
        for letter in text:
            self.press("space" if letter == " " else letter)

    def focus(self, title):
        """Gives a window the keyboard, as a click on it does."""

    def minimize(self, title):
        """Makes a window an icon; False where there is no such thing."""
        return False

    def room(self):
        """How large a window can be beside the desktop's panels, as its size is told; None where that is not known."""
        return None

    def token(self):
        """What a launcher hands to the program that it starts, so that its window may come to the front; None where
        none can be had."""
        return None


class X11(Desktop):
    def picture(self, path):
        run("import", "-window", "root", path)
        return True

    def windows(self):
        active = run("xdotool", "getwindowfocus")
        found = []
        for number in run("xdotool", "search", "--onlyvisible", "--name", ".").split():
            geometry = dict(
                line.split("=") for line in run("xdotool", "getwindowgeometry", "--shell", number).splitlines())
            found.append({
                "title": run("xdotool", "getwindowname", number), "focused": number == active, "urgent": False,
                "minimized": False, "size": (int(geometry.get("WIDTH", 0)), int(geometry.get("HEIGHT", 0)))})
        return found

    def room(self):
        return tuple(int(number) for number in run("xdotool", "getdisplaygeometry").split())

    def key(self, name, is_down):
        run("xdotool", "keydown" if is_down else "keyup", name)

    def press(self, keys):
        run("xdotool", "key", "--clearmodifiers", keys)

    def focus(self, title):
        run("xdotool", "search", "--sync", "--onlyvisible", "--name", f"^{title}$", "windowfocus", "--sync")


class Wayland:
    """As much of the protocol of Wayland as sends keys."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(f"{os.environ['XDG_RUNTIME_DIR']}/{os.environ['WAYLAND_DISPLAY']}")
        self.globals, self.buffer, self.next = {}, b"", 4
        self.send(1, 1, struct.pack("I", 2))  # wl_display.get_registry
        self.send(1, 0, struct.pack("I", 3))  # wl_display.sync
        while not self.read():
            pass

    def send(self, target, code, arguments, *files):
        message = struct.pack("II", target, (len(arguments) + 8) << 16 | code) + arguments
        socket.send_fds(self.socket, [message], files)

    def read(self):
        """Reads what is there; true once the answer to `sync` has come."""
        self.buffer += self.socket.recv(65536)
        is_over = False
        while len(self.buffer) >= 8:
            target, word = struct.unpack("II", self.buffer[:8])
            size = word >> 16
            if len(self.buffer) < size:
                break
            body, self.buffer = self.buffer[8:size], self.buffer[size:]
            if target == 2 and word & 0xffff == 0:
                number, length = struct.unpack("II", body[:8])
                self.globals[body[8:7 + length].decode()] = number
            is_over = is_over or target == 3
        return is_over

    @staticmethod
    def text(text):
        raw = text.encode() + b"\0"
        return struct.pack("I", len(raw)) + raw + b"\0" * (-len(raw) % 4)

    def bind(self, name, version):
        number, self.next = self.next, self.next + 1
        self.send(2, 0, struct.pack("I", self.globals[name]) + self.text(name) + struct.pack("II", version, number))
        return number

    def create(self, factory, code, arguments=b""):
        """A new object by a request of another one, which has its number last."""
        number, self.next = self.next, self.next + 1
        self.send(factory, code, arguments + struct.pack("I", number))
        return number

    @staticmethod
    def keymap():
        """The usual keymap, as text that ends with a zero."""
        library = ctypes.CDLL("libxkbcommon.so.0")
        for name in ("xkb_context_new", "xkb_keymap_new_from_names"):
            getattr(library, name).restype = ctypes.c_void_p
        library.xkb_keymap_get_as_string.restype = ctypes.c_char_p
        context = ctypes.c_void_p(library.xkb_context_new(0))
        keymap = ctypes.c_void_p(library.xkb_keymap_new_from_names(context, None, 0))
        return library.xkb_keymap_get_as_string(keymap, 1) + b"\0"


class Sway(Desktop):
    # Masks of the modifiers in the keymap.
    MASKS = {"shift": 1, "ctrl": 4, "alt": 8, "super": 64}

    def __init__(self):
        # A keyboard has to be there all the time: without one no window has the focus. One that comes and goes with
        # each key is not what people have, and input methods do not expect it.
        self.wayland = Wayland()
        seat = self.wayland.bind("wl_seat", 1)
        manager = self.wayland.bind("zwp_virtual_keyboard_manager_v1", 1)
        self.keyboard = self.wayland.create(manager, 0, struct.pack("I", seat))
        keymap = Wayland.keymap()
        with tempfile.TemporaryFile() as file:
            file.write(keymap)
            file.flush()
            text_format = 1
            self.wayland.send(self.keyboard, 0, struct.pack("II", text_format, len(keymap)), file.fileno())
        self.mask = 0

    def picture(self, path):
        run("grim", path)
        return True

    def windows(self):
        found = []

        def visit(node):
            if node.get("pid"):
                # What the window would like to have is more than its place where it does not fit.
                size = tuple(max(node["rect"][side], node["geometry"][side]) for side in ("width", "height"))
                found.append({
                    "title": node["name"], "focused": node["focused"], "urgent": node["urgent"], "minimized": False,
                    "size": size})
            for child in node["nodes"] + node["floating_nodes"]:
                visit(child)
        visit(json.loads(run("swaymsg", "-r", "-t", "get_tree")))
        return found

    def room(self):
        rect = next(space["rect"] for space in json.loads(run("swaymsg", "-r", "-t", "get_workspaces")))
        return rect["width"], rect["height"]

    def key(self, name, is_down):
        self.wayland.send(self.keyboard, 1, struct.pack("III", milliseconds(), CODES[name], is_down))
        mask = self.MASKS.get(name, 0)
        if mask:
            self.mask = self.mask | mask if is_down else self.mask & ~mask
            self.wayland.send(self.keyboard, 2, struct.pack("IIII", self.mask, 0, 0, 0))

    def focus(self, title):
        run("swaymsg", f'[title="^{title}$"]', "focus")


class Gnome(Desktop):
    def __init__(self):
        # What the shell says of an unusual session would lie over the window.
        self.eval("imports.ui.messageTray.MessageTray && Main.messageTray.getSources().forEach(s => s.destroy()); true")
        # Virtual devices send keys like real ones. Without the overview windows have the keyboard.
        self.eval("Main.overview.hide(); global._keys = imports.gi.Clutter.get_default_backend().get_default_seat()"
                  ".create_virtual_device(imports.gi.Clutter.InputDeviceType.KEYBOARD_DEVICE); true")

    def eval(self, script):
        answer = run("gdbus", "call", "--session", "-d", "org.gnome.Shell", "-o", "/org/gnome/Shell",
                     "-m", "org.gnome.Shell.Eval", script)
        # (true, 'JSON')
        return json.loads(answer.split(", ", 1)[1][1:-2].replace("\\'", "'").replace('\\\\"', '\\"') or "null")

    def picture(self, path):
        run("gnome-screenshot", "-f", path)
        return True

    def windows(self):
        found = self.eval(
            "global.get_window_actors().map(a => a.meta_window).filter(w => w.get_window_type() == 0).map(w => "
            "[w.title, w.has_focus(), w.demands_attention || w.urgent, w.minimized, "
            "w.get_frame_rect().width, w.get_frame_rect().height])")
        return [{"title": title, "focused": focused, "urgent": urgent, "minimized": minimized, "size": (width, height)}
                for title, focused, urgent, minimized, width, height in found or []]

    def room(self):
        return tuple(self.eval("(a => [a.width, a.height])(Main.layoutManager.getWorkAreaForMonitor(0))"))

    def search(self, words):
        """What the shell's own search finds in programs, while it is open."""
        self.eval(f"Main.overview.show(); Main.overview.searchEntry.set_text({json.dumps(words)}); true")
        time.sleep(2)
        return str(self.eval(
            "Main.overview._overview.controls._searchController._searchResults._providers.filter(p => "
            "p.isRemoteProvider && p.display && p.display.getFirstResult()).map(p => "
            "p.display.getFirstResult().metaInfo.name)"))

    def end_search(self):
        self.eval("Main.overview.hide(); true")
        until(lambda: not self.eval("Main.overview.visible"))

    def key(self, name, is_down):
        self.eval(self.step(name, is_down) + "true")

    def press(self, keys):
        # By the shell's own clock: between two calls a busy shell would take a key for one that is held, and repeat it.
        names = keys.split("+")
        steps = [(name, True) for name in names] + [(name, False) for name in reversed(names)]
        pause = 40
        self.eval("".join(
            f"imports.gi.GLib.timeout_add(0, {pause * index}, () => {{ {self.step(*step)} return false; }});"
            for index, step in enumerate(steps)) + "true")
        time.sleep(pause * len(steps) / 1000)

    @staticmethod
    def step(name, is_down):
        return f"global._keys.notify_key(imports.gi.GLib.get_monotonic_time(), {CODES[name]}, {int(is_down)});"

    def on_window(self, title, action):
        self.eval("global.get_window_actors().map(a => a.meta_window).filter(w => w.title == "
                  f"{json.dumps(title)}).forEach(w => w.{action}); true")

    def focus(self, title):
        self.on_window(title, "activate(global.get_current_time())")

    def minimize(self, title):
        self.on_window(title, "minimize()")
        return True

    def token(self):
        return self.eval(
            "global.create_app_launch_context(global.display.get_current_time_roundtrip(), -1).get_startup_notify_id("
            "imports.gi.Gio.AppInfo.create_from_commandline('true', null, 0), [])")


class Plasma(Desktop):
    def __init__(self):
        self.wayland = Wayland()
        self.input = self.wayland.bind("org_kde_kwin_fake_input", 4)
        self.wayland.send(self.input, 0, Wayland.text("test") + Wayland.text("test"))
        self.script_count = 0

    def script(self, text):
        """Runs a script in KWin and returns what it hands over, as JSON."""
        self.script_count += 1
        mark = f"answer{self.script_count}:"
        with tempfile.NamedTemporaryFile("w", suffix=".js", dir=os.environ["VIRTUAL_DESKTOP"], delete=False) as file:
            file.write(f"print('{mark}' + JSON.stringify((function() {{ {text} }})()));")
        call = ["gdbus", "call", "--session", "-d", "org.kde.KWin"]
        number = run(*call, "-o", "/Scripting", "-m", "org.kde.kwin.Scripting.loadScript", file.name, mark)
        run(*call, "-o", f"/{number.strip('(),')}", "-m", "org.kde.kwin.Script.run")

        def answer():
            with open(f"{os.environ['VIRTUAL_DESKTOP']}/kwin.log", errors="replace") as log:
                return next((line.split(mark, 1)[1] for line in log if mark in line), None)
        found = until(answer, 5)
        return json.loads(found) if found and found.strip() != "undefined" else None

    def picture(self, path):
        run("spectacle", "-b", "-n", "-o", path)
        return until(lambda: os.path.exists(path))

    def windows(self):
        found = self.script(
            "return workspace.clientList().filter(w => w.normalWindow).map(w => "
            "[w.caption, w.active, w.demandsAttention, w.minimized, w.frameGeometry.width, w.frameGeometry.height]);")
        return [{"title": title, "focused": focused, "urgent": urgent, "minimized": minimized,
                 "size": (round(width), round(height))}
                for title, focused, urgent, minimized, width, height in found or []]

    def room(self):
        return tuple(round(side) for side in self.script(
            "let a = workspace.clientArea(KWin.MaximizeArea, 0, 1); return [a.width, a.height];"))

    def key(self, name, is_down):
        self.wayland.send(self.input, 10, struct.pack("II", CODES[name], is_down))

    def on_window(self, title, action):
        self.script(f"workspace.clientList().filter(w => w.caption == {json.dumps(title)})"
                    f".forEach(w => {{ {action} }}); return true;")

    def focus(self, title):
        self.on_window(title, "workspace.activeClient = w;")

    def minimize(self, title):
        self.on_window(title, "w.minimized = true;")
        return True


def here():
    """The desktop that this runs on."""
    kinds = {"x11": X11, "sway": Sway, "gnome": Gnome, "kwin": Plasma, "plasma": Plasma, "weston": Desktop}
    return kinds[os.environ["VIRTUAL_DESKTOP_KIND"]]()
