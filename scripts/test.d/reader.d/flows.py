# SPDX-License-Identifier: GPL-3.0-or-later
"""Orca beside JARVIS in every flow, by keys alone. Run by scripts/test.d/reader, on a virtual desktop.

usage: flows.py [--update] [FLOW…]

A flow is a list of steps; a step presses keys or types, and has what Orca said then. A step without a word fails, unless
it is marked as silent.
"""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
EXPECTED = os.path.join(ROOT, "Tests/Expected/reader.txt")
SCRATCH = os.environ["VIRTUAL_DESKTOP"]
LOG = os.path.join(SCRATCH, "spoken.txt")
PROGRAM = os.environ["JARVIS_PROGRAM"]
UICHECK = os.path.join(ROOT, ".build/debug/jarvis-uicheck")
# A step is over when nothing more has been said for this long; what is expected of it is waited for much longer.
QUIET_SECONDS = 1.6
LIMIT_SECONDS = 30


def spoken():
    try:
        with open(LOG, encoding="utf-8") as file:
            return [line.rstrip("\n") for line in file]
    except FileNotFoundError:
        return []


def plain(line):
    """The line without what differs from run to run: times, dates and numbers of files."""
    return re.sub(r"\d+", "#", line).strip()


class Reader:
    """Orca with a speech-dispatcher that writes down what it should say."""

    def __init__(self):
        folder = os.path.join(SCRATCH, "speech")
        os.makedirs(os.path.join(folder, "modules"))
        module = os.path.join(ROOT, "scripts/test.d/reader.d/sd_log")
        with open(os.path.join(folder, "speechd.conf"), "w", encoding="utf-8") as file:
            file.write(f'LogLevel 1\nAddModule "log" "{module}" "log.conf"\nDefaultModule log\n')
        open(os.path.join(folder, "modules", "log.conf"), "w").close()
        # Which key was pressed needs no words here.
        os.makedirs(os.path.join(SCRATCH, "orca"))
        quiet = {"enableKeyEcho": False, "profile": ["Default", "default"]}
        with open(os.path.join(SCRATCH, "orca", "user-settings.conf"), "w", encoding="utf-8") as file:
            json.dump({"general": quiet, "profiles": {"default": quiet}, "pronunciations": {}, "keybindings": {}}, file)
        socket = os.path.join(SCRATCH, "speech.sock")
        self.environment = os.environ | {
            "SPEECHD_ADDRESS": "unix_socket:" + socket, "READER_LOG": LOG, "LC_ALL": "C.UTF-8"}
        self.programs = []
        self.start("speechd", "speech-dispatcher", "-s", "-t", "0", "-c", "unix_socket", "-S", socket, "-C", folder,
                   "-L", folder, "-P", os.path.join(folder, "pid"))
        self.wait(lambda: os.path.exists(socket), "speech-dispatcher")
        self.start("orca", "/usr/bin/orca", "--replace", "--user-prefs", os.path.join(SCRATCH, "orca"))
        self.wait(lambda: any("Screen reader on" in line for line in spoken()), "Orca")

    def start(self, name, *command):
        log = open(os.path.join(SCRATCH, name + ".out"), "w", encoding="utf-8")
        self.programs.append(subprocess.Popen(command, env=self.environment, stdout=log, stderr=log))

    def wait(self, is_there, what):
        deadline = time.monotonic() + LIMIT_SECONDS
        while not is_there():
            if time.monotonic() > deadline:
                for name in ("speechd", "orca"):
                    path = os.path.join(SCRATCH, name + ".out")
                    if os.path.exists(path):
                        print(open(path, encoding="utf-8").read()[-2000:])
                sys.exit(f"{what} did not start")
            time.sleep(0.1)

    def end(self):
        for program in reversed(self.programs):
            program.kill()
            program.wait()


