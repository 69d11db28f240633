# SPDX-License-Identifier: GPL-3.0-or-later
"""What the voice network hears: the same arithmetic as VoiceFeatures.swift, over whole recordings at once.

Two steps, so that the first can be kept on disk. `levels`: per frame of 20 ms the levels of 24 bands at its two halves,
and its periodicity. `inputs`: those over an adaptive floor and a running mean, which makes them independent of gain.
"""
import numpy as np

RATE, FRAME, HOP, WINDOW, BANDS = 16000, 320, 160, 512, 24
# First bin (31.25 Hz) of each band and the end of the last.
EDGES = np.array([2, 4, 6, 8, 10, 13, 16, 19, 23, 27, 32, 37, 43, 50, 58, 66, 76, 87, 99, 113, 129, 147, 167, 196, 242])
HANN = (0.5 - 0.5 * np.cos(2 * np.pi * (np.arange(WINDOW) + 0.5) / WINDOW)).astype(np.float32)
SCALE = np.float32(1 / (WINDOW * WINDOW * 0.1875))
LAGS = np.arange(10, 58)
INPUTS = 4 * BANDS + 3


def levels(samples):
    """int16 samples → float32 (frames, 50): 24 levels in dB of either half, periodicity, its lag."""
    count = len(samples) // FRAME
    x = np.concatenate([np.zeros(WINDOW - HOP, np.float32), samples[:count * FRAME].astype(np.float32) / 32768])
    windows = np.lib.stride_tricks.sliding_window_view(x, WINDOW)[::HOP][:2 * count]
    power = np.abs(np.fft.rfft(windows * HANN, axis=1)[:, :EDGES[-1]]) ** 2
    band = np.add.reduceat(power, EDGES[:-1], axis=1) * SCALE / np.diff(EDGES)
    level = 10 * np.log10(band + 1e-12).astype(np.float32)
    voiced, lag = periodicity(windows[1::2])
    return np.concatenate([level.reshape(count, 2 * BANDS), voiced[:, None], lag[:, None]], axis=1).astype(np.float32)


def periodicity(windows):
    """Highest normalised autocorrelation between 70 and 400 Hz of each window, and where: 0 at 400 Hz, 1 at 70."""
    d = windows.reshape(len(windows), WINDOW // 4, 4).sum(2)
    d = d - d.mean(1, keepdims=True)
    n = d.shape[1]
    spectrum = np.fft.rfft(d, 2 * n, axis=1)
    cross = np.fft.irfft(np.abs(spectrum) ** 2, axis=1)[:, LAGS]
    energy = np.concatenate([np.zeros((len(d), 1)), np.cumsum(d.astype(np.float64) ** 2, axis=1)], axis=1)
    first, second = energy[:, n - LAGS], energy[:, -1:] - energy[:, LAGS]
    value = cross / np.sqrt((first + 1e-9) * (second + 1e-9))
    best = value.argmax(1)
    return np.maximum(value[np.arange(len(d)), best], 0), best / (len(LAGS) - 1)


def inputs(level):
    """(sequences, frames, 50) → float32 (sequences, frames, INPUTS)."""
    sequences, frames = level.shape[:2]
    halves = level[:, :, :2 * BANDS].astype(np.float32).reshape(sequences, 2 * frames, BANDS)
    out = np.empty((sequences, frames, INPUTS), np.float32)
    mean = smooth = floor = halves[:, 0].copy()
    for step in range(2 * frames):
        now = halves[:, step]
        mean = mean + np.float32(max(1 / (step + 1), 0.01)) * (now - mean)
        smooth = smooth + np.float32(0.3) * (now - smooth)
        change = smooth - floor
        floor = floor + np.where(change < 0, np.float32(0.1) * change, np.minimum(change, np.float32(0.02)))
        frame, half = divmod(step, 2)
        out[:, frame, half * BANDS:(half + 1) * BANDS] = (now - mean) * np.float32(0.1)
        if half:
            out[:, frame, 2 * BANDS:3 * BANDS] = (smooth - floor) * np.float32(0.1)
            middle = mean.mean(1, keepdims=True)
            out[:, frame, 3 * BANDS:4 * BANDS] = (mean - middle) * np.float32(0.1)
            out[:, frame, 4 * BANDS + 2] = (now.mean(1) - middle[:, 0]) * np.float32(0.1)
    out[:, :, 4 * BANDS:4 * BANDS + 2] = level[:, :, 2 * BANDS:]
    return np.clip(out, -4, 6)
