#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the training set: mixtures of speech and noise with their labels, as levels (features.py) in files.

  mixing.py SOUNDS CORPUS OUT COUNT [--seed 1]

SOUNDS is the folder of materials.py; CORPUS a folder of labelled clips (manifest.json) of which only the speakers of
the training side are used (split.py), or "-". OUT gets set-K.npz with `levels` float16 (n, 500, 50) and `labels`.
"""
import argparse, glob, json, os, wave
from multiprocessing import Pool
import numpy as np
import features, sounds, split

RATE, SECONDS = 16000, 10
LENGTH = RATE * SECONDS


def read(path):
    with wave.open(path, "rb") as w:
        return np.frombuffer(w.readframes(w.getnframes()), "<i2").astype(np.float32) / 32768


def speech_segments(x):
    """Energy labels of a clean clip in 10 ms steps, or None where its background is too loud to trust them."""
    n = len(x) // 160
    if n < 15:
        return None
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(x[:n * 160], (80, 240)), 320)[::160][:n]
    power = np.abs(np.fft.rfft(windows * np.hanning(320), 512, axis=1)) ** 2
    f = np.arange(257) * RATE / 512
    weight = ((f > 120) & (f < 7000)) * np.where(f > 1500, 4.0, 1.0)
    level = 10 * np.log10((power * weight).sum(1) + 1e-9)
    peak, floor = np.percentile(level, 99.5), np.percentile(level, 3)
    if peak < -10 or floor > peak - 26:
        return None
    on = level > max(min(floor, peak - 48) + 10, peak - 38, floor + 6)
    edges = np.flatnonzero(np.diff(np.concatenate([[0], on.astype(int), [0]])))
    merged = []
    for a, b in edges.reshape(-1, 2):
        if merged and a - merged[-1][1] < 20:
            merged[-1][1] = b
        elif merged and merged[-1][1] - merged[-1][0] < 6:
            merged[-1] = [a, b]
        else:
            merged.append([a, b])
    merged = [(a, b) for a, b in merged if b - a >= 6]
    return merged or None


def load(folder, corpus):
    """({voice: [(samples, segments)]}, {kind: [samples]})"""
    voices, noises, dropped = {}, {}, 0
    for path in sorted(glob.glob(folder + "/speech/*/*.wav")):
        x = read(path)
        segments = speech_segments(x)
        if segments is None:
            dropped += 1
            continue
        voices.setdefault(path.split("/")[-2], []).append((x, segments))
    if corpus != "-":
        for clip in json.load(open(corpus + "/manifest.json"))["clips"]:
            if clip["kind"] in ("keyword", "command", "dictation") and clip["snr_est_db"] >= 25 and not split.is_test(clip["speaker"]):
                segments = [(round(a * 100), round(b * 100)) for a, b in clip["speech_segments"]]
                voices.setdefault("corpus." + clip["speaker"], []).append((read(f"{corpus}/{clip['file']}"), segments))
    for path in sorted(glob.glob(folder + "/noise/*/*.wav")):
        x = read(path)
        if len(x) > 800 and np.max(np.abs(x)) > 0.003:
            noises.setdefault(path.split("/")[-2], []).append(x)
    print(f"{sum(map(len, voices.values()))} clips of {len(voices)} voices ({dropped} dropped), {sum(map(len, noises.values()))} noises")
    return voices, noises


def tilt(x, rng):
    """A random, gentle equaliser."""
    n = 1 << (len(x) - 1).bit_length()
    spectrum = np.fft.rfft(x, n)
    f = np.linspace(0, 8000, len(spectrum))
    gain = np.interp(f, [0, 120, 400, 1000, 2500, 5000, 8000], rng.uniform(-5, 5, 7) + rng.uniform(-4, 4) * np.arange(7) / 3)
    return np.fft.irfft(spectrum * 10 ** (gain / 20), n)[:len(x)].astype(np.float32)


def room(x, rng):
    """An exponentially decaying response; the direct sound stays where it was."""
    t60 = rng.uniform(0.12, 0.6)
    k = np.arange(int(t60 * RATE))
    tail = rng.standard_normal(len(k)) * 10 ** (-3 * k / len(k))
    tail[:int(rng.uniform(0.002, 0.01) * RATE)] = 0
    tail *= 10 ** (-rng.uniform(-3, 12) / 20) / np.sqrt((tail ** 2).sum() + 1e-9)
    tail[0] = 1
    n = 1 << (len(x) + len(k) - 1).bit_length()
    return np.fft.irfft(np.fft.rfft(x, n) * np.fft.rfft(tail, n), n)[:len(x)].astype(np.float32)


def speed(x, factor):
    at = np.arange(0, len(x) - 1, factor)
    return np.interp(at, np.arange(len(x)), x).astype(np.float32)


def speech_track(voices, rng):
    x, label = np.zeros(LENGTH, np.float32), np.zeros(LENGTH // 160, np.float32)
    names = list(voices)
    weights = np.array([min(len(voices[n]), 60) ** 0.6 * (2.5 if n.startswith("corpus") else 1) for n in names])
    t = rng.uniform(0.05, 3)
    gated, spread, style = rng.random() < 0.75, rng.uniform(0, 5), rng.random()
    while t < SECONDS - 0.4:
        clips = voices[names[rng.choice(len(names), p=weights / weights.sum())]]
        clip, segments = clips[rng.integers(len(clips))]
        factor = rng.uniform(0.82, 1.22) if rng.random() < 0.6 else 1
        active = np.concatenate([clip[a * 160:b * 160] for a, b in segments])
        y = clip / (np.sqrt(np.mean(active ** 2)) + 1e-6)
        mask = np.zeros(len(y), np.float32)
        for a, b in segments:
            mask[max(0, a * 160 - 480):b * 160 + 480] = 1
        if gated:
            y = y * np.convolve(mask, np.hanning(641) / 320, "same")
        first, last = max(0, segments[0][0] - 6), segments[-1][1] + 6
        y = y[first * 160:last * 160]
        spans = [((a - first) / factor, (b - first) / factor) for a, b in segments]
        if factor != 1:
            y = speed(y, factor)
        if rng.random() < 0.5:
            y = tilt(y, rng)
        i = int(t * 100)
        y = y[:LENGTH - i * 160] * 10 ** (rng.uniform(-spread, spread) / 20)
        x[i * 160:i * 160 + len(y)] += y
        for a, b in spans:
            label[round(i + a):max(0, round(i + b))] = 1
        t += len(y) / RATE + (rng.uniform(0.1, 0.9) if style < 0.35 else rng.uniform(0.4, 3.5))
    if rng.random() < 0.25:
        x = room(x, rng)
    return x, label


def recorded(noises, rng):
    """One recording repeated, or a few strewn about."""
    names = list(noises)
    weights = np.array([len(noises[n]) ** 0.5 for n in names])
    kind = noises[names[rng.choice(len(names), p=weights / weights.sum())]]
    x = np.zeros(LENGTH, np.float32)
    how = rng.random()
    one = kind[rng.integers(len(kind))] if how < 0.5 else None
    if how > 0.85:                                                      # or of all kinds
        kind = [noises[n][rng.integers(len(noises[n]))] for n in rng.choice(names, 8, p=weights / weights.sum())]
    gap, t = rng.choice([-0.05, 0.1, 0.6, 2]), -rng.uniform(0, 1)
    while t < SECONDS:
        y = one if one is not None else kind[rng.integers(len(kind))]
        if len(y) > 6 * RATE:
            start = rng.integers(0, len(y) - 5 * RATE)
            y = y[start:start + LENGTH]
        y = y / (np.sqrt(np.mean(y ** 2)) + 1e-5) * 10 ** (rng.uniform(-6, 2) / 20)
        if rng.random() < 0.4:
            y = speed(y, rng.uniform(0.7, 1.5))
        i = int(t * RATE)
        y = y[max(0, -i):]
        i = max(0, i)
        y = y[:LENGTH - i]
        x[i:i + len(y)] += y
        t = (i + len(y)) / RATE + gap * rng.uniform(0, 2) + 0.002
    x = tilt(x, rng) if rng.random() < 0.5 else x
    return x + 1e-4 * rng.standard_normal(LENGTH)


def babble(voices, rng):
    names, x = list(voices), np.zeros(LENGTH, np.float32)
    for _ in range(rng.integers(4, 9)):
        t = -rng.uniform(0, 2)
        while t < SECONDS:
            clips = voices[names[rng.integers(len(names))]]
            y = clips[rng.integers(len(clips))][0]
            y = y / (np.sqrt(np.mean(y ** 2)) + 1e-5)
            i = int(t * RATE)
            y, i = y[max(0, -i):], max(0, i)
            y = y[:LENGTH - i]
            x[i:i + len(y)] += y
            t = (i + len(y)) / RATE + rng.uniform(0.01, 0.4)
    return x


def noise_track(voices, noises, rng, spoken):
    which = rng.random()
    if spoken and which < 0.04:
        return babble(voices, rng), True
    x = recorded(noises, rng) if which < RECORDED else sounds.any_noise(LENGTH, rng)
    if rng.random() < 0.15:
        y = recorded(noises, rng) if rng.random() < 0.5 else sounds.any_noise(LENGTH, rng)
        x = x / (np.std(x) + 1e-9) + y / (np.std(y) + 1e-9) * 10 ** (rng.uniform(-10, 5) / 20)
    if rng.random() < 0.2:
        x = room(x.astype(np.float32), rng)
    if rng.random() < 0.15:                                             # begins, or ends, on the way
        edge = rng.integers(0, LENGTH)
        if rng.random() < 0.7:
            x[:edge] = 0
        else:
            x[edge:] = 0
    return x / (np.std(x) + 1e-9), False


def example(voices, noises, rng):
    spoken = rng.random() < SPOKEN
    level = rng.uniform(-45, -12) if rng.random() < 0.7 else -26
    x, label = np.zeros(LENGTH, np.float32), np.zeros(LENGTH // 160, np.float32)
    if spoken:
        x, label = speech_track(voices, rng)
        x = x * 10 ** (level / 20)
    if not spoken or rng.random() > 0.12:
        noise, is_babble = noise_track(voices, noises, rng, spoken)
        ratio = rng.uniform(4, 20) if is_babble else rng.triangular(-4, 4, 30)
        x = x + noise * 10 ** (((level - ratio) if spoken else rng.uniform(-60, -15)) / 20)
    hiss = rng.standard_normal(LENGTH) if rng.random() < 0.6 else sounds.coloured(LENGTH, rng)
    x = x + hiss / np.std(hiss) * 10 ** ((rng.uniform(-88, -58) if rng.random() < 0.7 else -75) / 20)
    if rng.random() < 0.12:
        x = x * 10 ** (rng.uniform(6, 32) / 20)
    if rng.random() < 0.05:
        spectrum = np.fft.rfft(x)
        spectrum[int(rng.uniform(3300, 7000) * SECONDS):] = 0
        x = np.fft.irfft(spectrum, LENGTH)
    samples = np.clip(np.round(x * 32768), -32768, 32767).astype(np.int16)
    return features.levels(samples).astype(np.float16), label.reshape(-1, 2).mean(1).astype(np.float16)


def work(job):
    seed, count = job
    rng = np.random.default_rng([seed, 7])
    made = [example(VOICES, NOISES, rng) for _ in range(count)]
    return np.stack([m[0] for m in made]), np.stack([m[1] for m in made])


if __name__ == "__main__":
    arguments = argparse.ArgumentParser()
    for name in ("sounds", "corpus", "out"):
        arguments.add_argument(name)
    arguments.add_argument("count", type=int)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--spoken", type=float, default=0.75, help="share of mixtures in which somebody speaks")
    arguments.add_argument("--recorded", type=float, default=0.55, help="share of noises that are recordings")
    a = arguments.parse_args()
    SPOKEN, RECORDED = a.spoken, a.recorded
    os.makedirs(a.out, exist_ok=True)
    VOICES, NOISES = load(a.sounds, a.corpus)
    with Pool(2) as pool:
        for k, (level, label) in enumerate(pool.imap(work, [(a.seed * 1000 + k, 100) for k in range(a.count // 100)])):
            np.savez(f"{a.out}/set-{a.seed}-{k:03}.npz", levels=level, labels=label)
