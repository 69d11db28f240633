# SPDX-License-Identifier: GPL-3.0-or-later
"""Noises from code: everything that a microphone on a desk hears but speech."""
import numpy as np

RATE = 16000


def shaped(n, rng, gain):
    """White noise filtered by gain(frequency in Hz)."""
    spectrum = np.fft.rfft(rng.standard_normal(n))
    return np.fft.irfft(spectrum * gain(np.arange(len(spectrum)) * RATE / n), n)


def slow(n, rng, hertz, depth):
    """A positive envelope that wanders at about `hertz`; depth in nepers."""
    points = max(4, int(n / RATE * hertz) + 4)
    return np.exp(depth * np.interp(np.arange(n), np.linspace(0, n, points), rng.standard_normal(points)))


def coloured(n, rng):
    slope, knee = rng.uniform(-1.6, 0.4), rng.uniform(20, 300)
    curve = np.interp(np.linspace(0, 1, 40), np.linspace(0, 1, 8), rng.uniform(-0.8, 0.8, 8))
    x = shaped(n, rng, lambda f: (np.maximum(f, knee) / 1000) ** slope * np.exp(np.interp(f, np.geomspace(50, 8000, 40), curve)))
    return x * slow(n, rng, *[(0.2, 0.2), (1, 0.3), (4, 0.5), (0.5, 0.8), (8, 0.3)][rng.integers(5)])


def hum(n, rng):
    t = np.arange(n) / RATE
    base = rng.choice([50, 60, 100, 120, rng.uniform(40, 400)])
    drift = 1 + rng.uniform(0, 0.02) * np.sin(2 * np.pi * rng.uniform(0.05, 1) * t)
    phase = 2 * np.pi * base * np.cumsum(drift) / RATE
    x = sum(rng.uniform(0, 1) / h ** rng.uniform(0.3, 1.5) * np.sin(h * phase + rng.uniform(0, 6.28)) for h in range(1, 16) if base * h < 7500)
    return x * slow(n, rng, 1, rng.choice([0.02, 0.2])) + 10 ** rng.uniform(-3, -0.5) * coloured(n, rng)


def burst(rng, shortest=0.004, longest=0.05):
    m = max(16, int(rng.uniform(shortest, longest) * RATE))
    k = np.arange(m)
    b = rng.standard_normal(m) * np.exp(-k / (m / rng.uniform(3, 8)))
    if rng.random() < 0.6:
        b = b - np.concatenate([[0], b[:-1]]) * rng.uniform(-0.9, 0.9)
    for _ in range(rng.integers(0, 4)):
        b += rng.uniform(0.2, 2) * np.sin(2 * np.pi * rng.uniform(80, 6000) * k / RATE + rng.uniform(0, 6)) * np.exp(-k / (m / rng.uniform(2, 8)))
    return b


def clicks(n, rng, rate=None):
    """Typing, taps, knocks: double bursts at irregular times."""
    x = np.zeros(n + RATE)
    gap, long = (rate or 10 ** rng.uniform(-1.2, 0.3)), rng.choice([0.03, 0.03, 0.12, 0.3])
    same = burst(rng, 0.005, long) if rng.random() < 0.4 else None
    t = rng.uniform(0, gap)
    while t < n / RATE:
        for part, amp in ((0, 1.0), (rng.uniform(0.05, 0.12), rng.uniform(0, 0.7))):
            b = same if same is not None else burst(rng, 0.004, long)
            i = int((t + part) * RATE)
            x[i:i + len(b)] += amp * rng.uniform(0.2, 1) * b[:len(x) - i]
        t += gap * rng.uniform(0.5, 2) + (rng.uniform(0.5, 2) if rng.random() < 0.06 else 0)
    return x[:n] + 10 ** rng.uniform(-5, -2) * rng.standard_normal(n)


def rustle(n, rng):
    """Paper, cloth, wind on the microphone: noise in ragged bursts."""
    low = rng.random() < 0.4
    cut = rng.uniform(60, 400) if low else rng.uniform(800, 4000)
    x = shaped(n, rng, lambda f: 1 / (1 + (f / cut) ** 2) if low else np.minimum(1, (f / cut) ** 2))
    envelope = slow(n, rng, rng.uniform(3, 30), rng.uniform(0.8, 1.8)) * np.maximum(0.01, slow(n, rng, 0.5, 1.5) - rng.uniform(0, 1))
    return x * envelope


