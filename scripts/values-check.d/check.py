# SPDX-License-Identifier: GPL-3.0-or-later
# Compares readings with meanings: right, asked (several readings, or words left over), silently wrong (one reading, and
# another one than was meant). Then what other readers make of the same phrases.
import argparse
import collections
import datetime as dt
import json
import pathlib
import random
import shlex
import subprocess

import oracles
import phrases


def close(a, b):
    return abs(a - b) <= 1e-6 * max(1, abs(a), abs(b))


def agrees(value, meaning):
    """Whether one reading says what was meant; "part" where it is one of two that are kept open."""
    kind = meaning["kind"]
    if kind == "number":
        form = value.get("form")
        return value["kind"] == "number" and close(value["value"], meaning["value"]) and (
            meaning["form"] is None or form == meaning["form"])
    if kind == "duration":
        return value["kind"] == "duration" and all(close(value[f], meaning[f]) for f in ("months", "days", "seconds"))
    if kind == "quantity":
        return (value["kind"] == "quantity" and value["measures"][0][1] == meaning["unit"]
                and close(value["total"], meaning["total"]))
    if kind == "moment":
        if value["kind"] == "offset":
            return [value["instant"]] == meaning["instants"]
        return value["kind"] == "moment" and sorted(value["instants"]) == sorted(meaning["instants"])
    if kind == "day":
        found = value.get("instants", [value.get("instant")])
        return value["kind"] in ("moment", "offset") and found[0] is not None and found[0][:10] == meaning["date"]
    if kind == "period":
        return value["kind"] == "period" and (value["start"], value["end"]) == (meaning["start"], meaning["end"])
    if kind == "recurrence":
        return value["kind"] == "recurrence" and value["text"] == meaning["text"]
    return value["kind"] == kind


def judge(reading, meaning):
    values = reading["values"]
    if not values:
        return "asked"
    if any(agrees(v, meaning) for v in values):
        return "right" if len(values) == 1 or agrees(values[0], meaning) and same_effect(values) else "asked"
    return "wrong" if len(values) == 1 else "asked"


def same_effect(values):
    return len({json.dumps(v, sort_keys=True) for v in values}) == 1


def generate(count, seed, held_out):
    kinds = [(name, make, weight) for name, (make, out, weight) in phrases.KINDS.items() if out == held_out]
    picks = random.Random(seed + (1_000_003 if held_out else 0))
    found = {}
    for _ in range(count * 20):
        if len(found) >= count:
            break
        name, make, _ = picks.choices(kinds, [w for _, _, w in kinds])[0]
        text, meaning = make(picks)
        found.setdefault(text, (name, meaning))
    return [(text, name, meaning) for text, (name, meaning) in found.items()]


def read(reader, texts):
    result = subprocess.run(shlex.split(reader), input="\n".join(texts) + "\n", capture_output=True, text=True, check=True)
    lines = result.stdout.splitlines()
    assert len(lines) == len(texts), f"{len(lines)} readings of {len(texts)} phrases"
    return [json.loads(line) for line in lines]


def explained():
    path = pathlib.Path(__file__).with_name("explained.tsv")
    rows = [line.split("\t") for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return {(row[0], row[1]): row[2] for row in rows}


def report(title, rows, lists, reasons):
    counts = collections.Counter()
    by_kind = collections.defaultdict(collections.Counter)
    excused = 0
    for text, name, meaning, reading in rows:
        verdict = judge(reading, meaning)
        if verdict == "wrong" and ("meaning", name) in reasons:
            excused += 1
        counts[verdict] += 1
        by_kind[name][verdict] += 1
        if lists and verdict != "right":
            print(f"{verdict}\t{name}\t{text}\tmeant {json.dumps(meaning)}\tread {json.dumps(reading)}")
    total = len(rows)
    print(f"\n== {title}: {total} phrases of {len(by_kind)} kinds ==")
    for verdict in ("right", "asked", "wrong"):
        print(f"{verdict:>8} {counts[verdict]:5} {100 * counts[verdict] / total:6.2f} %")
    worst = [(n, c) for n, c in sorted(by_kind.items()) if c["asked"] + c["wrong"]]
    for name, c in worst:
        print(f"         {name}: {c['right']} right, {c['asked']} asked, {c['wrong']} wrong")
    return counts["wrong"] - excused


def second_opinions(rows, lists, reasons):
    print("\n== other readers, where they read the whole phrase ==")
    for oracle in oracles.ALL:
        agree = differ = 0
        unexplained = []
        for text, name, meaning, reading in rows:
            found = oracle.read(text, meaning["kind"])
            if found is None or not reading["values"]:
                continue
            if any(oracle.same(v, found) for v in reading["values"]):
                agree += 1
                continue
            differ += 1
            if (oracle.name, name) not in reasons:
                unexplained.append((name, text, found, reading["values"]))
        print(f"{oracle.name}: {agree} agree, {differ} differ, {len(unexplained)} of them unexplained")
        for name, text, found, values in unexplained[: 1000 if lists else 5]:
            print(f"         {name}\t{text}\tthey {found}\twe {json.dumps(values)}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--reader", required=True)
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--no-oracles", action="store_true")
    parser.add_argument("--count", type=int, default=2400)
    parser.add_argument("--seed", type=int, default=20260603)
    options = parser.parse_args()
    generated = generate(options.count, options.seed, options.held_out)
    readings = read(options.reader, [text for text, _, _ in generated])
    rows = [(text, name, meaning, reading) for (text, name, meaning), reading in zip(generated, readings)]
    reasons = explained()
    unexplained = report("kept out" if options.held_out else "looked at", rows, options.list, reasons)
    if not options.no_oracles:
        second_opinions(rows, options.list, reasons)
    raise SystemExit(1 if unexplained > len(rows) * 0.005 else 0)


main()