class Flow:
    def __init__(self, name, expected):
        self.name, self.expected = name, expected
        self.said, self.failures = {}, []
        self.program, self.folder = None, tempfile.mkdtemp(dir=SCRATCH)
        self.mark = len(spoken())
        print(f"[{name}]", flush=True)

    def await_window(self):
        """Waits for the window, and lets the window manager give it the keyboard."""
        search = ["xdotool", "search", "--sync", "--onlyvisible", "--name", "^JARVIS$", "windowactivate", "--sync"]
        subprocess.run(search, check=False, timeout=LIMIT_SECONDS, capture_output=True)

    def run(self, *arguments, program=PROGRAM):
        environment = os.environ | {
            "XDG_DATA_HOME": self.folder + "/data", "XDG_CONFIG_HOME": self.folder + "/config",
            "JARVIS_RESOURCES": ROOT, "LC_ALL": "C.UTF-8"}
        self.environment = environment
        log = open(os.path.join(self.folder, "program.log"), "w", encoding="utf-8")
        self.program = subprocess.Popen([program, *arguments], env=environment, stdout=log, stderr=log)

    def command(self, *arguments):
        subprocess.run([PROGRAM, *arguments], env=self.environment, check=False, capture_output=True)

    def open(self, *settings):
        """Starts the program with these settings, without the first setup."""
        self.environment = os.environ | {
            "XDG_DATA_HOME": self.folder + "/data", "XDG_CONFIG_HOME": self.folder + "/config",
            "JARVIS_RESOURCES": ROOT, "LC_ALL": "C.UTF-8"}
        for setting in settings:
            self.command("config", "set", *setting.split("=", 1))
        self.run("window", "--skip-setup")

    def step(self, title, *actions, silent=False):
        """Acts, and takes down what is said until it is quiet."""
        self.mark = len(spoken())
        for action in actions:
            if callable(action):
                action()
            elif action.startswith("type "):
                subprocess.run(["xdotool", "type", "--delay", "30", action[5:]], check=True)
            else:
                subprocess.run(["xdotool", "key", "--delay", "60", *action.split()], check=True)
        wanted = self.expected.get((self.name, title), [])
        deadline, size, since = time.monotonic() + LIMIT_SECONDS, -1, time.monotonic()
        while time.monotonic() < deadline:
            lines = spoken()[self.mark:]
            if len(lines) != size:
                size, since = len(lines), time.monotonic()
            heard = {plain(line) for line in lines}
            has_all = all(line in heard for line in wanted)
            if time.monotonic() - since > QUIET_SECONDS and has_all and (lines or silent):
                break
            time.sleep(0.1)
        lines = [line for line in spoken()[self.mark:] if line]
        print(f"  > {title}", *(f"    {line}" for line in lines), sep="\n", flush=True)
        self.said[title] = [plain(line) for line in lines if line != "✂"]
        self.judge(title, wanted, silent)

    def judge(self, title, wanted, silent):
        lines = self.said[title]
        for line in wanted:
            if line not in lines:
                self.failures.append(f"{self.name}, {title}: not said: {line}")
        if not lines and not silent:
            self.failures.append(f"{self.name}, {title}: nothing was said")
        for line in lines:
            if re.search(r"\b(Gtk|Jarvis)[A-Z]\w+", line):
                self.failures.append(f"{self.name}, {title}: named after a class: {line}")
            if is_double(line):
                self.failures.append(f"{self.name}, {title}: said twice: {line}")

    def close(self):
        if self.program and self.program.poll() is None:
            self.program.send_signal(signal.SIGTERM)
            try:
                self.program.wait(10)
            except subprocess.TimeoutExpired:
                self.program.kill()
                self.program.wait()


def is_double(line):
    """Whether a name comes twice in one breath, as in “Keyboard push button Keyboard (Ctrl+K)”."""
    # What people or JARVIS say may repeat itself.
    if len(line) > 160 or re.match(r"(You|JARVIS), ", line):
        return False
    return re.search(r"\b([A-Z][\w’'-]{3,}(?: [\w’'-]+){0,4})\b(?!:).*\b\1\b", line) is not None


# The flows

def setup(flow):
    flow.run("window")
    flow.step("the first setup opens", flow.await_window)
    flow.step("next: voice", "Return")
    flow.step("Tab", "Tab")
    flow.step("next: microphone", "shift+Tab", "Return")
    flow.step("next: services", "Return")
    flow.step("next: you", "Return")


