# SPDX-License-Identifier: GPL-3.0-or-later
"""Gathers the lines that the estimate of the intent is fitted to: label, weight and text, divided by tabs.

    examples.py ROOT [--without N] [--wordnet FOLDER] [--people FOLDER] [--people-without N] > lines.tsv

ROOT is the source tree. Lines come from the examples of data/understanding/en, with values in their blanks, from the
thirds 1 and 2 of the corpus in Tests/Tools, and from the texts beside this script. Nothing of the corpus's third 0 may
get in: a line that equals one of it, but for case, marks and polite words, is dropped wherever it comes from.
`--without 2` leaves another third out as well, and a seventh of the requests-people-*.txt, to choose figures by. `--wordnet` takes the example sentences of WordNet
(data.* of Debian's wordnet-base) as ordinary talk. `--people` takes the public requests that people.py reads, but for
the third of each intent that is kept out; `--people-without 2` leaves another third of them out as well. The seed is
fixed: the same input gives the same lines.
"""

import pathlib
import random
import re
import sys
import zlib

import people

TALK = "talk"
SEED = 20
# Intents that are asked for in the same words and told apart by their values.
SAME = {
    "timer.ask": "timer.set", "alarm.ask": "alarm.set", "alarm.after": "alarm.set", "note.ask": "note.write",
    "math.combine": "math.calculate", "math.percentage": "math.calculate", "history.ask": "history.search",
    "note.delete-last": "note.delete", "note.delete-all": "note.delete", "date.part": "date.today",
    "emergency.crisis": "emergency", "emergency.overdose": "emergency", "stop.whole": "stop",
}
NEGATED = re.compile(r"\b(not|no|don't|never|isn't|can't)\b")
COURTESIES = {"please", "jarvis", "hey", "um", "uh", "can", "could", "would", "you", "thanks", "the", "a", "an"}

VALUES = {
    "number": "5;12;20;30;45;50;70;100;eight;twenty five;fifteen;sixty;ninety;two hundred;7;36.50".split(";"),
    "duration": "five minutes;ten minutes;half an hour;an hour;90 seconds;2 hours;a quarter of an hour;thirty seconds;"
    "an hour and a half;20 minutes;forty five minutes;a minute".split(";"),
    "time": "seven;half past six;8 am;noon;quarter to nine;6:30;ten past five;9 pm;seven in the morning;18:45".split(";"),
    "day": "tomorrow;friday;next monday;christmas;the third of may;march 5th;today;the 20th;easter;on saturday;"
    "june the first;in three weeks".split(";"),
    "unit": "kilometers;miles;pounds;kilos;grams;ounces;celsius;fahrenheit;liters;gallons;inches;centimeters;feet".split(";"),
    "expression": "12 times 4;25 plus 17;144 divided by 12;ten percent of 90;99 minus 3;the square root of 49".split(";"),
    "application": "firefox;calculator;spotify;terminal;steam;text editor;settings;thunderbird;discord;vlc".split(";"),
    "website": "youtube;wikipedia;example.org;bbc.co.uk;github;reddit;amazon;facebook".split(";"),
    "voice": "female;male;british;american;scottish;woman's".split(";"),
    "moment": "tomorrow at nine;in ten minutes;at six;on friday;tonight at eight;in an hour;at noon".split(";"),
    "schedule": "every day at seven;every monday;on weekdays at six;every morning;every friday at noon".split(";"),
}
NAMES = {
    "place": "london;paris;tokyo;new york;berlin;sydney;rome".split(";"),
    "label": "call mum;pay the rent;buy stamps;water the plants;the dentist;feed the cat;book the hotel".split(";"),
    "list": "shopping;to do;camping;grocery;packing;party".split(";"),
    "items": "milk;bread and butter;eggs;toilet paper;batteries;apples;clean the car".split(";"),
    "item": "milk;bread;eggs;batteries".split(";"),
    "topic": "penguins;albert einstein;the moon;napoleon;mount everest;jazz".split(";"),
    "words": "the key is under the mat;thank you;the car needs oil;good morning;the wifi password".split(";"),
    "language": "french;spanish;german;italian;japanese".split(";"),
    "query": "cheap flights;the weather;chocolate cake;train times;the dentist".split(";"),
    "word": "rhythm;happy;necessary;ubiquitous;ephemeral;big".split(";"),
    "app": "firefox;spotify;discord;vlc;steam;chromium".split(";"),
    "name": "anna;tom;boss;gimp;solitaire;sam".split(";"),
}
TIMER_LABELS = "pasta;eggs;pizza;laundry;rice;tea".split(";")
HELP_TOPICS = "timers;lists;the calendar;music;reminders;notes".split(";")


def plain(text):
    """What is compared to find lines of the third that is kept out."""
    words = re.findall(r"[a-z0-9:.']+", text.lower().replace("’", "'"))
    return " ".join(word.strip(".'") for word in words if word.strip(".'") not in COURTESIES)


def third(line):
    """As TextLines.third(of:) of jarvis-understandingcheck."""
    value = 0xCBF29CE484222325
    for byte in line.encode():
        value = ((value ^ byte) * 0x100000001B3) % 2**64
    return value % 3


