# SPDX-License-Identifier: GPL-3.0-or-later
# Makes valid calendars by a grammar (RFC 5545): an event or a series, with what belongs to it, and its time zones.
import datetime as dt
import random
import zoneinfo

from dateutil import rrule as dateutil_rrule

DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
SYSTEM = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Asia/Kathmandu", "Europe/London",
          "America/Santiago", "Pacific/Auckland"]
WINDOWS = {"W. Europe Standard Time": "Europe/Berlin", "Eastern Standard Time": "America/New_York",
           "Tokyo Standard Time": "Asia/Tokyo", "India Standard Time": "Asia/Kolkata",
           "AUS Eastern Standard Time": "Australia/Sydney", "GMT Standard Time": "Europe/London",
           "Pacific Standard Time": "America/Los_Angeles", "Romance Standard Time": "Europe/Paris",
           "Newfoundland Standard Time": "America/St_Johns"}
# What Outlook writes beside such a name: rules since 1601.
OUTLOOK = """BEGIN:VTIMEZONE
TZID:{name}
BEGIN:STANDARD
DTSTART:16011028T030000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010325T020000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
END:DAYLIGHT
END:VTIMEZONE
"""
# Clock changes around which times are missing or come twice, in the zones above.
CHANGES = [dt.date(2025, 3, 30), dt.date(2025, 10, 26), dt.date(2025, 3, 9), dt.date(2025, 11, 2),
           dt.date(2026, 3, 29), dt.date(2026, 10, 25), dt.date(2026, 3, 8), dt.date(2026, 11, 1),
           dt.date(2025, 4, 6), dt.date(2025, 10, 5), dt.date(2025, 9, 28), dt.date(2026, 4, 5)]


