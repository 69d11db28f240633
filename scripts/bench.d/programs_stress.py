# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs on the same data, killed at random moments. Run by scripts/bench.d/programs-stress.

usage: programs_stress.py KILLS SEED [KIND]
"""
import collections
import glob
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from notification_double import Notifications
from stressed_programs import (LIMIT_SECONDS, PROGRAM, Acknowledged, Failures, Recorders, Stranger, Worker, answer,
                               process_with_name, question, start)

DATA = os.path.join(os.environ["XDG_DATA_HOME"], "jarvis")
SETTINGS = {"background.programs": "on", "background.wake-word": "on", "wake.required": "on",
            "conversation.speaks-replies": "off"}


class Stress:
    KINDS = ["service and commands", "window and commands", "service and window", "commands alone"]

    def __init__(self, kills, seed, kind=""):
        self.kills, self.random = kills, random.Random(seed)
        self.kinds = [kind] if kind else self.KINDS
        self.failures, self.acknowledged = Failures(), Acknowledged()
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        threading.Thread(target=GLib.MainLoop().run, daemon=True).start()
        self.notifications = Notifications(self.bus)
        self.stranger = Stranger(self.bus, self.acknowledged)
        self.recorders = Recorders(self.failures)
        self.main, self.kind_of_main = None, ""
        self.figures = collections.defaultdict(list)
        self.victims = collections.Counter()

    def run(self):
        for key, value in SETTINGS.items():
            subprocess.run([PROGRAM, "config", "set", key, value], check=True, stdout=subprocess.DEVNULL)
        self.recorders.start()
        for number in range(self.kills):
            # Several rounds of a kind in a row, so that a program that was not killed works on.
            count = len(self.kinds)
            kind = self.kinds[number * count // self.kills if self.kills < 16 else number // 4 % count]
            self.recorders.round = f"kill {number} ({kind})"
            self.round(number, kind)
        self.stop()
        return self.report()

    def round(self, number, kind):
        wanted = {"window and commands": "window", "commands alone": ""}.get(kind, "service")
        if self.kind_of_main != wanted:
            self.stop()
        # A program that is only just starting is killed, too.
        isEarly = self.random.random() < 0.25
        if wanted and self.main is None:
            self.begin(wanted, waits=not isEarly)
        workers = [Worker(self.acknowledged, self.random.random(), self.failures) for _ in range(2)]
        for worker in workers:
            worker.start()
        shower = start("window", "--skip-setup") if kind == "service and window" else None
        asker = None
        if wanted and not isEarly:
            asker = threading.Thread(target=self.ask, args=(self.random.randint(1, 3),), daemon=True)
            asker.start()
        time.sleep(self.random.uniform(0, 1.5))
        self.kill(kind, workers, shower)
        for thread in [*workers, *([asker] if asker else [])]:
            thread.join(3 * LIMIT_SECONDS)
        if shower:
            self.end_shower(shower)
        if wanted and self.main is None:
            self.begin(wanted)
        elif wanted:
            self.await_name()
        self.check(f"kill {number} ({kind})")
        if number % 10 == 9:
            print(f"{number + 1} kills, {len(self.failures.lines)} failures", flush=True)

    def ask(self, count):
        for _ in range(count):
            self.stranger.ask(question(self.acknowledged.number()))

    def kill(self, kind, workers, shower):
        """Kills one of the programs, or notes that it had ended by then."""
        victims = [("command", worker.current.child) for worker in workers if worker.current]
        if self.main:
            victims += [(self.kind_of_main, self.main)] * 2
        if shower:
            victims.append(("window's command", shower))
        name, child = self.random.choice(victims)
        if child.poll() is None:
            os.kill(child.pid, signal.SIGKILL)
        else:
            name += " (had ended)"
        self.victims[f"{kind}: {name}"] += 1
        if child is self.main:
            child.wait()
            self.main = None

    def end_shower(self, shower):
        """A window's command that found no service is the window itself."""
        try:
            shower.wait(2)
        except subprocess.TimeoutExpired:
            if process_with_name(self.bus) == shower.pid or self.main is None:
                shower.terminate()
            try:
                shower.wait(LIMIT_SECONDS)
            except subprocess.TimeoutExpired:
                self.failures.add("the window did not end")
                shower.kill()
                shower.wait()

    def begin(self, kind, waits=True):
        began = time.monotonic()
        self.main = start("--service") if kind == "service" else start("window", "--skip-setup")
        self.kind_of_main = kind
        if waits and self.await_name():
            self.figures[f"{kind} has its name again, s"].append(time.monotonic() - began)

    def await_name(self):
        deadline = time.monotonic() + LIMIT_SECONDS
        while time.monotonic() < deadline:
            if process_with_name(self.bus) == self.main.pid:
                return True
            if self.main.poll() is not None:
                # Its window's command came first and has the name.
                self.begin(self.kind_of_main, waits=False)
            time.sleep(0.02)
        self.failures.add(f"{self.recorders.round}: the name was not regained")
        return False

    def stop(self):
        if self.main:
            self.main.terminate()
            try:
                self.main.wait(LIMIT_SECONDS)
            except subprocess.TimeoutExpired:
                self.failures.add(f"{self.kind_of_main} did not end")
                self.main.kill()
                self.main.wait()
        self.main, self.kind_of_main = None, ""

    def document(self, *arguments):
        result = subprocess.run([PROGRAM, *arguments, "--json"], capture_output=True, text=True)
        try:
            return json.loads(result.stdout)
        except ValueError:
            self.failures.add(f"{self.recorders.round}: {arguments}: {result.stderr.strip()}")
            return []

    def check(self, round):
        with self.acknowledged.lock:
            promised = [set(kind) for kind in
                        (self.acknowledged.questions, self.acknowledged.reminders, self.acknowledged.items)]
        texts = collections.Counter(m["text"] for m in self.document("history", "list", "--limit", "1000000"))
        for question in promised[0]:
            if texts[question] == 0:
                self.failures.add(f"{round}: \"{question}\" is lost")
            if texts[answer(question)] == 0:
                self.failures.add(f"{round}: the answer to \"{question}\" is lost")
        for text, count in texts.items():
            if text.startswith("what is ") and count > 1:
                self.failures.add(f"{round}: \"{text}\" is there {count} times")
        kept = json.dumps(self.document("reminders", "list"))
        items = json.dumps(self.document("lists", "show", "stress")) if promised[2] else ""
        for kind, document in ((promised[1], kept), (promised[2], items)):
            for text in kind:
                if f'"{text}"' not in document:
                    self.failures.add(f"{round}: \"{text}\" is lost")
        damaged = glob.glob(DATA + "/**/*damaged*", recursive=True)
        if damaged:
            self.failures.add(f"{round}: damaged: {damaged}")

    def report(self):
        for victim, count in sorted(self.victims.items()):
            print(f"{count:5} {victim}")
        for name, values in sorted(self.figures.items()):
            values.sort()
            print(f"{name}: median {values[len(values) // 2]:.2f}, most {values[-1]:.2f} ({len(values)} starts)")
        a = self.acknowledged
        print(f"acknowledged: {len(a.questions)} questions, {len(a.reminders)} reminders, {len(a.items)} items")
        print(f"programs that recorded at once: {self.recorders.most}")
        print(f"failures: {len(self.failures.lines)}")
        return 1 if self.failures.lines else 0


wanted = "".join(sys.argv[3:])
if wanted and wanted not in Stress.KINDS:
    raise SystemExit(f'"{wanted}" is none of: {", ".join(Stress.KINDS)}')
sys.exit(Stress(int(sys.argv[1]), int(sys.argv[2]), wanted).run())
