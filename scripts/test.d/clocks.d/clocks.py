# SPDX-License-Identifier: GPL-3.0-or-later
"""A real program whose time zone and clock change. Run by scripts/test.d/clocks, in a mount namespace.

usage: clocks.py PROGRAM FOLDER
"""
import datetime
import json
import os
import re
import subprocess
import sys
import time
import zoneinfo

PROGRAM, FOLDER = sys.argv[1:]
EVENTS, OFFSET = FOLDER + "/events.jsonl", FOLDER + "/offset"
YEAR = 365 * 86_400
# What comes within a minute by itself comes within two on a busy machine.
LIMIT_SECONDS = 120


class Computer:
    def __init__(self):
        self.failures, self.service = 0, None
        self.environment = os.environ | {
            "LD_PRELOAD": FOLDER + "/wall_clock.so", "WALL_CLOCK_OFFSET": OFFSET}
        self.set_clock(0)

    def check(self, deed, is_right, found=""):
        print(f"{'ok' if is_right else 'FAILED':6} {deed}{': ' + str(found) if found else ''}", flush=True)
        self.failures += 0 if is_right else 1

    def start(self):
        start = len(self.events())
        with open(FOLDER + "/service.log", "a") as log:
            self.service = subprocess.Popen(
                [PROGRAM, "--service", "--events", EVENTS], env=self.environment, stdout=log, stderr=log)
        event, _ = self.await_event(lambda event: event["event"] == "service", start)
        self.check("the program runs", event)

    def stop(self):
        self.service.terminate()
        self.service.wait()

    def command(self, *arguments):
        result = subprocess.run(
            [PROGRAM, *arguments], env=self.environment, capture_output=True, text=True, check=False)
        if result.returncode:
            self.check(" ".join(arguments), False, result.stderr.strip())
        return result.stdout.strip()

    def pending(self):
        return json.loads(self.command("reminders", "list", "--json"))

    def move_to(self, zone):
        # As timedatectl does it.
        os.symlink("/usr/share/zoneinfo/" + zone, "/etc/localtime.new")
        os.rename("/etc/localtime.new", "/etc/localtime")

    def set_clock(self, seconds):
        """Where there is a file already, it is changed in place: programs have it mapped."""
        with open(OFFSET, "r+b" if os.path.exists(OFFSET) else "wb") as file:
            file.write(seconds.to_bytes(8, sys.byteorder, signed=True) + bytes(8))

    def events(self):
        if not os.path.exists(EVENTS):
            return []
        with open(EVENTS, encoding="utf-8") as file:
            return [json.loads(line) for line in file if line.endswith("\n")]

    def await_event(self, condition, start, limit=LIMIT_SECONDS):
        """The event, and when it was seen on a clock that stands apart from the program's."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            for event in self.events()[start:]:
                if condition(event):
                    return event, time.monotonic()
            time.sleep(0.05)
        return None, None

    def rings(self, text, start):
        return self.await_event(
            lambda event: event["event"] == "saved" and event.get("kind") == "reminder" and text in event["text"],
            start)

    @staticmethod
    def minutes(answer):
        """Of "Your timer has 29 minutes and 3 seconds left."; −1 where it has hours or days."""
        found = re.search(r"has (\d+) minutes[^,]* left", answer)
        return int(found[1]) if found else -1

    def another_zone(self):
        """An alarm for a time that Tokyo reaches in a minute, and Berlin hours later."""
        self.move_to("Europe/Berlin")
        self.start()
        tokyo = datetime.datetime.now(zoneinfo.ZoneInfo("Asia/Tokyo"))
        due = (tokyo + datetime.timedelta(seconds=80)).replace(second=0, microsecond=0)
        wanted = due.strftime("%H:%M")
        start = len(self.events())
        self.command("reminders", "add", "alarm", wanted, "zone")
        set_at = time.monotonic()
        self.command("reminders", "add", "timer", "100s", "eggs")
        answer = self.command("ask", "how long until my alarm")
        self.check("in Berlin the alarm is hours away", "hours" in answer, answer)
        self.move_to("Asia/Tokyo")
        answer = self.command("ask", "how long until my alarm")
        self.check("in Tokyo it is near", "hour" not in answer and "rings in" in answer, answer)
        listed = [line for line in self.command("reminders", "list").splitlines() if "zone" in line]
        self.check("it is listed for the same time", listed and wanted in listed[0], listed)
        event, _ = self.rings("zone", start)
        late = (datetime.datetime.now(datetime.timezone.utc) - due).total_seconds()
        self.check("it rings at that time in Tokyo", event and -0.5 < late < 5, f"{late:.1f} s late, {event}")
        self.command("reminders", "stop")
        event, seen = self.rings("eggs", start)
        passed = (seen or 0) - set_at
        self.check("the timer rings after its 100 seconds", event and 99 < passed < 106, f"{passed:.1f} s")
        self.command("reminders", "stop")
        self.check("and nothing is left", self.pending() == [], self.pending())

    def another_time(self):
        """The clock is set back by a year, and then right again, with a timer and an alarm for tomorrow."""
        start = len(self.events())
        self.command("ask", "wake me every day at 7 am")
        before = self.command("ask", "how long until my alarm")
        set_at = time.monotonic()
        self.command("reminders", "add", "timer", "90s", "rice")
        self.set_clock(-YEAR)
        answer = self.command("ask", "how long until the timer is done")
        self.check("a year back the timer has its minutes", "minute" in answer and "day" not in answer, answer)
        answer = self.command("ask", "how long until my alarm")
        self.check("and the alarm rings within a day", "rings in" in answer and "day" not in answer.split(",")[0],
                   f"{before} {answer}")
        event, seen = self.rings("rice", start)
        passed = (seen or 0) - set_at
        self.check("the timer rings after its 90 seconds", event and 89 < passed < 96, f"{passed:.1f} s")
        self.command("reminders", "stop")
        self.command("reminders", "add", "timer", "30m", "bread")
        self.stop()
        start = len(self.events())
        self.start()
        answer = self.command("ask", "how long until the timer is done")
        self.check("started again, the program knows it", self.minutes(answer) in range(25, 31), answer)
        self.set_clock(0)
        answer = self.command("ask", "how long until the timer is done")
        self.check("and when the clock is right again", self.minutes(answer) in range(25, 31), answer)
        # The next look, within a minute, must tell of nothing that has not been missed.
        time.sleep(65)
        told = [event["text"] for event in self.events()[start:]
                if event["event"] == "saved" and event.get("kind") == "reminder"]
        self.check("it tells of nothing", not told, told)
        answer = self.command("ask", "how long until my alarm")
        self.check("which rings within a day", "rings in" in answer and "day" not in answer.split(",")[0], answer)
        self.stop()


computer = Computer()
try:
    computer.another_zone()
    computer.another_time()
finally:
    if computer.service and computer.service.poll() is None:
        computer.stop()
sys.exit(1 if computer.failures else 0)
