# SPDX-License-Identifier: GPL-3.0-or-later
# Differences in which JARVIS keeps to the standard, or to what people mean, and the package does not.
import datetime as dt
import re


def local_days(text, name):
    return {found for line in re.findall(rf"^{name};VALUE=DATE:(\S+)", text, re.M) for found in line.split(",")}


def confused(text, one, calendar):
    """Whether an occurrence has the same figures in UTC as an exception of another one has in local time, or the reverse."""
    utc = dt.datetime.fromtimestamp(one[1], dt.timezone.utc)
    local = utc.astimezone(calendar.wall).replace(tzinfo=None)
    utc = utc.replace(tzinfo=None)
    for line in re.findall(r"^((?:EXDATE|RECURRENCE-ID|RDATE;VALUE=PERIOD)[^:\n]*):(\S+)", text, re.M):
        for value in re.split("[,]", line[1]):
            time = value.split("/")[0]
            if "T" not in time:
                # A day is also taken for its midnight in UTC.
                if dt.datetime.strptime(time, "%Y%m%d") == utc:
                    return True
                continue
            naive = dt.datetime.strptime(time.rstrip("Z"), "%Y%m%dT%H%M%S")
            if naive == (local if time.endswith("Z") else utc):
                return True
            if not time.endswith("Z") and calendar.utc(naive).replace(tzinfo=None) == local:
                return True
    return False


def reason(text, missing, added, home, calendar):
    """Why a difference is right, or None."""
    day = lambda time: f"{dt.datetime.fromtimestamp(time, home):%Y%m%d}"
    is_date = "DTSTART;VALUE=DATE:" in text
    replaced = local_days(text, "RECURRENCE-ID")
    if replaced and not is_date and not added:
        near = {f"{dt.datetime.strptime(d, '%Y%m%d') + dt.timedelta(days=n):%Y%m%d}" for d in replaced for n in (-1, 0, 1)}
        if all(day(one[1]) in near for one in missing):
            return "RECURRENCE-ID as a date names that day's occurrence; the package shows the old one beside the new one"
    if re.search(r"BYWEEKNO", text) and "BYDAY" not in text.split("BYWEEKNO")[1].splitlines()[0] and not added:
        return "BYWEEKNO without BYDAY means the weekday of DTSTART (RFC 5545, 3.3.10), not the whole week"
    if added and all(confused(text, one, calendar) for one in added) and {one[:2] for one in missing} <= {
            one[:2] for one in added}:
        return "the package takes local times for times in UTC, too, and hits another occurrence of the same day"
    ends = {one[:2] + one[3:]: one[2] for one in added}
    pairs = [(one, ends.get(one[:2] + one[3:])) for one in missing]
    if len(missing) == len(added) and all(end is not None for _, end in pairs):
        # Only ends differ, by the hour that a clock was changed by.
        if all(abs(one[2] - end) in (1800, 3600) for one, end in pairs):
            if re.search(r"^DURATION:P\S*T|RDATE;VALUE=PERIOD\S*/P", text, re.M):
                return "hours of a DURATION are exact when the clock changes (RFC 5545, 3.3.6)"
            return "an occurrence that starts in a skipped hour keeps its length (RFC 5545, 3.3.5)"
    return None
