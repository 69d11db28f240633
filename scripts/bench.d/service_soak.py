# SPDX-License-Identifier: GPL-3.0-or-later
"""A service for a simulated day and for a while of real time. Run by scripts/bench.d/service-soak.

usage: service_soak.py MINUTES SIMULATED_MINUTES
"""
import os
import signal
import statistics
import subprocess
import sys
import threading
import time

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from driven_service import FOLDER, PROGRAM, Login, Service
from notification_double import Notifications

GROWTH_LIMIT_KIB = 1024
SETTINGS = {"background.programs": "on", "background.wake-word": "on", "wake.required": "on", "voice.speed": "2"}
QUESTIONS = ["what is twelve times {}", "make a note that the number is {}", "how many days until christmas",
             "what can you do", "add thing {} to the shopping list", "what is {} miles in kilometers",
             "what are my notes", "what time is it", "flip a coin"]


class Soak:
    def __init__(self):
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        threading.Thread(target=GLib.MainLoop().run, daemon=True).start()
        self.notifications, self.login, self.failures = Notifications(self.bus), Login(), []

    def fail(self, text):
        self.failures.append(text)
        print(f"FAILED {text}", flush=True)

    # The simulated day

    def move(self, seconds):
        self.offset += seconds
        with open(self.clock, "r+b") as file:
            file.write(2 * self.offset.to_bytes(8, sys.byteorder))

    def simulate(self, minutes):
        self.clock, self.offset = FOLDER + "/clock", 0
        with open(self.clock, "wb") as file:
            file.write(bytes(16))
        service = Service(self.bus, self.login, "day", {
            "LD_PRELOAD": os.environ["BENCH_WALL_CLOCK"], "WALL_CLOCK_OFFSET": self.clock})
        rung = sleeps = 0
        awake = 0
        while self.offset < minutes * 60:
            before = len(service.read())
            self.expect(service, "reminders", "add", "timer", "50s", f"minute {self.offset // 60}")
            service.command("ask", QUESTIONS[self.offset // 60 % len(QUESTIONS)].format(self.offset // 60 + 2))
            awake += 1
            if awake % 10 == 0:
                self.sleep(service)
                sleeps += 1
                continue
            self.move(60)
            # Time that passes so is seen within a minute; a change of what is kept at once.
            self.expect(service, "reminders", "add", "timer", "23h", "look")
            if service.await_event(lambda event: event["event"] == "ringing" and event["count"] > 0, 70, before):
                rung += 1
            else:
                self.fail(f"the timer of minute {self.offset // 60} did not ring")
            self.expect(service, "reminders", "stop")
            service.command("reminders", "cancel", "look")
        print(f"simulated: {self.offset // 60} minutes, {rung} timers rang, {sleeps} times asleep; "
              f"{service.sample()['files']} files")
        service.end()

    def expect(self, service, *arguments):
        result = service.command(*arguments)
        if result.returncode != 0:
            self.fail(f"{' '.join(arguments)}: {result.stderr.strip()}")

    def sleep(self, service):
        """Half an hour: an alarm comes in the middle of it, a timer just before its end, and one after it."""
        service.command("reminders", "cancel", "minute")
        now = time.localtime(time.time() + self.offset + 600)
        self.expect(service, "reminders", "add", "alarm", time.strftime("%H:%M", now), "asleep")
        self.expect(service, "reminders", "add", "timer", "1795s", "morning")
        self.expect(service, "reminders", "add", "timer", "45m", "later")
        time.sleep(1)
        before = len(service.read())
        self.login.sleeps(True)
        time.sleep(1)
        os.kill(service.child.pid, signal.SIGSTOP)
        self.move(1800)
        time.sleep(2)
        os.kill(service.child.pid, signal.SIGCONT)
        self.login.sleeps(False)
        began = time.monotonic()
        if not service.await_event(lambda event: event["event"] == "ringing" and event["count"] > 0, 70, before):
            self.fail("the timer that came at the end of the sleep did not ring")
        else:
            print(f"after the sleep it rang within {time.monotonic() - began:.1f} s", flush=True)
        if not service.await_event(
                lambda event: event["event"] == "saved" and "asleep" in event.get("text", ""), 60, before):
            self.fail("the alarm that came in the sleep was not told")
        self.expect(service, "reminders", "stop")
        listed = service.command("reminders", "list").stdout
        if "later" not in listed or "asleep" in listed or "morning" in listed:
            self.fail(f"after the sleep there is: {listed}")
        service.command("reminders", "cancel", "later")

    # Real time

    def work(self, minutes):
        service = Service(self.bus, self.login, "work")
        samples, began, cycle = [], time.monotonic(), 0
        while time.monotonic() < began + minutes * 60:
            self.cycle(service, cycle)
            service.settle()
            time.sleep(2)
            samples.append(service.sample())
            latest = samples[-1]
            print(f"{latest['time'] - began:6.0f} s  {latest['anonymous'] / 1024:7.1f} MiB  "
                  f"{latest['files']:3} files  {latest['threads']:3} threads", flush=True)
            cycle += 1
        self.compare(samples, began, minutes * 60)
        self.rest(service)
        if service.end() != 0:
            self.fail("the service did not end well")

    def cycle(self, service, number):
        for question in QUESTIONS:
            result = service.command("ask", question.format(number % 90 + 2))
            if result.returncode != 0:
                self.fail(f"{question}: {result.stderr.strip()}")
        # A question by voice, behind the wake word.
        before = len(service.read())
        subprocess.run(["paplay", "--device=mic_feed", os.environ["BENCH_QUESTION"]], check=True)
        if not service.await_event(lambda event: event["event"] == "reply", 30, before):
            print("the wake word was not heard", flush=True)
        service.settle()
        # A timer that rings, and an alarm that calls and is answered.
        self.ring(service, "timer", "stop")
        self.ring(service, "alarm", "accept" if number % 2 else "reject")
        service.settle()
        if not number % 2:
            service.call("StartCall")
        for method in ("HoldCall", "ResumeCall", "HoldCall", "ResumeCall", "EndCall"):
            service.call(method)

    def ring(self, service, kind, key):
        before = len(service.read())
        self.expect(service, "reminders", "add", kind, "1s", "soak")
        if not service.await_event(lambda event: event["event"] == "ringing" and event["count"] > 0, 20, before):
            return self.fail(f"the {kind} did not ring")
        # Pressed again as a person would, where it came before the service knew the notification's number.
        for _ in range(20):
            self.notifications.press(key)
            if service.await_event(lambda event: event["event"] == "ringSettled", 1, before):
                return
        self.fail(f"the {kind} rang on")

    def compare(self, samples, began, seconds):
        """The second quarter of the time with the last one."""
        def part(first, last):
            return [s for s in samples if first <= (s["time"] - began) / seconds < last]
        early, late = part(0.25, 0.5), part(0.75, 2)
        if len(early) < 2 or len(late) < 2:
            return print("too short to compare")
        growth = {key: statistics.median(s[key] for s in late) - statistics.median(s[key] for s in early)
                  for key in ("anonymous", "files", "threads")}
        first, last = early[0], late[-1]
        passed = last["time"] - first["time"]
        print(f"growth: {growth['anonymous']:+.0f} KiB, {growth['files']:+.0f} files, {growth['threads']:+.0f} threads")
        print(f"at work: {(last['wakeups'] - first['wakeups']) / passed:.0f} wake-ups per second, "
              f"{100 * (last['seconds'] - first['seconds']) / passed:.1f} % of a core")
        if growth["anonymous"] > GROWTH_LIMIT_KIB:
            self.fail(f"memory grew by {growth['anonymous']:.0f} KiB")
        if growth["files"] > 0:
            self.fail(f"{growth['files']:.0f} more files stay open")

    def rest(self, service):
        """Half a minute in which nothing happens but the wait for the wake word."""
        time.sleep(5)
        first = service.sample()
        time.sleep(30)
        last = service.sample()
        passed = last["time"] - first["time"]
        print(f"at rest, with the wake word: {(last['wakeups'] - first['wakeups']) / passed:.0f} wake-ups per second, "
              f"{100 * (last['seconds'] - first['seconds']) / passed:.2f} % of a core, "
              f"{last['pss'] / 1024:.0f} MiB (PSS), {last['files']} files")

    def run(self, minutes, simulated):
        for key, value in SETTINGS.items():
            subprocess.run([PROGRAM, "config", "set", key, value], check=True, stdout=subprocess.DEVNULL)
        if simulated:
            self.simulate(simulated)
        if minutes:
            self.work(minutes)
        print(f"failures: {len(self.failures)}")
        return 1 if self.failures else 0


sys.exit(Soak().run(float(sys.argv[1]), float(sys.argv[2])))
