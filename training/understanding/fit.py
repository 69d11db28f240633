# SPDX-License-Identifier: GPL-3.0-or-later
"""Fits the weights from which JARVIS estimates what a request asks for, and writes them to a file.

    fit.py FEATURES WEIGHTS [--words VECTORS] [--held FEATURES]

FEATURES is what `jarvis-understandingcheck features` prints for the lines of examples.py. The model is a multinomial
logistic regression: one class for each intent, one for talk and one for requests that are not for JARVIS. A line whose
label lists several classes, joined by bars, counts for all of them together. IntentWeights.swift describes the file. `--words` takes
what vectors.py made: words count by what they are near to as well, which is added to their own weights at the end.
`--held` takes features of lines that were left out of the fit, and tells how many of them come out right. The seeds are
fixed: the same input gives the same file.
"""

import collections
import multiprocessing
import struct
import sys

import numpy
import scipy.sparse

TALK = "talk"
# Classes that ask JARVIS for nothing.
NOTHING = (TALK, "other")
# Chance decides a good deal of one fit, less of the mean of several.
SEEDS = (1, 2, 3)
# A feature of fewer lines is left out; one that only talk has needs more.
LEAST_LINES = 2
LEAST_TALK_LINES = 6
LENGTH = 12.0
EPOCHS = 25
BATCH = 256
RATE = 0.3
DECAY = 3e-5
DROPPED = 0.3
# Weights of fewer steps than this are left out.
LEAST_STEPS = 5
STEPS = 127
# What a word is near to counts the more the rarer it is, by the logarithm of its share of lines.
RAREST = 8.0
LEAST_RARITY = 0.05


def load(path):
    labels, weights, features = [], [], []
    for line in open(path):
        label, weight, text = line.rstrip("\n").split("\t")
        labels.append(label)
        weights.append(float(weight))
        features.append(text.split())
    return labels, numpy.array(weights, numpy.float32), features


def vocabulary(labels, features, words):
    lines, requests = collections.Counter(), collections.Counter()
    for label, own in zip(labels, features):
        lines.update(own)
        if label not in NOTHING:
            requests.update(own)
    kept = [f for f, n in lines.items() if n >= (LEAST_LINES if requests[f] > 0 else LEAST_TALK_LINES)]
    kept = sorted(set(kept) | {"w:" + word for word in words})
    by_hash = {}
    for feature in kept:
        value = fnv(feature.encode())
        if value in by_hash:
            sys.exit(f"{feature} and {by_hash[value]} have the same hash")
        by_hash[value] = feature
    return {by_hash[value]: place for place, value in enumerate(sorted(by_hash))}, sorted(by_hash)


def nearness(features, places, words):
    """For each feature that is a word with a vector, the vector by how rare the word is; nil rows for all others."""
    lines = collections.Counter(feature for own in features for feature in own)
    rows = numpy.zeros((len(places), len(next(iter(words.values())))), numpy.float32)
    for feature, place in places.items():
        if feature[:2] in ("w:", "r:") and feature[2:] in words:
            rarity = numpy.log(len(features) / (lines[feature] + 1)) / RAREST
            rows[place] = words[feature[2:]] * numpy.clip(rarity, LEAST_RARITY, 1)
    return rows


def fnv(data):
    value = 0x811C9DC5
    for byte in data:
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value


def matrix(features, places):
    rows, columns, values = [], [], []
    for row, own in enumerate(features):
        for feature in own:
            if feature in places:
                rows.append(row)
                columns.append(places[feature])
                values.append(LENGTH / numpy.sqrt(len(own) + 1))
    return scipy.sparse.csr_matrix((values, (rows, columns)), (len(features), len(places)), numpy.float32)


def likelihoods(inputs, weights, biases):
    return chances(inputs @ weights + biases)