def main_window(flow):
    flow.open("detection.mode=push-to-talk")
    flow.step("the window opens", flow.await_window)
    for name in ("keyboard", "commands", "history", "settings"):
        flow.step(f"Tab ({name} or another)", "Tab")
    flow.step("Shift+F10", "shift+F10")
    flow.step("Down in the menu", "Down")
    flow.step("Esc leaves the menu", "Escape")
    flow.step("mute", "ctrl+m")
    flow.step("unmute", "ctrl+m")
    flow.step("compact", "ctrl+j")
    flow.step("full size", "ctrl+j")


def recording(flow):
    flow.open("detection.mode=push-to-talk")
    flow.step("the window opens", flow.await_window)
    flow.step("Space", "space")
    flow.step("Space again", "space")
    flow.step("the focus elsewhere", "Tab")
    flow.step("Esc while idle", "Escape", silent=True)


def typing(flow):
    flow.open("detection.mode=push-to-talk", "conversation.speaks-replies=off")
    flow.step("the window opens", flow.await_window)
    flow.step("Ctrl+K", "ctrl+k")
    flow.step("a question", "type what is two plus two", "Return")
    flow.step("the lines: question", "shift+Tab")
    flow.step("Esc", "Escape")


def history(flow):
    flow.open("detection.mode=push-to-talk", "conversation.speaks-replies=off")
    flow.command("ask", "what is two plus two")
    flow.command("ask", "set a timer for five minutes")
    flow.step("the window opens", flow.await_window)
    flow.step("Ctrl+H", "ctrl+h")
    flow.step("search", "type plus")
    flow.step("search for nothing", "type qqq")
    flow.step("no search", "ctrl+a BackSpace", silent=True)
    flow.step("a filter", "Tab", "space")
    flow.step("no filter", "space")
    flow.step("back to the field", "shift+Tab")
    flow.step("Up into the list", "Up")
    flow.step("Up again", "Up")
    flow.step("the menu of a message", "Return")
    flow.step("Esc leaves the menu", "Escape")
    flow.step("Del", "Delete")
    flow.step("Ctrl+Z", "ctrl+z")
    flow.step("Esc", "Escape")


def settings(flow):
    flow.open("detection.mode=push-to-talk", "conversation.speaks-replies=off")
    flow.step("the window opens", flow.await_window)
    flow.step("Ctrl+,", "ctrl+comma")
    flow.step("search", "type speed")
    flow.step("the first result", "Return")
    flow.step("the slider moves", "Right")
    flow.step("Esc to the search", "ctrl+f")
    flow.step("page Voice", "ctrl+f", "ctrl+a", "BackSpace", "Down")
    for page in ("Listening", "Conversation", "Models & tools", "Appearance", "Privacy", "Desktop", "About"):
        flow.step(f"page {page}", "Down")
    flow.step("into the page", "Tab")
    flow.step("up to a page with switches", "ctrl+f", "type spoken", "Return")
    flow.step("Esc", "Escape")


def quick(flow):
    flow.open("detection.mode=push-to-talk")
    flow.step("the window opens", flow.await_window)
    flow.step("Ctrl+.", "ctrl+period")
    flow.step("the drop-down opens", "space")
    flow.step("Down", "Down")
    flow.step("chosen", "Return")
    flow.step("Tab to a switch", "Tab")
    flow.step("switched", "space")
    flow.step("switched back", "space")
    flow.step("Tab to the volume", "Tab Tab Tab")
    flow.step("softer", "Left")
    flow.step("Esc", "Escape")


def commands(flow):
    flow.open("detection.mode=push-to-talk", "conversation.speaks-replies=off")
    flow.step("the window opens", flow.await_window)
    flow.step("Ctrl+/", "ctrl+slash")
    flow.step("filter", "type timer")
    flow.step("Tab to a card", "Tab")
    flow.step("filter for nothing", "ctrl+f", "type zzz")
    flow.step("Esc", "Escape")


