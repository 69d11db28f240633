# SPDX-License-Identifier: GPL-3.0-or-later
# Reads generated calendars with recurring-ical-events and with JARVIS, and prints where they differ.
import argparse
import collections
import datetime as dt
import json
import os
import pathlib
import shlex
import subprocess
import tempfile
import warnings
import zoneinfo

import icalendar
import recurring_ical_events

import calendars
import explained

# Where the user is: local times and whole days are in this zone.
HOME = zoneinfo.ZoneInfo("Europe/Berlin")


def instant(time):
    if not isinstance(time, dt.datetime):
        time = dt.datetime(time.year, time.month, time.day)
    if time.tzinfo is None:
        time = time.replace(tzinfo=HOME)
    return int(time.timestamp())


def expected(text, start, end):
    """What the package finds in a period. It is asked for more, so that only JARVIS's own rule decides what touches it."""
    calendar = icalendar.Calendar.from_ical(text)
    margin = dt.timedelta(days=3)
    first, last = (dt.datetime.fromtimestamp(t, dt.timezone.utc) for t in (start, end))
    found = set()
    for event in recurring_ical_events.of(calendar).between(first - margin, last + margin):
        if event.get("STATUS", "") == "CANCELLED":
            continue
        begin, finish = event["DTSTART"].dt, event["DTEND"].dt
        is_date = not isinstance(begin, dt.datetime)
        begin, finish = instant(begin), instant(finish)
        if begin < end and (finish > start or begin == finish and begin >= start):
            found.add((str(event["SUMMARY"]), begin, finish, is_date))
    return found


def shortened(text):
    """A calendar without the lines that are in each of them."""
    return [line for line in text.splitlines() if not line.startswith(("BEGIN:V", "END:V", "VERSION", "PRODID", "DTSTAMP"))
            and not (line.startswith("UID"))]


def show(one):
    begin, finish = (dt.datetime.fromtimestamp(t, HOME) for t in one[1:3])
    return f"{one[0]} {begin:%Y-%m-%d %H:%M:%S}…{finish:%m-%d %H:%M}{' all day' if one[3] else ''}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--reader", required=True)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--count", type=int, default=800)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    warnings.filterwarnings("ignore")
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        cases = []
        for number in range(options.count):
            calendar = calendars.make(number, options.seed)
            path = folder / f"{number}.ics"
            path.write_text(calendar.text_of_all().replace("\n", "\r\n"), newline="")
            day, days = calendar.period()
            start, end = (instant(day + dt.timedelta(days=n)) for n in (0, days))
            cases.append((number, calendar, path, start, end))
        lines = "".join(f"{path}\t{start}\t{end}\n" for _, _, path, start, end in cases)
        result = subprocess.run(shlex.split(options.reader), input=lines, capture_output=True, text=True, check=True,
                                env=os.environ | {"TZ": str(HOME)})
        readings = [json.loads(line) for line in result.stdout.splitlines()]
        assert len(readings) == len(cases), f"{len(readings)} readings of {len(cases)} calendars: {result.stderr}"
    raise SystemExit(report(cases, readings, options))


def report(cases, readings, options):
    counts, by_kind, filled = collections.Counter(), collections.defaultdict(collections.Counter), 0
    for (number, calendar, _, start, end), reading in zip(cases, readings):
        text = calendar.text_of_all()
        found = {tuple(one[:4]) for one in reading["found"]}
        wanted = expected(text, start, end)
        filled += bool(wanted)
        missing, added = wanted - found, found - wanted
        reason = None
        verdict = "right"
        if missing or added:
            reason = explained.reason(text, missing, added, HOME, calendar)
            verdict = "explained" if reason else "told" if reading["faults"] else "wrong"
        elif reading["faults"]:
            verdict = "needless fault"
        counts[verdict] += 1
        for kind in calendar.kinds or ["plain"]:
            by_kind[kind][verdict] += 1
        if verdict == "right" or verdict == "explained" and not options.list:
            continue
        print(f"{verdict} {number} ({', '.join(calendar.kinds)}){' ' + reason if reason else ''}")
        print("    " + "\n    ".join(shortened(text)))
        for name, some in (("missing", missing), ("added", added)):
            for one in sorted(some, key=lambda one: one[1])[:3]:
                print(f"  {name} {show(one)}")
        for fault in reading["faults"]:
            print(f"  fault {fault}")
    print(f"\n== {len(cases)} calendars, {filled} of them with something in the period ==")
    for verdict in ("right", "explained", "told", "needless fault", "wrong"):
        print(f"{verdict:>15} {counts[verdict]:5}")
    for kind, some in sorted(by_kind.items()):
        print(f"     {kind}: " + ", ".join(f"{n} {verdict}" for verdict, n in sorted(some.items())))
    return 1 if counts["wrong"] or counts["told"] or counts["needless fault"] else 0


main()
