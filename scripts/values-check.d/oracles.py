# SPDX-License-Identifier: GPL-3.0-or-later
# Readers that others wrote, each asked only about phrases that it reads as a whole.
import datetime as dt
import shutil
import subprocess

import dateparser
from recognizers_date_time import Culture, recognize_datetime
from recognizers_number import recognize_number, recognize_ordinal

import phrases


def close(a, b):
    return abs(a - b) <= 1e-6 * max(1, abs(a), abs(b))


class Recognizers:
    """Microsoft's recognizers-text, for numbers, lengths, times and days."""
    name = "recognizers-text"

    def read(self, text, kind):
        plain = text.lower()
        if kind == "number":
            for recognize in (recognize_number, recognize_ordinal):
                found = [r for r in recognize(plain, Culture.English) if r.start == 0 and r.end == len(plain) - 1]
                if found and found[0].resolution and found[0].resolution.get("value"):
                    return ("number", float(found[0].resolution["value"]))
            return None
        if kind not in ("duration", "moment", "day"):
            return None
        found = [r for r in recognize_datetime(plain, Culture.English, reference=phrases.NOW) if r.text == plain]
        if not found or not found[0].resolution:
            return None
        values = [v for v in found[0].resolution["values"] if v.get("value") not in (None, "not resolved")]
        kinds = {v["type"] for v in values}
        if kinds == {"duration"}:
            return ("duration", float(values[0]["value"]))
        if kinds == {"date"}:
            return ("date", {v["value"] for v in values})
        if kinds == {"datetime"}:
            return ("moment", {v["value"].replace(" ", "T") for v in values})
        if kinds == {"time"}:
            return ("time", {v["value"] for v in values})
        return None

    def same(self, value, found):
        kind, meaning = found
        if kind == "number":
            return value["kind"] == "number" and close(value["value"], meaning)
        if kind == "duration":
            if value["kind"] != "duration":
                return False
            # Months of 30 days, years of 365.
            years, months = divmod(value["months"], 12)
            return close(years * 31536000 + months * 2592000 + value["days"] * 86400 + value["seconds"], meaning)
        instants = value.get("instants") or [value.get("instant") or ""]
        if kind == "date":
            return any(i[:10] in meaning for i in instants)
        if kind == "time":
            return any(i[11:] in meaning for i in instants)
        return any(i in meaning for i in instants)


class Dateparser:
    """dateparser, for moments. It drops words that it doesn't know, so that only plain phrases are shown to it."""
    name = "dateparser"

    def read(self, text, kind):
        if kind not in ("moment", "day"):
            return None
        settings = {"RELATIVE_BASE": phrases.NOW, "PREFER_DATES_FROM": "future", "STRICT_PARSING": False}
        try:
            found = dateparser.parse(text, languages=["en"], settings=settings)
        except Exception:  # It fails on some phrases that it cannot read.
            return None
        return found and ("moment", found.replace(microsecond=0).isoformat())

    def same(self, value, found):
        instants = value.get("instants") or [value.get("instant") or ""]
        return any(i == found[1] or i[11:] == "00:00:00" and i[:10] == found[1][:10] or i[:10] == found[1][:10]
                   and value.get("kind") == "offset" for i in instants)


class Units:
    """GNU units, for measures with one unit."""
    name = "units"

    def read(self, text, kind):
        if kind != "quantity" or not shutil.which("units"):
            return None
        words = text.split()
        try:
            amount = float(words[0])
        except ValueError:
            return None
        if len(words) != 2:
            return None
        base = {"miles": "m", "kilometers": "m", "inches": "m", "feet": "m", "metres": "m", "yards": "m",
                "pounds": "g", "grams": "g", "kg": "g", "ounces": "g"}.get(words[1], "liter")
        found = subprocess.run(["units", "-t", f"{amount} {words[1]}", base], capture_output=True, text=True)
        try:
            return ("base", float(found.stdout.split()[0]), base)
        except (ValueError, IndexError):
            return None

    FACTORS = {"mile": 1609.344, "kilometer": 1000, "inch": .0254, "foot": .3048, "meter": 1, "yard": .9144,
               "pound": 453.59237, "gram": 1, "kilogram": 1000, "ounce": 28.349523125, "liter": 1, "cup": .2365882365,
               "gallon": 3.785411784, "teaspoon": .00492892159375}

    def same(self, value, found):
        return value["kind"] == "quantity" and abs(
            value["total"] * self.FACTORS[value["measures"][0][1]] - found[1]) <= 1e-4 * max(1, abs(found[1]))


ALL = [Recognizers(), Dateparser(), Units()]