class Calendar:
    """A calendar under construction. `kinds` names what is special in it."""

    def __init__(self, picks):
        self.picks = picks
        self.kinds = []
        self.zone = None
        self.wall = dt.timezone.utc
        self.zones = ""
        self.events = []
        self.titles = 0
        self.times = []
        # Those near which something changes.
        self.special = []

    def chance(self, share):
        return self.picks.random() < share

    def kind(self, name):
        if name not in self.kinds:
            self.kinds.append(name)

    # Times

    def choose_zone(self):
        which = self.picks.random()
        if which < 0.2:
            self.zone = "UTC"
        elif which < 0.3:
            self.zone = None
        elif which < 0.7:
            self.zone = self.picks.choice(SYSTEM)
            self.wall = zoneinfo.ZoneInfo(self.zone)
        elif which < 0.82:
            self.zone = self.picks.choice(sorted(WINDOWS))
            self.wall = zoneinfo.ZoneInfo(WINDOWS[self.zone])
            self.kind("windows zone")
        elif which < 0.91:
            self.zone = "W. Europe Standard Time"
            self.wall = zoneinfo.ZoneInfo("Europe/Berlin")
            self.zones = OUTLOOK.format(name=self.zone)
            self.kind("windows zone with VTIMEZONE")
        else:
            self.zone = "Customized Time Zone"
            self.wall = zoneinfo.ZoneInfo("Europe/Berlin")
            self.zones = OUTLOOK.format(name=self.zone)
            self.kind("own zone")

    def time(self, name, *times, parameters="", form=None):
        """A property with times: local in the zone of the calendar, in UTC, or as dates."""
        form = form or ("date" if self.is_date else "local")
        if form == "date":
            texts = [f"{t:%Y%m%d}" for t in times]
            return f"{name};VALUE=DATE{parameters}:{','.join(texts)}"
        if form == "utc" or self.zone == "UTC":
            texts = [f"{self.utc(t):%Y%m%dT%H%M%SZ}" for t in times]
            return f"{name}{parameters}:{','.join(texts)}"
        texts = [f"{t:%Y%m%dT%H%M%S}" for t in times]
        zone = f";TZID={self.zone}" if self.zone else ""
        return f"{name}{zone}{parameters}:{','.join(texts)}"

    def utc(self, time):
        return time.replace(tzinfo=self.wall).astimezone(dt.timezone.utc)

    # Rules

    def some(self, values, most=3):
        return sorted(self.picks.sample(list(values), self.picks.randint(1, min(most, len(values)))))

    def rule(self):
        """The parts of a rule without its end."""
        p, parts = self.picks, {}
        frequency = p.choices(["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY"],
                              [24, 24, 22, 18, 6, 4, 2])[0]
        parts["FREQ"] = frequency
        if self.is_date and frequency in ("HOURLY", "MINUTELY", "SECONDLY"):
            parts["FREQ"] = frequency = "DAILY"
        if self.chance(0.35):
            parts["INTERVAL"] = str(p.randint(2, 5))
        if frequency == "MINUTELY":
            parts["INTERVAL"] = str(p.choice([20, 45, 90, 600]))
        if frequency == "SECONDLY":
            parts["INTERVAL"] = str(p.choice([1800, 5400, 40000]))
        days = ",".join(self.some_days())
        signed = ",".join(str(n) for n in self.some([1, 2, 5, 10, 13, 15, 28, 29, 30, 31, -1, -2, -7]))
        months = ",".join(str(n) for n in self.some(range(1, 13)))
        if frequency == "YEARLY":
            shape = p.choice(["plain", "month", "weekno", "weekno", "yearday", "yearday", "monthday", "day", "nth", "nth month",
                              "monthday nth", "day month", "weekno month", "yearday day", "monthday day"])
            if "weekno" in shape:
                parts["BYWEEKNO"] = ",".join(str(n) for n in self.some([1, 2, 5, 10, 20, 26, 30, 40, 51, 52, 53, -1, -2, -53]))
                if self.chance(0.8):
                    parts["BYDAY"] = days
                self.kind("BYWEEKNO")
            if "yearday" in shape:
                parts["BYYEARDAY"] = ",".join(str(n) for n in self.some([1, 60, 100, 200, 300, 365, 366, -1, -10, -100, -366]))
                self.kind("BYYEARDAY")
            if "monthday" in shape:
                parts["BYMONTHDAY"] = signed
            if "month" in shape.split():
                parts["BYMONTH"] = months
            if "day" in shape.split():
                parts["BYDAY"] = days
            if "nth" in shape.split():
                numbers = [1, 2, 3, -1, -2] if "month" in shape.split() else [1, 10, 20, 53, -1, -20]
                parts["BYDAY"] = ",".join(f"{p.choice(numbers)}{d}" for d in self.some(DAYS, 2))
        elif frequency == "MONTHLY":
            shape = p.choice(["plain", "monthday", "day", "nth", "monthday day", "month", "monthday month"])
            if "monthday" in shape:
                parts["BYMONTHDAY"] = signed
            if "day" in shape.split():
                parts["BYDAY"] = days
            if shape == "nth":
                parts["BYDAY"] = ",".join(f"{p.choice([1, 2, 3, 4, -1, -2])}{d}" for d in self.some(DAYS, 2))
            if "month" in shape.split():
                parts["BYMONTH"] = months
        elif frequency == "WEEKLY":
            if self.chance(0.7):
                parts["BYDAY"] = days
            if self.chance(0.2):
                parts["BYMONTH"] = months
        else:
            if self.chance(0.3):
                parts["BYDAY"] = days
            if self.chance(0.2):
                parts["BYMONTH"] = months
            if self.chance(0.2):
                parts["BYMONTHDAY"] = signed
            if frequency == "HOURLY" and self.chance(0.3):
                parts["BYYEARDAY"] = "1,60,100,101,102,200,-1,-100"
                self.kind("BYYEARDAY")
        if self.chance(0.25):
            parts["WKST"] = p.choice(DAYS)
        if not self.is_date:
            if self.chance(0.22) and frequency != "SECONDLY":
                parts["BYHOUR"] = ",".join(str(n) for n in self.some(range(0, 24)))
                self.kind("BYHOUR")
            if self.chance(0.12) and frequency != "SECONDLY":
                parts["BYMINUTE"] = ",".join(str(n) for n in self.some([0, 10, 15, 30, 45, 59]))
                self.kind("BYMINUTE")
            if self.chance(0.04):
                parts["BYSECOND"] = ",".join(str(n) for n in self.some([0, 20, 40]))
                self.kind("BYSECOND")
        # A week of a rule may begin before its series, where positions would be counted in a part of it.
        if len([n for n in parts if n.startswith("BY")]) > 0 and self.chance(0.2) and frequency != "WEEKLY":
            # Without an end to the search, dateutil looks until the year 9999 for what a small set does not have.
            positions = [1, 2, 3, -1, -2] if frequency in ("YEARLY", "MONTHLY") else [1, -1]
            parts["BYSETPOS"] = ",".join(str(n) for n in self.some(positions, 2))
            self.kind("BYSETPOS")
        if frequency in ("HOURLY", "MINUTELY", "SECONDLY"):
            self.kind(frequency)
        return parts

    def some_days(self):
        return [DAYS[n] for n in self.some(range(7), 3)]

    @staticmethod
    def text(parts):
        return ";".join(f"{name}={value}" for name, value in parts.items())

    def limited(self, parts, start):
        """A rule with an end."""
        often = parts["FREQ"] in ("HOURLY", "MINUTELY", "SECONDLY")
        end = start + dt.timedelta(days=60) if often else dt.datetime(2029, 1, 1)
        return self.text(parts) + f";UNTIL={end:%Y%m%dT%H%M%S}"

    def occurrences(self, parts, start, most=400):
        found = []
        for time in dateutil_rrule.rrulestr(self.limited(parts, start), dtstart=start):
            if len(found) >= most:
                break
            found.append(time)
        return found

    def synchronized(self):
        """A rule, and a start that it yields."""
        for _ in range(200):
            kinds = list(self.kinds)
            start, parts = self.start(), self.rule()
            for _ in range(3):
                try:
                    first = next(iter(dateutil_rrule.rrulestr(self.limited(parts, start), dtstart=start)), None)
                except (ValueError, TypeError):
                    first = None
                if first is None or first.year > 2027:
                    break
                if first == start:
                    return parts, start
                start = first
            self.kinds = kinds
        raise AssertionError("no rule yields its start")

    def start(self):
        day = dt.date(2024, 1, 1) + dt.timedelta(days=self.picks.randrange(900))
        if self.near_change:
            day = self.picks.choice(CHANGES) - dt.timedelta(days=self.picks.choice([0, 0, 1, 7]))
        if self.is_date:
            return dt.datetime(day.year, day.month, day.day)
        hours = [1, 2, 2, 3, 23] if self.near_change else range(24)
        return dt.datetime(day.year, day.month, day.day, self.picks.choice(hours), self.picks.choice([0, 0, 15, 30, 45]))

    def ending(self, parts, start):
        """COUNT, UNTIL in one of its forms, or neither; the times up to that."""
        which = self.picks.random()
        times = self.occurrences(parts, start)
        rare = parts["FREQ"] in ("HOURLY", "MINUTELY", "SECONDLY")
        if which < 0.3 or rare and which < 0.6:
            parts["COUNT"] = str(self.picks.randint(1, 40))
        elif (which < 0.6 or rare) and times:
            last = self.picks.choice(times[:60])
            if self.is_date:
                parts["UNTIL"] = f"{last:%Y%m%d}"
                if self.chance(0.3):
                    parts["UNTIL"] = f"{last:%Y%m%d}T{self.picks.choice(['000000', '235959', '120000'])}Z"
                    self.kind("UNTIL in UTC for dates")
            elif self.zone is None:
                parts["UNTIL"] = f"{last:%Y%m%dT%H%M%S}"
            else:
                off = self.picks.choice([0, 0, 1, -1, 3600])
                parts["UNTIL"] = f"{self.utc(last) + dt.timedelta(seconds=off):%Y%m%dT%H%M%SZ}"
                self.kind("UNTIL in UTC")
            times = times[: times.index(last) + 1]
        return times[: int(parts.get("COUNT", 400))] or [start]

    # Events

    def title(self):
        self.titles += 1
        return f"SUMMARY:e{self.titles}"

    def length(self, start):
        if self.is_date:
            days = self.picks.choice([1, 1, 2, 7])
            which = self.picks.random()
            if which < 0.3:
                return []
            if which < 0.5:
                self.kind("DURATION")
                return [f"DURATION:P{days}D"]
            return [self.time("DTEND", start + dt.timedelta(days=days))]
        minutes = self.picks.choice([0, 15, 30, 60, 90, 480, 1440, 2000])
        which = self.picks.random()
        if which < 0.1:
            return []
        if which < 0.35:
            self.kind("DURATION")
            texts = {0: "PT0S", 15: "PT15M", 30: "PT1800S", 60: "PT1H", 90: "PT1H30M", 480: "PT8H", 1440: "P1D",
                     2000: "P1DT9H20M"}
            return [f"DURATION:{texts[minutes]}"]
        end = start + dt.timedelta(minutes=minutes)
        if self.utc(end) < self.utc(start):
            return []
        return [self.time("DTEND", end)]

    def add(self, lines):
        self.events.append("BEGIN:VEVENT\n" + "\n".join(lines) + "\nDTSTAMP:20240101T000000Z\nEND:VEVENT\n")

    def series(self, uid):
        self.is_date = self.chance(0.25)
        self.near_change = not self.is_date and self.chance(0.25)
        if self.near_change:
            self.kind("clock change")
        parts, start = self.synchronized()
        rules = [parts]
        times = self.ending(parts, start)
        if self.chance(0.08) and "COUNT" not in parts:
            second = {"FREQ": "WEEKLY", "BYDAY": ",".join(self.some_days())}
            if self.chance(0.5):
                second = {"FREQ": "MONTHLY", "BYMONTHDAY": "1,15"}
            if "UNTIL" in parts:
                second["UNTIL"] = parts["UNTIL"]
            rules.append(second)
            self.kind("second RRULE")
        lines = [f"UID:{uid}", self.title(), self.time("DTSTART", start)]
        lines += self.length(start) + ["RRULE:" + self.text(r) for r in rules]
        extra = []
        if self.chance(0.25):
            for _ in range(self.picks.randint(1, 2)):
                day = self.picks.choice(times[:80]) + dt.timedelta(days=self.picks.randint(0, 3), hours=0 if self.is_date else 2)
                extra.append(day)
            if not self.is_date and self.chance(0.5):
                # Periods of a series in local time are in local time, too.
                convert, end = (lambda t: t, "") if self.zone is None else (self.utc, "Z")
                period = [f"{convert(t):%Y%m%dT%H%M%S}{end}/" + self.picks.choice(
                    ["PT20M", f"{convert(t) + dt.timedelta(minutes=50):%Y%m%dT%H%M%S}{end}"]) for t in extra]
                lines.append("RDATE;VALUE=PERIOD:" + ",".join(period))
                self.kind("RDATE;VALUE=PERIOD")
            else:
                lines.append(self.time("RDATE", *extra))
                self.kind("RDATE")
        gone = []
        if self.chance(0.35):
            gone = self.picks.sample(times[:60], min(len(times[:60]), self.picks.randint(1, 3)))
            form = None
            if self.chance(0.35):
                form = "local" if self.is_date and self.zone not in ("UTC",) else "date"
                self.kind("EXDATE of the other kind")
                if self.is_date:
                    form = self.picks.choice(["floating", "z"])
            elif not self.is_date and self.zone is not None and self.chance(0.3):
                form = "utc"
            if form in ("floating", "z"):
                end = "Z" if form == "z" else ""
                lines.append("EXDATE:" + ",".join(f"{t:%Y%m%dT000000}{end}" for t in gone))
            else:
                lines.append(self.time("EXDATE", *gone, form=form))
            self.kind("EXDATE")
        sequence = self.picks.randint(0, 3)
        if self.chance(0.3):
            lines.append(f"SEQUENCE:{sequence}")
        self.add(lines)
        left = [t for t in times[:60] if t not in gone]
        if self.chance(0.35) and left:
            changed = sorted(self.picks.sample(left, min(len(left), self.picks.randint(1, 2))))
            for number, old in enumerate(changed):
                # A change of all that follow, when its day is one of the series.
                is_range = number == 0 and self.chance(0.35) and not self.is_date
                shift = dt.timedelta(days=self.picks.choice([0, 1, 1, -1, 3]),
                                     minutes=0 if self.is_date else self.picks.choice([0, 60, -30, 150]))
                form = None
                if not is_range and self.chance(0.2):
                    form = "date" if not self.is_date else None
                    if form:
                        self.kind("RECURRENCE-ID of the other kind")
                elif not self.is_date and self.zone is not None and self.chance(0.2):
                    form = "utc"
                new = old + shift
                self.special += [old, new]
                more = [f"UID:{uid}", self.title(), self.time("DTSTART", new)] + self.length(new)
                more.append(self.time("RECURRENCE-ID", old, form=form,
                                      parameters=";RANGE=THISANDFUTURE" if is_range else ""))
                if self.chance(0.3):
                    more.append(f"SEQUENCE:{sequence + self.picks.choice([0, 1])}")
                self.kind("RANGE=THISANDFUTURE" if is_range else "RECURRENCE-ID")
                self.add(more)
        if self.chance(0.08):
            self.kind("SEQUENCE")
            new = start + dt.timedelta(hours=0 if self.is_date else 1)
            self.events.insert(self.picks.choice([0, len(self.events)]), "BEGIN:VEVENT\n" + "\n".join(
                [f"UID:{uid}", self.title(), self.time("DTSTART", new), f"SEQUENCE:{sequence + 4}", "RRULE:FREQ=DAILY;COUNT=9",
                 "DTSTAMP:20240101T000000Z"])
                + "\nEND:VEVENT\n")
        self.times = times
        self.special += extra + gone

    def single(self, uid):
        self.is_date = self.chance(0.3)
        self.near_change = not self.is_date and self.chance(0.5)
        if self.near_change:
            self.kind("clock change")
        start = self.start()
        self.add([f"UID:{uid}", self.title(), self.time("DTSTART", start)] + self.length(start))
        self.times = [start]

    def text_of_all(self):
        head = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//jarvis//calendar-check//EN\n"
        return head + self.zones + "".join(self.events) + "END:VCALENDAR\n"

    def period(self):
        """The first day of a period, and its number of days."""
        times = self.special if self.special and self.chance(0.4) else self.times[:120]
        day = self.picks.choice(times).date() + dt.timedelta(days=self.picks.choice([0, 0, 0, 0, 0, 1, -1, -3]))
        if self.chance(0.1):
            day = dt.date(2024, 1, 1) + dt.timedelta(days=self.picks.randrange(1300))
        return day, self.picks.choice([1, 1, 1, 7, 31, 100])


def make(number, seed):
    calendar = Calendar(random.Random(seed * 1_000_003 + number))
    calendar.choose_zone()
    if calendar.chance(0.06):
        calendar.single("one@example")
    else:
        calendar.series("one@example")
    return calendar