def note(x, at, f0, seconds, amp, rng, timbre):
    i, m = int(at * RATE), int(seconds * RATE)
    if i >= len(x) or m < 32:
        return
    k = np.arange(min(m, len(x) - i)) / RATE
    attack, decay, tilt, vibrato = timbre
    envelope = np.minimum(1, k / attack) * np.exp(-k / (seconds * decay)) * np.minimum(1, (m / RATE - k) / 0.02 + 1e-3)
    phase = 2 * np.pi * f0 * (k + vibrato * np.sin(2 * np.pi * 5.5 * k) / 35)
    first = np.exp(1j * phase)
    power, sound = first * np.exp(1j * rng.uniform(0, 6)), 0
    for h in range(1, min(14, int(7600 / f0) + 1)):
        sound = sound + power.imag / h ** tilt
        power = power * first
    x[i:i + len(k)] += amp * envelope * sound


def music(n, rng):
    """Chords, melody, bass and drums in a random key, tempo and set of timbres."""
    x, beat = np.zeros(n), 60 / rng.uniform(60, 170)
    scale = [[0, 2, 4, 5, 7, 9, 11, 12], [0, 2, 3, 5, 7, 8, 10, 12], [0, 3, 5, 7, 10, 12, 15, 17]][rng.integers(3)]
    key = rng.uniform(-6, 6)
    timbre = [(rng.choice([0.003, 0.012, 0.06]), rng.choice([0.25, 0.6, 5]), rng.uniform(0.6, 2.2), rng.choice([0, 0, 0.004, 0.02])) for _ in range(3)]
    parts = rng.random(4) < [0.7, 0.75, 0.5, 0.5]
    if not parts.any():
        parts[1] = True
    drums = [burst(rng, 0.05, 0.25), burst(rng, 0.05, 0.2), burst(rng, 0.01, 0.06)]
    roots, t, bar = rng.choice([0, 2, 3, 5, 7, 8, 9, 10], 4), -rng.uniform(0, 4 * beat), 0
    while t < n / RATE:
        root = roots[bar % 4]
        if parts[0]:
            for d in (0, rng.choice([3, 4]), 7):
                note(x, max(0, t), 130.8 * 2 ** ((root + d + key) / 12), beat * 4, 0.35, rng, timbre[0])
        u = t
        while u < t + 4 * beat - 1e-6:
            d = beat * rng.choice([0.25, 0.5, 0.5, 1.0, 2.0])
            if parts[1] and u > 0 and rng.random() < 0.85:
                f = 261.6 * 2 ** ((scale[rng.integers(8)] + key) / 12 + rng.choice([-1, 0, 0, 1]))
                note(x, u, f, d * rng.uniform(0.6, 1.6), 0.8, rng, timbre[1])
            if parts[2] and u > 0:
                note(x, u, 65.4 * 2 ** ((root + key) / 12), d, 0.8, rng, timbre[2])
            u += d
        if parts[3]:
            for step in range(8):
                i = int((t + step * beat / 2) * RATE)
                for drum, p in zip(drums, (0.5, 0.3, 0.7)):
                    if rng.random() < p and 0 <= i < n:
                        part = drum[:n - i]
                        x[i:i + len(part)] += rng.uniform(0.1, 0.8) * part
        t += 4 * beat
        bar += 1
    return x + 1e-4 * rng.standard_normal(n)


