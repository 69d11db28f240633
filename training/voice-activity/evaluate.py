#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The figures of a network on labelled mixtures.

  evaluate.py MIXES WEIGHTS.npz     MIXES: a folder of make_mixes.py
"""
import json, os, sys, wave
import numpy as np
import features, network

GROUPS = {"clean": ["clean"], "20 dB": "_20", "10 dB": "_10", "5 dB": "_5", "0 dB": "_0", "real": "real_", "music": "music_",
          "clicks": "clicks_", "hum": "hum_", "pink": "pink_", "quiet": "quiet", "clipped": "clipped"}


def tracks(folder):
    truth = json.load(open(folder + "/truth.json"))
    for name, entry in truth.items():
        if "babble" in name:
            continue
        with wave.open(os.path.join(folder, entry["wav"])) as w:
            samples = np.frombuffer(w.readframes(w.getnframes()), "<i2")
        value, *runs = entry["frames10ms_rle"]
        label = np.concatenate([np.full(n, (value + i) % 2) for i, n in enumerate(runs)])
        yield name, features.levels(samples), label, entry["segments"]


CACHE = {}


def scores(folder, p):
    if folder not in CACHE:
        got = list(tracks(folder))
        CACHE[folder] = got, features.inputs(np.stack([g[1] for g in got]))
    got, inputs = CACHE[folder]
    n = len(p["wh"])
    p = {k: np.asarray(v, np.float32) for k, v in p.items()}
    g = np.maximum(inputs @ p["w0"] + p["b0"], 0) @ p["wx"] + p["bx"]
    h, out = np.zeros((len(got), n), np.float32), np.empty(inputs.shape[:2], np.float32)
    for t in range(inputs.shape[1]):
        gx, gh = g[:, t], h @ p["wh"] + p["bh"]
        rz = network.sigmoid(gx[:, :2 * n] + gh[:, :2 * n])
        h = rz[:, n:] * h + (1 - rz[:, n:]) * np.tanh(gx[:, 2 * n:] + rz[:, :n] * gh[:, 2 * n:])
        out[:, t] = (h @ p["wo"])[:, 0] + p["bo"]
    return [(name, out[i], label, segments) for i, (name, _, label, segments) in enumerate(got)]


def f1(pairs):
    hit = sum(float((d & l).sum()) for d, l in pairs)
    return 2 * hit / max(1.0, sum(float(d.sum() + l.sum()) for d, l in pairs))


def table(folder, p, thresholds=(0.3, 0.4, 0.5, 0.6, 0.7)):
    got = scores(folder, p)
    for threshold in thresholds:
        decided = [(name, np.repeat(s > np.log(threshold / (1 - threshold)), 2), l == 1, g) for name, s, l, g in got]
        spoken = [(d, l) for name, d, l, _ in decided if not name.startswith("only")]
        silent = [(name, d) for name, d, l, _ in decided if name.startswith("only")]
        line = f"{threshold}: F1 {f1([(d, l) for _, d, l, _ in decided]):.3f} (speech tracks {f1(spoken):.3f}) "
        for group, key in GROUPS.items():
            pick = [(d, l) for name, d, l, _ in decided if not name.startswith("only") and
                    (name == "clean" if group == "clean" else name.endswith(key) if key[0] == "_" else name.startswith(key))]
            line += f"{group} {f1(pick):.3f} "
        flagged = 100 * np.mean([d.mean() for _, d in silent])
        onsets = {"clean": [], "all": []}
        for name, d, l, segments in decided:
            for a, b in segments:
                i, j = round(a * 100), round(b * 100)
                first = np.flatnonzero(d[max(0, i - 10):j])
                if len(first) and not d[max(0, i - 30):max(0, i - 10)].any():
                    late = 10 * max(0, first[0] - min(i, 10))
                    onsets["all"].append(late)
                    if name == "clean":
                        onsets["clean"].append(late)
        line += f"noise {flagged:.2f} % onset " + " ".join(f"{k} {np.percentile(v, 50):.0f}/{np.percentile(v, 90):.0f}" for k, v in onsets.items() if v)
        if threshold == 0.5:
            line += " | " + " ".join(f"{name[5:]} {100 * d.mean():.1f}" for name, d in silent if d.mean() > 0.003)
        print(line, flush=True)


if __name__ == "__main__":
    table(sys.argv[1], dict(np.load(sys.argv[2])))
