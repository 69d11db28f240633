# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts the weights of the recognizer of languages, and writes them to a file.

    fit.py FEATURES WEIGHTS

FEATURES has language, weight and features, divided by tabs, as `jarvis-understandingcheck features --languages` prints them.
The weight of a feature in a language is the logarithm of how much commoner it is there than the rarest that counts, as in a
naive Bayes classifier; what a language hasn't weighs nothing. IntentWeights.swift describes the file.
"""

import collections
import math
import struct
import sys

# The commonest features of each language, by kind: words, letters, groups of letters, blocks of the character set.
MOST = {"w": 700, "c": 80, "g": 900, "b": 8}
# How much a kind counts: the groups of a word are no independent evidence.
WORTH = {"w": 1.0, "c": 0.5, "g": 0.5, "b": 1.0}
# The share of a kind's features from which a feature counts.
RAREST = {"w": 2e-5, "c": 2e-4, "g": 2e-5, "b": 1e-2}
# Requests are scaled to this length over the root of the number of their features.
LENGTH = 2.8
# Taking English for another language is worse than the other way round.
ENGLISH, ENGLISH_BIAS, ENGLISH_WORDS = "en", 1.0, 8000
STEPS = 127


def fnv(data):
    value = 0x811C9DC5
    for byte in data:
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value


def weights_of(counts, is_english):
    """For each kind, the commonest features and their weights."""
    found = {}
    for kind, most in MOST.items():
        own = [(count, feature) for feature, count in counts.items() if feature[0] == kind]
        total = sum(count for count, _ in own)
        if kind == "w" and is_english:
            most = ENGLISH_WORDS
        for count, feature in sorted(own, key=lambda pair: (-pair[0], pair[1]))[:most]:
            weight = WORTH[kind] * math.log(count / total / RAREST[kind])
            if weight > 0:
                found[feature] = weight
    return found


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


def main():
    counts = collections.defaultdict(collections.Counter)
    for line in open(sys.argv[1]):
        language, weight, features = line.rstrip("\n").split("\t")
        for feature in features.split():
            counts[language][feature] += float(weight)
    names = sorted(counts)
    by_feature = collections.defaultdict(dict)
    for place, name in enumerate(names):
        for feature, weight in weights_of(counts[name], name == ENGLISH).items():
            by_feature[feature][place] = weight
    by_hash = {}
    for feature in by_feature:
        value = fnv(feature.encode())
        # The commoner of two with the same hash stays.
        if value not in by_hash or len(by_feature[feature]) > len(by_feature[by_hash[value]]):
            by_hash[value] = feature
    hashes = sorted(by_hash)
    rows = [sorted(by_feature[by_hash[value]].items()) for value in hashes]
    step = max(weight for row in rows for _, weight in row) / STEPS
    columns = bytes(place for row in rows for place, _ in row)
    steps = [max(1, round(weight / step)) for row in rows for _, weight in row]
    data = b"JVIW" + struct.pack("<IIII", 2, len(names), len(hashes), len(steps)) + struct.pack("<ff", LENGTH, step)
    for name in names:
        data += bytes([len(name)]) + name.encode()
    data += struct.pack(f"<{len(names)}f", *(ENGLISH_BIAS if name == ENGLISH else 0.0 for name in names))
    data += differences(hashes) + bytes(map(len, rows))
    data += columns + struct.pack(f"<{len(steps)}b", *steps)
    data += struct.pack("<I", fnv(data))
    with open(sys.argv[2], "wb") as file:
        file.write(data)
    print(f"{len(names)} languages, {len(hashes)} features, {len(steps)} weights, {len(data)} bytes")


main()
