# SPDX-License-Identifier: GPL-3.0-or-later
"""The network in numpy, and its weights as files: .npz while training, the file of data/ for the program.

  network.py WEIGHTS.npz OUT.weights [PROBABILITY]     PROBABILITY: from which a frame is speech at 50 % (0.5)
"""
import numpy as np


def save(path, p):
    np.savez(path, **p)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def logits(p, x):
    """x (frames, inputs) → logit of each frame, from a state of zero."""
    p = {k: np.asarray(v, np.float32) for k, v in p.items()}
    g = np.maximum(x @ p["w0"] + p["b0"], 0) @ p["wx"] + p["bx"]
    n = len(p["wh"])
    h, out = np.zeros(n, np.float32), np.empty(len(x), np.float32)
    for t, gx in enumerate(g):
        gh = h @ p["wh"] + p["bh"]
        rz = sigmoid(gx[:2 * n] + gh[:2 * n])
        h = rz[n:] * h + (1 - rz[n:]) * np.tanh(gx[2 * n:] + rz[:n] * gh[2 * n:])
        out[t] = h @ p["wo"][:, 0] + p["bo"][0]
    return out


def reference_sound():
    """Two seconds of noise from integers, the middle one with a pulse train of 160 Hz: the same in every language."""
    state, samples = 1, []
    for i in range(32000):
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        sample = ((state >> 16) - 32768) >> 6
        if 8000 <= i < 24000 and i % 100 < 20:
            sample += 8000 - 400 * (i % 100)
        samples.append(sample)
    return np.array(samples, np.int16)


def export(p, path, point, provenance):
    """Writes the program's file (VoiceNetworkWeights.swift describes it) and PATH.json beside it."""
    import json, os, struct, zlib
    import features
    dense, hidden = p["w0"].shape[1], p["wh"].shape[0]
    data = b"JVAD" + struct.pack("<4If", 1, features.INPUTS, dense, hidden, point)
    for name in ("w0", "b0", "wx", "bx", "wh", "bh", "wo", "bo"):
        data += np.ascontiguousarray(p[name], "<f4").tobytes()
    with open(path, "wb") as f:
        f.write(data + struct.pack("<I", zlib.adler32(data)))
    level = features.levels(reference_sound())
    reference = logits(p, features.inputs(level[None])[0])
    provenance["weights"] = sum(int(v.size) for v in p.values())
    provenance["operatingPoint"] = point
    # The logit of every tenth frame of reference_sound(), for the program's test.
    provenance["referenceLogits"] = [round(float(v), 4) for v in reference[9::10]]
    with open(os.path.splitext(path)[0] + ".json", "w") as f:
        f.write(json.dumps(provenance, indent=2) + "\n")


def main():
    import sys
    import math
    p = {k: np.asarray(v) for k, v in np.load(sys.argv[1]).items()}
    probability = float(sys.argv[3]) if len(sys.argv) > 3 else 0.5
    export(p, sys.argv[2], math.log(probability / (1 - probability)), {
        "what": "weights of the voice-activity network, made by training/voice-activity",
        "licence": "GPL-3.0-or-later",
        "data": "recordings of the Debian packages in materials.py, noises from code (sounds.py), and the speakers of the "
                "development corpus that split.py leaves for training; none of it is contained here"})


if __name__ == "__main__":
    main()