def is_held(line):
    """True for the lines that figures are chosen by."""
    return zlib.crc32(line.encode()) % 7 == 0


def lines_of(path):
    return [line for line in path.read_text().split("\n") if line and not line.startswith("#")]


def filled(template, intent, chance):
    def value(match):
        name, _, kind = match[1].partition(":")
        kind = kind or name
        if kind in VALUES:
            return chance.choice(VALUES[kind])
        if name == "label" and intent.startswith("timer"):
            return chance.choice(TIMER_LABELS)
        if name == "topic" and intent == "help.topic":
            return chance.choice(HELP_TOPICS)
        return chance.choice(NAMES.get(name, NAMES["topic"]))

    return re.sub(r"\{([^}]*)\}", value, template)


def main():
    arguments = sys.argv[1:]
    root = pathlib.Path(arguments[0])
    options = dict(zip(arguments[1::2], arguments[2::2]))
    kept_out = {0, int(options.get("--without", 0))}
    known = {TALK, "stop", people.OTHER}
    chance = random.Random(SEED)
    here = pathlib.Path(__file__).parent
    corpus = root / "Tests/Tools/understanding-corpus"
    rows = []

    for name in ["time", "computer", "words", "talk", "online"]:
        intent = ""
        for line in lines_of(root / f"data/understanding/en/{name}.txt"):
            line = line.split("#")[0].strip()
            if line.startswith("="):
                intent = line[1:].split(":")[0].strip()
                known.add(intent)
            elif line:
                for _ in range(2 if "{" in line else 1):
                    rows.append((intent, 1.0, filled(line, intent, chance)))

    requests = [line.split("\t") for line in lines_of(corpus / "requests.tsv")]
    talk = lines_of(corpus / "talk.txt")
    seen = {plain(fields[0]) for fields in requests if third(fields[0]) in kept_out}
    seen |= {plain(line) for line in talk if third(line) in kept_out}
    rows += [(fields[1], 1.5, fields[0]) for fields in requests if third(fields[0]) not in kept_out]
    rows += [(TALK, 1.5, line) for line in talk if third(line) not in kept_out]

    for path in sorted(here.glob("requests-*.txt")):
        for line in lines_of(path):
            intent, _, texts = line.partition(":")
            texts = [text.strip() for text in texts.split("|")]
            rows += [(intent, 1.2, text) for text in texts]
            if "--without" in options and path.name.startswith("requests-people"):
                seen |= {plain(text) for text in texts if is_held(text)}
    for path in ("talk.txt", "talk-more.txt", "talk-people.txt", "talk-self.txt"):
        rows += [(TALK, 1.5, line) for line in lines_of(here / path)]

    if "--people" in options:
        parts = {1, 2} - {int(options.get("--people-without", 0))}
        rows += [(label, 1.0, text) for label, text in people.rows(pathlib.Path(options["--people"]), parts)]

    unknown = {intent for label, _, _ in rows for intent in label.split("|")} - known
    if unknown:
        sys.exit(f"no such intent: {', '.join(sorted(unknown))}")

    # Before anything is put around them, which would hide what they were.
    kept = [row for row in rows if plain(row[2]) not in seen]
    dropped = len(rows) - len(kept)
    rows = kept

    # What is said about requests, or says that something is not to be done, asks for nothing.
    openings, forbidding = [[part.strip() for part in line.split("|")] for line in lines_of(here / "talk-about.txt")]
    for intent, _, text in list(rows):
        if intent in (TALK, people.OTHER) or intent in {"hello", "thanks", "goodbye", "how-are-you", "stop"}:
            continue
        if chance.random() < 0.12:
            rows.append((TALK, 0.7, chance.choice(openings) + " " + text))
        if chance.random() < 0.12 and not NEGATED.search(text):
            rows.append((TALK, 0.7, chance.choice(forbidding) + " " + text))

    before, behind = [[part.strip() for part in line.split("|")] for line in lines_of(here / "contexts.txt")]
    for intent, weight, text in list(rows):
        if intent in (TALK, people.OTHER):
            continue
        if chance.random() < 0.5:
            rows.append((intent, 0.5 * weight, chance.choice(before) + " " + text))
        if chance.random() < 0.25:
            rows.append((intent, 0.5 * weight, text + chance.choice([", ", " "]) + chance.choice(behind)))

    if "--wordnet" in options:
        sentences = set()
        for path in sorted(pathlib.Path(options["--wordnet"]).glob("data.*")):
            for line in path.read_text(errors="replace").split("\n"):
                sentences.update(re.findall(r'"([^"]{12,90})"', line.partition("|")[2]))
        chosen = sorted(text for text in sentences if " " in text)
        chance.shuffle(chosen)
        rows += [(TALK, 0.4, text) for text in chosen[:9000]]

    for intent, weight, text in rows:
        if plain(text) in seen:
            dropped += 1
            continue
        print(SAME.get(intent, intent), weight, text.replace("\t", " "), sep="\t")
    print(f"{len(rows)} lines; {dropped} equal to kept-out ones dropped", file=sys.stderr)


main()