def beeps(n, rng):
    """Rings, alarms, dial tones, sirens, chirps of birds."""
    x, t, k = np.zeros(n), rng.uniform(0, 1), np.arange(n) / RATE
    if rng.random() < 0.2:                                              # a siren
        f = rng.uniform(400, 1200) * (1 + rng.uniform(0.1, 0.5) * np.sin(2 * np.pi * rng.uniform(0.1, 3) * k))
        return sum(a * np.sin(h * 2 * np.pi * np.cumsum(f) / RATE) for h, a in ((1, 1), (2, rng.random()), (3, rng.random())))
    bird, gap = rng.random() < 0.4, 10 ** rng.uniform(-1, 0.3)
    low, high = (1500, 6500) if bird else (300, 3500)
    f, length = rng.uniform(low, high, 3), rng.uniform(0.03, 0.5)
    while t < n / RATE:
        m = int(length * rng.uniform(0.7, 1.3) * RATE) if bird else int(length * RATE)
        i = int(t * RATE)
        j = np.arange(min(m, n - i)) / RATE
        sweep = rng.uniform(-0.5, 0.5) if bird else 0
        for g in f[:rng.integers(1, 4)]:
            tone = np.sin(2 * np.pi * g * (j + sweep * j * j / (2 * m / RATE)) + 0.5 * rng.random() * np.sin(2 * np.pi * 25 * j))
            x[i:i + len(j)] += tone * np.minimum(1, np.minimum(j / 0.004, (m / RATE - j) / 0.004))
        t += m / RATE + gap * (rng.uniform(0.5, 1.5) if bird else 1)
    return x + 1e-4 * rng.standard_normal(n)


def calls(n, rng):
    """Barks, mews, horns: harmonic sounds with a formant or two, alone or in rows, that no word is made of."""
    x, t, horn = np.zeros(n), rng.uniform(0, 2), rng.random() < 0.35
    f0, length, peak = rng.uniform(200, 900), rng.uniform(0.07, 0.4) * (3 if horn else 1), rng.uniform(500, 2500)
    tilt = rng.uniform(0.2, 1.2)
    while t < n / RATE:
        for _ in range(rng.integers(1, 5)):
            i, m = int(t * RATE), int(length * rng.uniform(0.8, 1.2) * RATE)
            k = np.arange(max(0, min(m, n - i))) / m
            bend = 1 if horn else 1 + rng.uniform(-0.1, 0.5) * np.sin(np.pi * k) - 0.3 * k
            phase = 2 * np.pi * f0 * rng.choice([1, 1, rng.uniform(0.9, 1.1)]) * np.cumsum(bend * np.ones(len(k))) / RATE
            b = sum(np.exp(-((f0 * h - peak) / 800) ** 2 - tilt * np.log(h)) * np.sin(h * phase + h) for h in range(1, 14) if f0 * h < 7000)
            b = b + 1e-9 + rng.uniform(0, 0.3) * rng.standard_normal(len(k)) * np.std(b + 1e-9)
            x[i:i + len(k)] += b * (np.minimum(1, k / 0.03) * (1 if horn else np.exp(-2 * k)) * np.minimum(1, (1 - k) / 0.1))
            t += m / RATE + rng.uniform(0.05, 0.5)
        t += rng.uniform(0.2, 4)
    return x + 1e-4 * rng.standard_normal(n)


def crowd_of_bursts(n, rng):
    """Applause, rain, crackling, boiling: many small bursts."""
    x = np.zeros(n + RATE)
    kinds = [burst(rng, 0.002, 0.03) for _ in range(12)]
    for i in rng.integers(0, n, int(n / RATE * 10 ** rng.uniform(0.8, 2.4))):
        b = kinds[rng.integers(12)]
        x[i:i + len(b)] += rng.exponential() * b
    return x[:n] * slow(n, rng, 0.4, 0.4)


def engine(n, rng):
    """Motors, fans, vacuum cleaners, cars going by: a pulse train and noise that follow a changing speed."""
    k = np.arange(n)
    speed = rng.uniform(15, 120) * np.interp(k, np.linspace(0, n, 6), rng.uniform(0.7, 1.4, 6))
    phase = np.cumsum(speed) / RATE
    x = sum(rng.uniform(0, 1) / h ** 0.7 * np.sin(2 * np.pi * h * phase + rng.uniform(0, 6)) for h in range(1, 20))
    return x * slow(n, rng, 0.5, 0.3) / 3 + rng.uniform(0.1, 1) * coloured(n, rng) * (1 + 0.5 * np.sin(2 * np.pi * phase))


