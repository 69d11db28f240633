#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds the weights of Sources/JarvisRecognition/Matching/CommandEvidence.swift.

usage: fit.py EVIDENCE [PROSE_WEIGHT]

EVIDENCE is what `jarvis-speechcheck commands --evidence` writes: condition, voice, kept out, source, right, what was
said, the command, then the features. Voices that are kept out are not fitted to; what the weights do with them is
printed. PROSE_WEIGHT: how often a sentence that is no command counts (8).
"""
import sys

import numpy as np

FEATURES = [
    "margin", "noise", "distance", "mean distance", "mean distance*noise", "worst word", "contradicted", "votes", "lag",
    "word share", "length", "exact",
]
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


def fitted(rows, prose_weight):
    """Logistic regression by Newton's method; the constant comes first and is not held back."""
    x = np.array([row["x"] for row in rows])
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
    return raw


def decisions(rows, weights):
    """The likelier candidate of each utterance, with its probability."""
    best = {}
    for row in rows:
        key = (row["condition"], row["voice"], row["said"])
        p = 1 / (1 + np.exp(-weights[row["source"]] @ row["x"]))
        if key not in best or p > best[key][0]:
            best[key] = (p, row)
    return list(best.values())


def main():
    rows = read(sys.argv[1])
    prose_weight = float(sys.argv[2]) if len(sys.argv) > 2 else 8.0
    weights = {}
    for source in ("grammar", "words"):
        mine = [row for row in rows if row["source"] == source and not row["kept_out"]]
        weights[source] = fitted(mine, prose_weight)
        print(f"{source}: [{', '.join(f'{value:.3f}' for value in weights[source])}]")
        print("  " + ", ".join(f"{name} {value:.2f}" for name, value in zip(FEATURES, weights[source][1:])))
    for kept_out in (False, True):
        chosen = decisions([row for row in rows if row["kept_out"] == kept_out], weights)
        print("kept out" if kept_out else "fitted to")
        for condition in dict.fromkeys(row["condition"] for row in rows):
            here = [(p, row) for p, row in chosen if row["condition"] == condition]
            counts = [
                f"{limit}: {sum(p >= limit and row['right'] for p, row in here)} right "
                f"{sum(p >= limit and not row['right'] for p, row in here)} wrong"
                for limit in (0.5, 0.6, 0.7, 0.8)
            ]
            print(f"  {condition}, {len(here)} in doubt: " + ", ".join(counts))
        for low in np.arange(0, 1, 0.1):
            bin_ = [row["right"] for p, row in chosen if low <= p < low + 0.1]
            if bin_:
                print(f"  probability {low:.1f}: {np.mean(bin_):.2f} of {len(bin_)} right")


main()