def chances(logits):
    powers = numpy.exp(logits - logits.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


def fit(inputs, near, targets, line_weights):
    """Fits the classes to the lines; `targets` has the classes that each line may have, `near` what its words are near to."""
    with multiprocessing.Pool(len(SEEDS)) as pool:
        fits = pool.starmap(fit_once, [(inputs, near, targets, line_weights, seed) for seed in SEEDS])
    return [sum(parts) / len(fits) for parts in zip(*fits)]


class Descent:
    """Steps that shrink for each weight by how far it has been moved (Adagrad)."""

    def __init__(self, *shape):
        self.weights = numpy.zeros(shape, numpy.float32)
        self.squares = numpy.zeros(shape, numpy.float32)

    def step(self, gradient, rate, rows=slice(None)):
        squares = self.squares[rows] + gradient**2
        self.squares[rows] = squares
        self.weights[rows] -= rate * gradient / numpy.sqrt(squares + 1e-8)


def fit_once(inputs, near, targets, line_weights, seed):
    chance = numpy.random.default_rng(seed)
    classes = targets.shape[1]
    words, axes, biases = Descent(inputs.shape[1], classes), Descent(near.shape[1], classes), Descent(classes)

    def dropped(values):
        return values * (chance.random(values.shape, numpy.float32) > DROPPED) / numpy.float32(1 - DROPPED)

    for epoch in range(EPOCHS):
        rate = RATE * (1 - epoch / EPOCHS)
        order = chance.permutation(len(line_weights))
        for start in range(0, len(order), BATCH):
            chosen = order[start : start + BATCH]
            batch, batch_near = inputs[chosen], dropped(near[chosen])
            # Of all features, only those of these lines.
            rows, places = numpy.unique(batch.indices, return_inverse=True)
            batch = scipy.sparse.csr_matrix((dropped(batch.data), places, batch.indptr), (len(chosen), len(rows)))
            own = words.weights[rows]
            errors = chances(batch @ own + batch_near @ axes.weights + biases.weights)
            meant = errors * targets[chosen]
            errors -= meant / numpy.maximum(meant.sum(1, keepdims=True), 1e-12)
            errors *= line_weights[chosen][:, None] / BATCH
            words.step(batch.T @ errors + DECAY * own, rate, rows)
            axes.step(batch_near.T @ errors + DECAY * axes.weights, rate)
            biases.step(errors.sum(0), rate)
    return words.weights, axes.weights, biases.weights


def differences(hashes):
    """Each hash as its difference to the one before, in groups of seven bits."""
    data = bytearray()
    for before, value in zip([0, *hashes], hashes):
        value -= before
        while value > 0x7F:
            data.append(value & 0x7F | 0x80)
            value >>= 7
        data.append(value)
    return bytes(data)


def write(path, names, hashes, weights, biases):
    step = float(numpy.abs(weights).max()) / STEPS
    steps = numpy.rint(weights / step).astype(int)
    steps[numpy.abs(steps) < LEAST_STEPS] = 0
    used = steps.any(1)
    steps, hashes = steps[used], [value for value, kept in zip(hashes, used) if kept]
    rows, columns = steps.nonzero()
    data = b"JVIW" + struct.pack("<IIII", 2, len(names), len(hashes), len(rows)) + struct.pack("<ff", LENGTH, step)
    for name in names:
        data += bytes([len(name)]) + name.encode()
    data += biases.astype("<f4").tobytes() + differences(hashes)
    data += numpy.bincount(rows, minlength=len(hashes)).astype("u1").tobytes()
    data += columns.astype("u1").tobytes() + steps[rows, columns].astype("i1").tobytes()
    data += struct.pack("<I", fnv(data))
    with open(path, "wb") as file:
        file.write(data)
    print(f"{len(names)} classes, {len(hashes)} features, {len(rows)} weights, {len(data)} bytes")
    kept = numpy.zeros_like(weights)
    kept[used] = steps * step
    return kept


def option(name):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else None


def main():
    labels, line_weights, features = load(sys.argv[1])
    words = {}
    if option("--words"):
        vectors = numpy.load(option("--words"))
        words = dict(zip(vectors["words"].tolist(), vectors["vectors"].astype(numpy.float32)))
    places, hashes = vocabulary(labels, features, words)
    names = sorted({name for label in labels for name in label.split("|")})
    targets = numpy.zeros((len(labels), len(names)), numpy.float32)
    for row, label in enumerate(labels):
        targets[row, [names.index(name) for name in label.split("|")]] = 1
    inputs = matrix(features, places)
    near = nearness(features, places, words) if words else numpy.zeros((len(places), 0), numpy.float32)
    weights, axes, biases = fit(inputs, inputs @ near, targets, line_weights)
    weights += near @ axes
    weights = write(sys.argv[2], names, hashes, weights, biases)
    if not option("--held"):
        return
    labels, _, features = load(option("--held"))
    found = likelihoods(matrix(features, places), weights, biases)
    best, most = [names[place] for place in found.argmax(1)], found.max(1)
    requests = [row for row, label in enumerate(labels) if label not in NOTHING]
    talk = [row for row, label in enumerate(labels) if label in NOTHING]
    for least in (0, 0.5, 0.6, 0.7, 0.8, 0.9):
        right = sum(best[row] in labels[row].split("|") and most[row] >= least for row in requests)
        wrong = sum(
            best[row] not in (*labels[row].split("|"), *NOTHING) and most[row] >= least for row in requests)
        acted = sum(best[row] not in NOTHING and most[row] >= least for row in talk)
        print(f"from {least}: {right / len(requests):.3f} right, {wrong / len(requests):.3f} wrong, "
              f"{acted / max(1, len(talk)):.3f} of talk")


main()
