# SPDX-License-Identifier: GPL-3.0-or-later
# Makes phrases of numbers, units, times and days, each with its meaning. The meaning comes from the parts that the phrase
# was put together from, never from reading it.
import calendar
import datetime as dt

NOW = dt.datetime(2026, 6, 3, 10, 0)  # a Wednesday
TODAY = NOW.date()
ONES = ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen").split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
ORDINALS = ("zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
            "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth").split()
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = ("January February March April May June July August September October November December").split()
FEASTS = {"Christmas": (12, 25), "Christmas Eve": (12, 24), "Halloween": (10, 31), "Valentine's Day": (2, 14),
          "New Year's Eve": (12, 31), "Boxing Day": (12, 26)}
FRACTIONS = {"a half": .5, "a quarter": .25, "three quarters": .75, "a third": 1 / 3, "two thirds": 2 / 3}
KINDS = {}


def kind(held_out=False, weight=1):
    def keep(make):
        KINDS[make.__name__] = (make, held_out, weight)
        return make
    return keep


# Parts

def words(n, joint=" and "):
    if n < 0:
        return "minus " + words(-n)
    if n < 20:
        return ONES[n]
    if n < 100:
        return TENS[n // 10 - 2] + ("" if n % 10 == 0 else " " + ONES[n % 10])
    if n < 1000:
        return ONES[n // 100] + " hundred" + ("" if n % 100 == 0 else joint + words(n % 100))
    for name, size in (("billion", 10 ** 9), ("million", 10 ** 6), ("thousand", 1000)):
        if n >= size:
            rest = n % size
            middle = joint if 0 < rest < 100 else " "
            return words(n // size) + " " + name + ("" if rest == 0 else middle + words(rest))


def ordinal(n):
    if n < 20:
        return ORDINALS[n]
    tens = TENS[n // 10 - 2]
    return tens[:-1] + "ieth" if n % 10 == 0 else tens + " " + ORDINALS[n % 10]


def suffixed(n):
    return f"{n}{'th' if 10 < n % 100 < 14 else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}"


def number_text(r, n):
    return r.choice([str(n), words(n)])


def number(value, form=None):
    return {"kind": "number", "value": value, "form": form}


def duration(months=0, days=0, seconds=0.0):
    return {"kind": "duration", "months": months, "days": days, "seconds": seconds}


def moment(*instants):
    return {"kind": "moment", "instants": [i.isoformat() for i in instants]}


def at(day, hour=0, minute=0):
    return dt.datetime.combine(day, dt.time(hour, minute))


def day_of(day):
    return moment(at(day))


def coming(weekday):
    return TODAY + dt.timedelta((weekday - TODAY.weekday()) % 7)


def next_date(month, day):
    for year in (TODAY.year, TODAY.year + 1):
        date = dt.date(year, month, day)
        if date >= TODAY:
            return date


def nth(year, month, weekday, n):
    days = [d for d in range(1, calendar.monthrange(year, month)[1] + 1)
            if dt.date(year, month, d).weekday() == weekday]
    return dt.date(year, month, days[n])


def later(date, months):
    total = date.year * 12 + date.month - 1 + months
    year, month = total // 12, total % 12 + 1
    return date.replace(year=year, month=month, day=min(date.day, calendar.monthrange(year, month)[1]))


def easter(year):
    a, b, c = year % 19, year // 100, year % 100
    d, e, g = b // 4, b % 4, (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = c // 4, c % 4
    l = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 19 * l) // 433
    month = (h + l - 7 * m + 90) // 25
    return dt.date(year, month, (h + l - 7 * m + 33 * month + 19) % 32)


def both(hour, minute, day=None):
    """A time whose half of the day was not said: the coming two, or both on a day."""
    hour %= 12
    if day is not None:
        return moment(at(day, hour, minute), at(day, hour + 12, minute))
    times = [at(TODAY + dt.timedelta(n), h, minute) for n in (0, 1) for h in (hour, hour + 12)]
    return moment(*sorted(t for t in times if t > NOW)[:2])


def soon(hour, minute=0):
    time = at(TODAY, hour, minute)
    return time if time > NOW else time + dt.timedelta(1)


def clock(r):
    """A time that is said with its half of the day: (text, hour, minute)."""
    hour, minute = r.randrange(1, 13), r.choice([0, 0, 5, 10, 15, 20, 30, 45, 50])
    pm = r.random() < .5
    base = f"{hour}:{minute:02}" if r.random() < .4 else words(hour) + (
        "" if minute == 0 else " oh five" if minute == 5 else " " + words(minute))
    text = base + " " + r.choice(["pm", "p.m."] if pm else ["am", "a.m."])
    return text, hour % 12 + (12 if pm else 0), minute


def a_day(r):
    """A day: (text, date)."""
    pick = r.randrange(6)
    if pick == 0:
        return "tomorrow", TODAY + dt.timedelta(1)
    if pick == 1:
        n = r.randrange(7)
        return "on " + WEEKDAYS[n], coming(n) if n != TODAY.weekday() else TODAY
    if pick == 2:
        n = r.randrange(7)
        return "next " + WEEKDAYS[n], TODAY + dt.timedelta(7 - TODAY.weekday() + n)
    if pick == 3:
        m, d = r.randrange(1, 13), r.randrange(1, 29)
        return f"on {MONTHS[m - 1]} {r.choice([suffixed(d), str(d), ordinal(d)])}", next_date(m, d)
    if pick == 4:
        name = r.choice(list(FEASTS))
        return "on " + name, next_date(*FEASTS[name])
    m, d = r.randrange(1, 13), r.randrange(1, 29)
    return f"on the {r.choice([suffixed(d), ordinal(d)])} of {MONTHS[m - 1]}", next_date(m, d)


# Numbers

@kind(weight=2)
def cardinals(r):
    n = r.choice([r.randrange(100), r.randrange(1000), r.randrange(10 ** 6), r.randrange(10 ** 7)])
    return words(n, r.choice([" and ", " "])), number(n)


@kind(held_out=True)
def separated(r):
    n = r.randrange(1000, 10 ** 8)
    return f"{n:,}", number(n)


@kind()
def ordinals(r):
    n = r.randrange(1, 100)
    return r.choice([ordinal(n), suffixed(n)]), number(n, "ordinal")


@kind()
def decimals(r):
    whole, digits = r.randrange(0, 60), [r.randrange(10) for _ in range(r.randrange(1, 4))]
    value = float(f"{whole}.{''.join(map(str, digits))}")
    return words(whole) + " point " + " ".join(ONES[d] for d in digits), number(value)


@kind()
def mixed_numbers(r):
    n, (text, value) = r.randrange(1, 20), r.choice(list(FRACTIONS.items()))
    return f"{words(n)} and {text}", number(n + value)


@kind()
def parts_of_scales(r):
    scale, size = r.choice([("million", 10 ** 6), ("billion", 10 ** 9), ("thousand", 1000)])
    text, value = r.choice([("half a", .5), ("a quarter of a", .25), ("three quarters of a", .75), ("half of a", .5)])
    return f"{text} {scale}", number(value * size)


@kind()
def dozens(r):
    text, value = r.choice([("a dozen", 12), ("half a dozen", 6), ("two dozen", 24), ("three dozen", 36),
                            ("a couple", 2), ("a dozen and a half", 18), ("one and a half dozen", 18)])
    return text, number(value)


@kind()
def percents(r):
    n = r.randrange(1, 101)
    return number_text(r, n) + r.choice([" percent", " per cent"]), number(n, "percent")


@kind()
def written_scales(r):
    n = r.randrange(1, 500)
    return f"{n}k", number(n * 1000)


@kind(held_out=True)
def negative_numbers(r):
    n = r.randrange(1, 60)
    return r.choice([f"minus {words(n)}", f"{words(n)} below zero", f"negative {n}", f"-{n}"]), number(-n)


@kind(held_out=True)
def half_figures(r):
    n, (sign, value) = r.randrange(1, 20), r.choice([("½", .5), ("¼", .25), ("¾", .75)])
    return f"{n}{sign}", number(n + value)


@kind(held_out=True)
def scaled_decimals(r):
    n, scale = r.randrange(1, 99), r.choice([("million", 10 ** 6), ("thousand", 1000), ("billion", 10 ** 9)])
    return f"{n / 10} {scale[0]}", number(n / 10 * scale[1])


# Lengths of time and measures

UNITS = [("second", 1), ("minute", 60), ("hour", 3600)]


@kind(weight=2)
def plain_durations(r):
    name, size = r.choice(UNITS)
    n = r.randrange(1, 100)
    return f"{number_text(r, n)} {name}{'' if n == 1 else 's'}", duration(seconds=n * size)


@kind()
def short_durations(r):
    name, size = r.choice([("sec", 1), ("secs", 1), ("min", 60), ("mins", 60), ("hr", 3600), ("hrs", 3600), ("s", 1)])
    n = r.randrange(2, 100)
    return f"{n}{r.choice([' ', ''])}{name}", duration(seconds=n * size)


@kind(weight=2)
def two_units(r):
    h, m = r.randrange(1, 12), r.randrange(1, 60)
    joint = r.choice([" and ", " ", ", "])
    hours = r.choice([f"{words(h)} hour{'s' if h > 1 else ''}", f"{h} hours" if h > 1 else "an hour"])
    return f"{hours}{joint}{number_text(r, m)} minute{'s' if m > 1 else ''}", duration(seconds=h * 3600 + m * 60)


@kind(weight=2)
def bare_second_amounts(r):
    m = r.randrange(1, 60)
    if r.random() < .5:
        h = r.randrange(1, 10)
        text = "an hour" if h == 1 else f"{words(h)} hours"
        return f"{text} and {words(m)}", duration(seconds=h * 3600 + m * 60)
    n = r.randrange(1, 10)
    text = "a minute" if n == 1 else f"{words(n)} minutes"
    m = r.randrange(10, 60)
    return f"{text} {words(m)}", duration(seconds=n * 60 + m)


@kind()
def compact_durations(r):
    h, m = r.randrange(1, 12), r.randrange(10, 60)
    return r.choice([f"{h}h{m}m", f"{h}h {m}min", f"{h} h {m} min"]), duration(seconds=h * 3600 + m * 60)


@kind(weight=2)
def halves_and_quarters(r):
    name, size = r.choice(UNITS[1:])
    article = "an" if name == "hour" else "a"
    text, value = r.choice([
        (f"half {article} {name}", .5), (f"a quarter of {article} {name}", .25),
        (f"three quarters of {article} {name}", .75), (f"{article} {name} and a half", 1.5),
        (f"{article} {name} and a quarter", 1.25), (f"one and a half {name}s", 1.5),
        (f"two and a half {name}s", 2.5), (f"two {name}s and a half", 2.5), (f"three and a quarter {name}s", 3.25),
        (f"half {name}", .5), (f"{article} {name} and three quarters", 1.75)])
    return text, duration(seconds=value * size)


@kind(held_out=True)
def calendar_lengths(r):
    n = r.randrange(1, 15)
    name, months, days = r.choice([("day", 0, 1), ("week", 0, 7), ("month", 1, 0), ("year", 12, 0)])
    text = f"{number_text(r, n)} {name}{'' if n == 1 else 's'}"
    return text, duration(months=months * n, days=days * n)


@kind(held_out=True)
def fancy_durations(r):
    return r.choice([
        ("a fortnight", duration(days=14)), ("two and three quarter hours", duration(seconds=9900)),
        ("half a year", duration(months=6)), ("a year and a half", duration(months=18)),
        ("a couple of hours", duration(seconds=7200)), ("a couple of minutes", duration(seconds=120)),
        ("a week and a day", duration(days=8)), ("a day and a half", duration(days=1, seconds=43200)),
        ("two weeks and three days", duration(days=17)), ("1.5 hours", duration(seconds=5400)),
        ("2h15", duration(seconds=8100)), ("one point five hours", duration(seconds=5400)),
        ("1½ hours", duration(seconds=5400)), ("three quarters of an hour", duration(seconds=2700)),
        ("an hour, five minutes and ten seconds", duration(seconds=3910)), ("a decade", duration(months=120)),
        ("half a minute", duration(seconds=30)), ("90-minute", duration(seconds=5400))])


MEASURES = [("mile", "miles"), ("kilometer", "kilometers"), ("pound", "pounds"), ("gram", "grams"), ("kilogram", "kg"),
            ("liter", "litres"), ("cup", "cups"), ("gallon", "gallons"), ("inch", "inches"), ("foot", "feet"),
            ("meter", "metres"), ("ounce", "ounces"), ("teaspoon", "teaspoons"), ("yard", "yards")]


@kind(weight=2)
def measures(r):
    unit, plural = r.choice(MEASURES)
    n = r.randrange(2, 200)
    if r.random() < .3:
        text, value = r.choice(list(FRACTIONS.items()))
        return f"{words(n)} and {text} {plural}", {"kind": "quantity", "total": n + value, "unit": unit}
    return f"{number_text(r, n)} {plural}", {"kind": "quantity", "total": n, "unit": unit}


@kind()
def feet_and_inches(r):
    f, i = r.randrange(3, 8), r.randrange(1, 12)
    foot = r.choice(["foot", "feet"])
    text = r.choice([f"{words(f)} {foot} {words(i)}", f"{f} {foot} {i} inches", f"{words(f)} {foot} and {words(i)} inches"])
    return text, {"kind": "quantity", "total": f + i / 12, "unit": "foot"}


@kind(held_out=True)
def halved_measures(r):
    unit, plural = r.choice(MEASURES)
    article = "an" if unit[0] in "aeiou" else "a"
    text, value = r.choice([(f"half {article} {unit}", .5), (f"{article} {unit} and a half", 1.5),
                            (f"three quarters of {article} {unit}", .75), (f"{article} quarter of {article} {unit}", .25)])
    return text.replace("an quarter", "a quarter"), {"kind": "quantity", "total": value, "unit": unit}


@kind(held_out=True)
def stones_and_pounds(r):
    a, b = r.randrange(2, 15), r.randrange(1, 14)
    return r.choice([
        (f"{words(a)} stone {words(b)}", {"kind": "quantity", "total": a + b / 14, "unit": "stone"}),
        (f"{a} pounds {b} ounces", {"kind": "quantity", "total": a + b / 16, "unit": "pound"})])


# Times of day

@kind(weight=3)
def clock_times(r):
    text, hour, minute = clock(r)
    return text, moment(soon(hour, minute))


@kind(weight=2)
def hours_past(r):
    hour = r.randrange(1, 13)
    minute = r.choice([5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55])
    if minute <= 30:
        part = {15: "quarter", 30: "half"}.get(minute, words(minute))
        return f"{part} past {words(hour)}", both(hour, minute)
    part = {45: "quarter"}.get(minute, words(60 - minute))
    return f"{part} to {words(hour % 12 + 1)}", both(hour, minute)


@kind()
def half_hours(r):
    hour = r.randrange(1, 13)
    return f"half {words(hour)}", both(hour, 30)


@kind()
def noon_and_midnight(r):
    return r.choice([
        ("noon", moment(soon(12))), ("midnight", moment(at(TODAY + dt.timedelta(1)))), ("midday", moment(soon(12))),
        ("quarter to midnight", moment(soon(23, 45))), ("ten past noon", moment(soon(12, 10))),
        ("half past midnight", moment(soon(0, 30))), ("five to noon", moment(soon(11, 55))),
        ("twenty past midnight", moment(soon(0, 20)))])


@kind()
def parts_of_day(r):
    hour = r.randrange(1, 12)
    text, late = r.choice([("in the morning", False), ("in the evening", True), ("in the afternoon", True)])
    return f"{r.choice([words(hour), str(hour)])} {text}", moment(soon(hour + (12 if late else 0)))


@kind(held_out=True)
def full_clocks(r):
    hour, minute = r.randrange(13, 24), r.randrange(60)
    return r.choice([f"{hour}:{minute:02}", f"{hour}{minute:02}"]), moment(soon(hour, minute))


@kind(held_out=True)
def spoken_clocks(r):
    hour, minute = r.randrange(1, 13), r.choice([10, 15, 25, 30, 40, 45, 55])
    return r.choice([
        (f"{words(hour)} o'clock", both(hour, 0)), (f"{hour}:{minute}", both(hour, minute)),
        (f"at {words(hour)} {words(minute)}", both(hour, minute)),
        (f"quarter of {words(hour % 12 + 1)}", both(hour, 45)),
        (f"{words(hour)} oh five", both(hour, 5)), ("17h30", moment(soon(17, 30))),
        ("fourteen hundred hours", moment(soon(14))), ("oh six thirty", moment(soon(6, 30)))])


# Days

@kind(weight=3)
def single_days(r):
    text, day = a_day(r)
    return text, day_of(day)


@kind(weight=2)
def days_with_years(r):
    year, month, day = r.randrange(1950, 2060), r.randrange(1, 13), r.randrange(1, 29)
    said = r.choice([str(year), f"twenty {words(year - 2000)}" if year > 2009 else str(year)])
    name = MONTHS[month - 1]
    text = r.choice([f"{name} {suffixed(day)} {said}", f"{name} {ordinal(day)}, {said}", f"the {ordinal(day)} of {name} {said}",
                     f"{day} {name} {said}", f"{year}-{month:02}-{day:02}", f"{month}/{day}/{year}"])
    return text, day_of(dt.date(year, month, day))


@kind(weight=2)
def distances(r):
    n = r.randrange(1, 30)
    name, days, months = r.choice([("day", 1, 0), ("week", 7, 0), ("month", 0, 1), ("year", 0, 12)])
    amount = number_text(r, n) + f" {name}{'' if n == 1 else 's'}"
    way = r.choice([1, -1])
    text = r.choice([f"in {amount}", f"{amount} from now", f"{amount} from today"]) if way > 0 else f"{amount} ago"
    date = later(TODAY + dt.timedelta(way * n * days), way * n * months)
    return text, {"kind": "day", "date": date.isoformat()}


@kind(weight=2)
def weeks_from_days(r):
    n = r.randrange(7)
    name, weeks = WEEKDAYS[n], r.choice([1, 2, 3])
    amount = "a week" if weeks == 1 else words(weeks) + " weeks"
    pick = r.randrange(4)
    base = coming(n)
    if pick == 0 and weeks == 1:
        return f"{name} week", day_of(base + dt.timedelta(7))
    if pick == 1:
        return f"{amount} from tomorrow", day_of(TODAY + dt.timedelta(1 + 7 * weeks))
    return f"{amount} {r.choice(['from', 'on'])} {name}", day_of(base + dt.timedelta(7 * weeks))


@kind(weight=2)
def nth_weekdays(r):
    n, weekday, month = r.choice([1, 2, 3, 4, -1]), r.randrange(7), r.randrange(1, 13)
    word = "last" if n < 0 else ORDINALS[n]
    place = n if n < 0 else n - 1
    date = nth(TODAY.year, month, weekday, place)
    if date < TODAY:
        date = nth(TODAY.year + 1, month, weekday, place)
    return f"the {word} {WEEKDAYS[weekday]} {r.choice(['of', 'in'])} {MONTHS[month - 1]}", day_of(date)


@kind(weight=2)
def around_feasts(r):
    name = r.choice(list(FEASTS))
    base = next_date(*FEASTS[name])
    n = r.randrange(2, 9)
    text, days = r.choice([("the day after", 1), ("the day before", -1), (f"{words(n)} days after", n),
                           (f"{words(n)} days before", -n), ("a week before", -7), ("two weeks after", 14)])
    return f"{text} {name}", day_of(base + dt.timedelta(days))


@kind(held_out=True)
def month_edges(r):
    months, name = r.choice([(0, "the month"), (1, "next month"), (0, "this month")])
    first = later(TODAY.replace(day=1), months)
    last = later(first, 1) - dt.timedelta(1)
    return r.choice([(f"the end of {name}", day_of(last)), (f"the last day of {name}", day_of(last)),
                     (f"the 15th of {name}", day_of(first.replace(day=15)))])


@kind()
def impossible_moments(r):
    month = r.choice([("February", 30), ("April", 31), ("June", 31), ("September", 31), ("November", 31)])
    hour = r.randrange(25, 60)
    return r.choice([f"{month[0]} {month[1]}", f"the {suffixed(month[1])} of {month[0]}",
                     f"{hour} o'clock", f"{words(hour)} o'clock", f"{hour}:15", "7:75"]), {"kind": "impossible"}


@kind(held_out=True, weight=2)
def movable_feasts(r):
    def next_feast(make):
        return make(TODAY.year) if make(TODAY.year) >= TODAY else make(TODAY.year + 1)
    name, make = r.choice([
        ("Easter", easter), ("Easter Monday", lambda y: easter(y) + dt.timedelta(1)),
        ("Good Friday", lambda y: easter(y) - dt.timedelta(2)), ("Thanksgiving", lambda y: nth(y, 11, 3, 3)),
        ("Labor Day", lambda y: nth(y, 9, 0, 0)), ("Mother's Day", lambda y: nth(y, 5, 6, 1)),
        ("Black Friday", lambda y: nth(y, 11, 3, 3) + dt.timedelta(1)), ("Memorial Day", lambda y: nth(y, 5, 0, -1))])
    year = r.randrange(2027, 2040)
    return r.choice([(name, day_of(next_feast(make))), (f"{name} {year}", day_of(make(year))),
                     (f"the day after {name}", day_of(next_feast(make) + dt.timedelta(1)))])


@kind(held_out=True, weight=2)
def relative_weekdays(r):
    n = r.randrange(7)
    monday = TODAY - dt.timedelta(TODAY.weekday())
    back = (TODAY.weekday() - n) % 7 or 7
    return r.choice([
        (f"{WEEKDAYS[n]} next week", day_of(monday + dt.timedelta(7 + n))),
        (f"next week {WEEKDAYS[n]}", day_of(monday + dt.timedelta(7 + n))),
        (f"{WEEKDAYS[n]} of next week", day_of(monday + dt.timedelta(7 + n))),
        (f"last {WEEKDAYS[n]}", day_of(TODAY - dt.timedelta(back))),
        (f"this {WEEKDAYS[n]}", day_of(coming(n))),
        ("the day after tomorrow", day_of(TODAY + dt.timedelta(2))),
        ("the day before yesterday", day_of(TODAY - dt.timedelta(2))),
        ("a week tomorrow", day_of(TODAY + dt.timedelta(8))), ("a week today", day_of(TODAY + dt.timedelta(7)))])


@kind(held_out=True)
def lone_days_of_month(r):
    d = r.randrange(3, 29)
    date = TODAY.replace(day=d) if d >= TODAY.day else later(TODAY.replace(day=d), 1)
    return r.choice([f"the {suffixed(d)}", f"on the {ordinal(d)}"]), day_of(date)


# Days with times

@kind(weight=4)
def days_at_times(r):
    day, date = a_day(r)
    text, hour, minute = clock(r)
    if at(date, hour, minute) <= NOW:  # A weekday whose time is over is the next one.
        date += dt.timedelta(7)
    bare = day.removeprefix("on ") if r.random() < .5 else day
    return r.choice([(f"{day} at {text}", moment(at(date, hour, minute))),
                     (f"at {text} {day}", moment(at(date, hour, minute))),
                     (f"{text} {day}", moment(at(date, hour, minute))),
                     (f"{bare} at {text}", moment(at(date, hour, minute)))])


@kind(weight=2)
def open_times_on_days(r):
    hour, minute = r.randrange(1, 13), r.choice([0, 30, 15, 45])
    text = {0: words(hour), 30: f"half past {words(hour)}", 15: f"quarter past {words(hour)}",
            45: f"quarter to {words(hour % 12 + 1)}"}[minute]
    return r.choice([f"tomorrow at {text}", f"at {text} tomorrow", f"{text} tomorrow"]), \
        both(hour, minute, TODAY + dt.timedelta(1))


@kind(held_out=True, weight=2)
def parts_of_days(r):
    hour = r.randrange(6, 12)
    part, late = r.choice([("morning", False), ("evening", True)])
    day, date = r.choice([("tomorrow", TODAY + dt.timedelta(1)), ("Friday", coming(4)), ("Sunday", coming(6))])
    return r.choice([(f"{day} {part} at {words(hour)}", moment(at(date, hour + (12 if late else 0)))),
                     (f"at {words(hour)} {day} {part}", moment(at(date, hour + (12 if late else 0)))),
                     (f"{words(hour)} {day} {part}", moment(at(date, hour + (12 if late else 0)))),
                     (f"{day} at {hour} in the {part}", moment(at(date, hour + (12 if late else 0))))])


# Offsets, periods, what comes again

@kind(weight=2)
def from_now(r):
    n = r.randrange(2, 60)
    name, size = r.choice(UNITS)
    text = r.choice([f"in {number_text(r, n)} {name}s", f"{number_text(r, n)} {name}s from now"])
    return text, moment(NOW + dt.timedelta(seconds=n * size))


@kind()
def from_now_mixed(r):
    h, m = r.randrange(2, 6), r.choice([10, 15, 20, 45])
    return r.choice([(f"in an hour and {words(m)}", moment(NOW + dt.timedelta(hours=1, minutes=m))),
                     (f"in {words(h)} hours and {words(m)} minutes", moment(NOW + dt.timedelta(hours=h, minutes=m))),
                     ("in an hour and a half", moment(NOW + dt.timedelta(minutes=90))),
                     ("in half an hour", moment(NOW + dt.timedelta(minutes=30)))])


@kind()
def before_times(r):
    text, hour, minute = clock(r)
    amount, minutes, sign = r.choice([("half an hour", 30, -1), ("ten minutes", 10, -1), ("an hour", 60, -1),
                                      ("two hours", 120, 1), ("a quarter of an hour", 15, -1)])
    total = (hour * 60 + minute + sign * minutes) % 1440
    return f"{amount} {'before' if sign < 0 else 'after'} {text}", moment(soon(total // 60, total % 60))


@kind(weight=2)
def day_spans(r):
    a = r.randrange(0, 6)
    b = r.randrange(a + 1, 7)
    first = coming(a)
    last = first + dt.timedelta(b - a)
    end = at(last + dt.timedelta(1))
    text = r.choice([f"from {WEEKDAYS[a]} to {WEEKDAYS[b]}", f"between {WEEKDAYS[a]} and {WEEKDAYS[b]}",
                     f"from {WEEKDAYS[a]} until {WEEKDAYS[b]}"])
    if first > last or coming(b) < first:
        return f"until {WEEKDAYS[b]}", {"kind": "period", "start": None, "end": at(coming(b) + dt.timedelta(1)).isoformat()}
    return text, {"kind": "period", "start": at(first).isoformat(), "end": end.isoformat()}


@kind(weight=2)
def clock_spans(r):
    a, b = r.randrange(11, 17), r.randrange(18, 24)
    first, last = soon(a), soon(b)
    one = f"{a % 12 or 12} {'am' if a < 12 else 'pm'}"
    two = f"{b % 12 or 12} pm"
    text = r.choice([f"from {one} to {two}", f"between {one} and {two}", f"from {one} until {two}", f"{one} to {two}"])
    return text, {"kind": "period", "start": first.isoformat(), "end": last.isoformat()}


@kind()
def named_periods(r):
    monday = TODAY - dt.timedelta(TODAY.weekday())
    month = r.randrange(1, 13)
    first = dt.date(TODAY.year + (1 if month < TODAY.month else 0), month, 1)

    def period(a, b):
        return {"kind": "period", "start": at(a).isoformat(), "end": at(b).isoformat()}
    return r.choice([
        ("next week", period(monday + dt.timedelta(7), monday + dt.timedelta(14))),
        ("this week", period(monday, monday + dt.timedelta(7))),
        ("next month", period(dt.date(2026, 7, 1), dt.date(2026, 8, 1))),
        ("this weekend", period(monday + dt.timedelta(5), monday + dt.timedelta(7))),
        ("next weekend", period(monday + dt.timedelta(12), monday + dt.timedelta(14))),
        (f"in {MONTHS[month - 1]}", period(first, later(first, 1))),
        (f"in {MONTHS[month - 1]} 2028", period(dt.date(2028, month, 1), later(dt.date(2028, month, 1), 1))),
        ("next year", period(dt.date(2027, 1, 1), dt.date(2028, 1, 1)))])


@kind(held_out=True)
def coming_lengths(r):
    n = r.randrange(2, 20)
    name, size = r.choice([("days", dt.timedelta(1)), ("weeks", dt.timedelta(7)), ("hours", dt.timedelta(hours=1))])
    text, way = r.choice([(f"the next {number_text(r, n)} {name}", 1), (f"the last {number_text(r, n)} {name}", -1),
                          (f"in the next {number_text(r, n)} {name}", 1)])
    ends = sorted([NOW, NOW + way * n * size])
    return text, {"kind": "period", "start": ends[0].isoformat(), "end": ends[1].isoformat()}


def recurrence(text):
    return {"kind": "recurrence", "text": text}


@kind(weight=2)
def repeated_days(r):
    n = r.randrange(7)
    text, hour, minute = clock(r)
    time = f" at {hour:02}:{minute:02}"
    return r.choice([
        (f"every {WEEKDAYS[n]}", recurrence(f"weekdays [{n + 1}] 1")),
        (f"every {WEEKDAYS[n]} at {text}", recurrence(f"weekdays [{n + 1}] 1{time}")),
        (f"every other {WEEKDAYS[n]}", recurrence(f"weekdays [{n + 1}] 2")),
        (f"{WEEKDAYS[n]}s at {text}", recurrence(f"weekdays [{n + 1}] 1{time}")),
        (f"every day at {text}", recurrence(f"every P1D{time}")),
        (f"at {text} every day", recurrence(f"every P1D{time}")),
        (f"every weekday at {text}", recurrence(f"weekdays [1, 2, 3, 4, 5] 1{time}")),
        ("weekdays except Friday", recurrence("weekdays [1, 2, 3, 4] 1"))])


@kind(held_out=True)
def repeated_lengths(r):
    n = r.randrange(2, 30)
    name, text = r.choice([("hours", f"PT{n * 3600}S"), ("minutes", f"PT{n * 60}S"), ("days", f"P{n}D")])
    return f"every {number_text(r, n)} {name}", recurrence(f"every {text}")


@kind(held_out=True, weight=2)
def other_recurrences(r):
    d = r.randrange(3, 29)
    return r.choice([
        (f"on the {suffixed(d)} of every month", recurrence(f"monthly date({d}) 1")),
        (f"the {ordinal(d)} of each month", recurrence(f"monthly date({d}) 1")),
        ("every two hours between nine and five", recurrence("every PT7200S between 09:00 05:00")),
        ("on the first of each month until June 30", recurrence("monthly date(1) 1 until 2026-06-30")),
        ("twice a day", recurrence("2 per P1D")), ("three times a week", recurrence("3 per P7D")),
        ("once a month", recurrence("every P1M")),
        ("every weekday except Friday at 8 am", recurrence("weekdays [1, 2, 3, 4] 1 at 08:00")),
        ("Mondays and Thursdays", recurrence("weekdays [1, 4] 1")),
        ("the last Friday of every month", recurrence("monthly weekday(5, week: 5) 1")),
        ("every day until Friday", recurrence("every P1D until 2026-06-05")),
        ("every half hour", recurrence("every PT1800S"))])
