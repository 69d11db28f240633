#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds the weights of LikelihoodEvidence.swift and NumberEvidence.swift in Sources/JarvisRecognition/Matching.

usage: fit.py EVIDENCE [PROSE_WEIGHT]

EVIDENCE is what `jarvis-speechcheck commands --evidence` writes, or several of these by commas: condition, voice, kept out, source, right, what was
said, the command, then the features. Voices that are kept out are not fitted to; what the weights do with them is
printed. PROSE_WEIGHT: how often a sentence that is no command counts (8).
"""
import sys

import numpy as np

# With 1 for what speaks for a command, and -1 for what speaks against it.
FEATURES = {
    "likelihood": 1, "likelihood by letter": 1, "lead": 1, "margin": 1, "worst word": -1, "nearest": 1, "contradicted": -1,
}
NUMBER_FEATURES = {"likelihood": 1, "score": 1, "written": 1}
RIDGE = 1.0  # On weights of standardized features: some of them hardly vary.
PROSE = {"synthetic prose", "people"}


def read(path):
    rows = []
    for line in open(path, encoding="utf-8"):
        condition, voice, kept_out, source, right, said, command, *features = line.rstrip("\n").split("\t")
        rows.append({
            "condition": condition, "voice": voice, "kept_out": kept_out == "true", "source": source,
            "right": right == "true", "said": said, "command": command,
            "x": np.array([1.0] + [float(value) for value in features]),
        })
    return rows


def fitted(rows, names, prose_weight):
    """Logistic regression in which no figure speaks against what it stands for: those that would are left out.

    Figures that nearly tell the same share their weight in odd ways otherwise, and what is then carried on to longer
    commands than those fitted to is anything.
    """
    signs = list(names.values())
    used = list(range(len(signs) + 1))
    while True:
        weights = np.zeros(len(signs) + 1)
        weights[used], standard = regression(rows, used, prose_weight)
        wrong = [(abs(weight), place) for weight, place in zip(standard, used) if place and weight * signs[place - 1] < 0]
        if not wrong:
            return weights
        used.remove(max(wrong)[1])


def regression(rows, used, prose_weight):
    """By Newton's method; the constant comes first and is not held back. Returns the weights, and those of the figures
    in units of their spread."""
    x = np.array([row["x"] for row in rows])[:, used]
    y = np.array([row["right"] for row in rows], float)
    weight = np.array([prose_weight if row["condition"] in PROSE else 1.0 for row in rows])
    mean, spread = x.mean(0), x.std(0) + 1e-9
    mean[0], spread[0] = 0, 1
    z = (x - mean) / spread
    ridge = np.diag([1e-6] + [RIDGE] * (x.shape[1] - 1))
    beta = np.zeros(x.shape[1])
    for _ in range(100):
        p = 1 / (1 + np.exp(-z @ beta))
        gradient = z.T @ (weight * (y - p)) - ridge @ beta
        step = np.linalg.solve((z.T * (weight * p * (1 - p))) @ z + ridge, gradient)
        beta += step
        if np.abs(step).max() < 1e-8:
            break
    raw = beta / spread
    raw[0] = beta[0] - (beta[1:] * mean[1:] / spread[1:]).sum()
    return raw, beta


def shift(chosen):
    """What the constant is short of, so that the probabilities of decisions about other sentences are right on average:
    sentences that are no commands count for more in the fit than there are."""
    logit = np.array([np.log(p / (1 - p)) for p, _ in chosen])
    share = np.mean([row["right"] for _, row in chosen])
    low, high = -5.0, 5.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if np.mean(1 / (1 + np.exp(-logit - middle))) < share else (low, middle)
    return low


def utterance(row):
    return row["condition"], row["voice"], row["said"]


def crossed(rows, names, prose_weight, parts=8):
    """The decisions about each sentence by weights that were fitted to other sentences."""
    chosen = []
    said = sorted({row["said"] for row in rows})
    for part in range(parts):
        left_out = set(said[part::parts])
        weights = fitted([row for row in rows if row["said"] not in left_out], names, prose_weight)
        mine = [row for row in rows if row["said"] in left_out]
        chosen += decisions(mine, {row["source"]: weights for row in mine})
    return chosen


def decisions(rows, weights):
    """The likelier candidate of each utterance, with its probability."""
    best = {}
    for row in rows:
        key = utterance(row)
        p = 1 / (1 + np.exp(-weights[row["source"]] @ row["x"]))
        if key not in best or p > best[key][0]:
            best[key] = (p, row)
    return list(best.values())


def main():
    rows = [row for path in sys.argv[1].split(",") for row in read(path)]
    # What was written with a number is a command to the letter: the other figures did not decide about it.
    to_the_letter = {utterance(row) for row in rows if row["source"] == "number" and row["x"][3] > 0}
    rows = [row for row in rows if row["source"] == "number" or utterance(row) not in to_the_letter]
    prose_weight = float(sys.argv[2]) if len(sys.argv) > 2 else 8.0
    tuned = [row for row in rows if not row["kept_out"]]
    weights, others = {}, []
    for source, names in [("likelihood", FEATURES), ("number", NUMBER_FEATURES)]:
        mine = [row for row in tuned if row["source"] == source]
        if not mine:
            continue
        weights[source] = fitted(mine, names, prose_weight)
        if source == "likelihood":
            chosen = crossed(mine, names, prose_weight)
            moved = shift(chosen)
            weights[source][0] += moved
            others = [(1 / (1 + np.exp(-np.log(p / (1 - p)) - moved)), row) for p, row in chosen]
        print(f"{source}: [{', '.join(f'{value:.3f}' for value in weights[source])}]")
        print("  " + ", ".join(f"{name} {value:.2f}" for name, value in zip(names, weights[source][1:])))
    # Numbers are decided after the command.
    number = [row for row in rows if row["source"] == "number"]
    rows = [row for row in rows if row["source"] != "number"]
    for kept_out in (False, True):
        mine = [row for row in number if row["kept_out"] == kept_out]
        for name, chosen in [
            ("written", [row for row in mine if row["x"][3] > 0]),
            ("decided", [row for _, row in decisions(mine, weights)] if mine else []),
        ]:
            print(f"numbers {name}, {'kept out' if kept_out else 'fitted to'}: {sum(row['right'] for row in chosen)} of {len(chosen)}")
    for name, chosen in [
        ("by weights fitted to other sentences", others),
        ("kept out", decisions([row for row in rows if row["kept_out"]], weights)),
    ]:
        print(name)
        for condition in dict.fromkeys(row["condition"] for row in rows):
            here = [(p, row) for p, row in chosen if row["condition"] == condition]
            counts = [
                f"{limit}: {sum(p >= limit and row['right'] for p, row in here)} right "
                f"{sum(p >= limit and not row['right'] for p, row in here)} wrong"
                for limit in (0.3, 0.4, 0.5, 0.6, 0.7)
            ]
            print(f"  {condition}, {len(here)} in doubt: " + ", ".join(counts))
        for low in np.arange(0, 1, 0.1):
            bin_ = [row["right"] for p, row in chosen if low <= p < low + 0.1]
            if bin_:
                print(f"  probability {low:.1f}: {np.mean(bin_):.2f} of {len(bin_)} right")


main()