def cough(n, rng):
    """Coughs, sneezes, thumps and slams: loud, rare, of up to half a second."""
    x, t = np.zeros(n + 2 * RATE), rng.uniform(0.1, 2)
    while t < n / RATE:
        for _ in range(rng.integers(1, 4)):
            m, i = int(rng.uniform(0.08, 0.5) * RATE), int(t * RATE)
            if i >= n:
                break
            k, peak = np.arange(m) / m, rng.uniform(300, 2500)
            b = shaped(m, rng, lambda f: 1 / (1 + ((f - peak) / (0.6 * peak)) ** 2)) * np.minimum(1, k / 0.05) * np.exp(-k * rng.uniform(2, 8))
            x[i:i + m] += rng.uniform(0.4, 1) * b / np.std(b)
            t += m / RATE + rng.uniform(0.02, 0.2)
        t += rng.uniform(0.5, 4)
    return x[:n] + 1e-4 * rng.standard_normal(n)


def dishes(n, rng):
    """Crockery, cutlery, glasses, keys, tools laid down: blows that ring in a few inharmonic modes, over a murmur."""
    x, t, k = np.zeros(n + 2 * RATE), rng.uniform(0, 1), np.arange(RATE)
    things = []
    for _ in range(rng.integers(1, 5)):
        base, decay = 10 ** rng.uniform(2.4, 3.5), 10 ** rng.uniform(-2, -0.5)
        modes = base * np.concatenate([[1], np.cumprod(rng.uniform(1.1, 2.2, 6))])
        things.append([(f, rng.exponential() / (1 + i), decay * rng.uniform(0.3, 1) / (1 + 0.3 * i)) for i, f in enumerate(modes) if f < 7500])
    busy = rng.choice([0.08, 0.3, 1])
    while t < n / RATE:
        thing, i, knock = things[rng.integers(len(things))], int(t * RATE), burst(rng, 0.003, 0.02)
        b = sum(a * np.sin(2 * np.pi * f * rng.uniform(0.98, 1.02) * k / RATE) * np.exp(-k / (d * RATE)) for f, a, d in thing)
        b[:len(knock)] += rng.uniform(0, 1.5) * knock
        x[i:i + RATE] += rng.exponential() * b
        t += busy * rng.exponential() * (1 if rng.random() < 0.9 else 6) + 0.01
    return x[:n] / np.std(x) + 10 ** rng.uniform(-2.5, -0.3) * coloured(n, rng)


def scrapes(n, rng):
    """Chairs, hinges, drawers, squeaks: sticking and slipping at a gliding rate, through a few resonances."""
    x, t = np.zeros(n + 4 * RATE), rng.uniform(0, 2)
    while t < n / RATE:
        m, i = int(10 ** rng.uniform(-1, 0.2) * RATE), int(t * RATE)
        k = np.linspace(0, 1, m)
        rate = 10 ** rng.uniform(1.5, 3) * np.exp(np.interp(k, np.linspace(0, 1, 4), rng.uniform(-0.5, 0.5, 4)))
        phase = np.cumsum(rate * np.exp(rng.uniform(0, 0.3) * rng.standard_normal(m))) / RATE
        slips = np.diff(np.floor(phase), prepend=0) * rng.uniform(0.3, 1, m) + rng.uniform(0, 0.1) * rng.standard_normal(m)
        peaks = [(10 ** rng.uniform(2.5, 3.8), rng.uniform(30, 400)) for _ in range(3)]
        f = np.arange(m // 2 + 1) * RATE / m
        b = np.fft.irfft(np.fft.rfft(slips) * sum(1 / (1 + ((f - p) / w) ** 2) for p, w in peaks), m)
        x[i:i + m] += b / (np.std(b) + 1e-9) * rng.uniform(0.3, 1) * np.minimum(1, np.minimum(k, 1 - k) * 12)
        t += m / RATE + rng.exponential() * rng.choice([0.1, 0.5, 2])
    return x[:n] + 10 ** rng.uniform(-4, -1) * rng.standard_normal(n)


KINDS = [(coloured, 5), (hum, 3), (clicks, 5), (rustle, 2), (music, 7), (beeps, 3), (crowd_of_bursts, 1), (engine, 2), (cough, 1.5), (calls, 2), (dishes, 4), (scrapes, 2)]


def any_noise(n, rng):
    weights = np.array([w for _, w in KINDS], float)
    return KINDS[rng.choice(len(KINDS), p=weights / weights.sum())][0](n, rng)