def timers(flow):
    flow.open("detection.mode=push-to-talk", "conversation.speaks-replies=off")
    flow.command("ask", "set a tea timer for five minutes")
    flow.step("the window opens", flow.await_window)
    flow.step("Ctrl+T", "ctrl+t")
    flow.step("Tab to the timer", "Tab")
    flow.step("Tab to Pause", "Tab")
    flow.step("paused", "space")
    flow.step("Tab to Edit", "Tab")
    flow.step("the editor", "space")
    flow.step("no time", "ctrl+a", "type xx")
    flow.step("Esc leaves the editor", "Escape")
    flow.step("Tab to Cancel", "Tab")
    flow.step("canceled", "space")
    flow.step("Esc", "Escape")


def lists(flow):
    flow.open("detection.mode=push-to-talk", "conversation.speaks-replies=off")
    flow.step("the window opens", flow.await_window)
    flow.step("Ctrl+L without lists", "ctrl+l")
    flow.step("Esc", "Escape")
    flow.step("a list", "ctrl+k", "type add milk to my shopping list", "Return")
    flow.step("Ctrl+L", "ctrl+l")
    flow.step("Tab", "Tab")
    flow.step("Tab again", "Tab")
    flow.step("an item", "Tab", "type eggs", "Return")
    flow.step("Ctrl+Z", "ctrl+z")
    flow.step("Esc", "Escape")


def ringing(flow):
    flow.open("detection.mode=push-to-talk", "conversation.speaks-replies=off", "calls.incoming=off")
    flow.step("the window opens", flow.await_window)
    flow.step("a timer", "ctrl+k", "type set a tea timer for three seconds", "Return")
    flow.step("it rings", lambda: time.sleep(3))
    flow.step("stopped", "Escape", silent=True)


def shortcuts(flow):
    flow.open("detection.mode=push-to-talk")
    flow.step("the window opens", flow.await_window)
    flow.step("Ctrl+?", "ctrl+question")
    flow.step("Down", "Down")
    flow.step("Down again", "Down")
    flow.step("End", "End")
    flow.step("Esc", "Escape")


def state(name):
    def show(flow):
        flow.run("show", "--state", name, "--reader", program=UICHECK)
        flow.step(f"the window opens, then: {name}", lambda: time.sleep(4))
        flow.step("Tab", "Tab")
    return show


FLOWS = {
    "setup": setup, "main window": main_window, "recording": recording, "typing": typing, "history": history,
    "settings": settings, "quick settings": quick, "commands": commands, "timers": timers, "lists": lists,
    "ringing": ringing, "shortcuts": shortcuts, "consent": state("consent"), "error": state("error"),
    "muted": state("muted"), "actions": state("actions"),
}


def read_expected():
    expected, flow, step = {}, None, None
    if not os.path.exists(EXPECTED):
        return expected
    with open(EXPECTED, encoding="utf-8") as file:
        for line in file:
            line = line.rstrip("\n")
            if line.startswith("["):
                flow = line[1:-1]
            elif line.startswith("> "):
                step = line[2:]
                expected[flow, step] = []
            elif line:
                expected[flow, step].append(line)
    return expected


def main():
    arguments = sys.argv[1:]
    update = "--update" in arguments
    names = [name for name in arguments if name != "--update"] or list(FLOWS)
    unknown = set(names) - set(FLOWS)
    if unknown:
        sys.exit(f"unknown flow “{unknown.pop()}”; there are {', '.join(FLOWS)}")
    reader = Reader()
    failures, text, steps = [], "", 0
    try:
        for name in names:
            flow = Flow(name, {} if update else read_expected())
            try:
                FLOWS[name](flow)
            finally:
                flow.close()
            failures += flow.failures
            steps += len(flow.said)
            text += f"[{name}]\n" + "".join(
                f"> {title}\n" + "".join(line + "\n" for line in lines) for title, lines in flow.said.items())
    finally:
        reader.end()
    if update:
        if len(names) < len(FLOWS):
            sys.exit("--update takes all flows")
        with open(EXPECTED, "w", encoding="utf-8") as file:
            file.write(text)
    print(f"{steps} steps, {len(failures)} failures", *failures, sep="\n")
    return 1 if failures else 0


sys.exit(main())
