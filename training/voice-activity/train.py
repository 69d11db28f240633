#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains the voice network and writes its weights (network.py says in which form).

  train.py SETS OUT.npz [--steps 6000] [--hidden 64] [--mixes DIR] [--start WEIGHTS.npz]

SETS holds the files of mixing.py; the first two are kept apart to watch the loss. In every epoch other noises are laid
over the sequences, in the power domain (`augmented`). With --mixes (a folder of
make_mixes.py) the table of evaluate.py is printed on the way. JAX on the processor, deterministic seeds.
"""
import argparse, glob, time
import jax, jax.numpy as jnp, numpy as np, optax
import evaluate, features, network

FRAMES = 250
# Weights in the loss of sequences without speech and of the beginnings of words.
SILENCE, ONSET = 1.3, 1.5


def initial(rng, dense, hidden):
    def layer(m, n):
        return (rng.standard_normal((m, n)) / np.sqrt(m)).astype(np.float32)
    orthogonal = [np.linalg.qr(rng.standard_normal((hidden, hidden)))[0] for _ in range(3)]
    return dict(w0=layer(features.INPUTS, dense), b0=np.zeros(dense, np.float32), wx=layer(dense, 3 * hidden),
                bx=np.zeros(3 * hidden, np.float32), wh=np.concatenate(orthogonal, 1).astype(np.float32),
                bh=np.zeros(3 * hidden, np.float32), wo=layer(hidden, 1), bo=np.zeros(1, np.float32))


def forward(p, x, state, rng=None):
    """x (batch, frames, inputs) → logits (batch, frames); with rng, a tenth of the dense layer is left out."""
    e = jax.nn.relu(x @ p["w0"] + p["b0"])
    if rng is not None:
        e = e * jax.random.bernoulli(rng, 0.9, (e.shape[0], 1, e.shape[2])) / 0.9
    g = e @ p["wx"] + p["bx"]

    def step(h, gx):
        gh = h @ p["wh"] + p["bh"]
        n = h.shape[-1]
        r, z = jax.nn.sigmoid(gx[:, :n] + gh[:, :n]), jax.nn.sigmoid(gx[:, n:2 * n] + gh[:, n:2 * n])
        h = z * h + (1 - z) * jnp.tanh(gx[:, 2 * n:] + r * gh[:, 2 * n:])
        return h, h
    state, hs = jax.lax.scan(step, state, jnp.swapaxes(g, 0, 1))
    return jnp.swapaxes((hs @ p["wo"])[..., 0] + p["bo"], 0, 1), state


def widened(p, rng, dense, hidden):
    """Weights of a larger network that decides at first like the smaller one `p`: what is new is not listened to yet."""
    fresh, (d, n) = initial(rng, dense, hidden), p["wx"].shape[:1] + p["wh"].shape[:1]
    if (d, n) == (dense, hidden):
        return p
    gates = np.concatenate([np.arange(n) + gate * hidden for gate in range(3)])
    fresh["w0"][:, :d], fresh["b0"][:d] = p["w0"], p["b0"]
    fresh["wx"][d:, gates], fresh["wx"][np.ix_(np.arange(d), gates)], fresh["bx"][gates], fresh["bh"][gates] = 0, p["wx"], p["bx"], p["bh"]
    fresh["wh"][n:, gates], fresh["wh"][np.ix_(np.arange(n), gates)] = 0, p["wh"]
    fresh["wo"][n:], fresh["wo"][:n], fresh["bo"] = 0, p["wo"], p["bo"]
    return fresh


def loss(p, x, y, state, rng):
    logits, state = forward(p, x, state, rng)
    # A frame of noise taken for speech weighs more in silence than within speech: it may start an utterance.
    weight = jnp.where(y.max(1, keepdims=True) == 0, SILENCE, 1.0)
    # The first 100 ms of a word weigh more too: alone they are the most doubtful of its frames.
    spoken = jnp.pad(y, ((0, 0), (5, 0)), mode="edge") > 0.5
    before = jnp.stack([spoken[:, k:k + y.shape[1]] for k in range(5)]).all(0)
    weight = jnp.where((y > 0.5) & ~before, weight * ONSET, weight)
    return jnp.mean(weight * optax.sigmoid_binary_cross_entropy(logits, y)), state


def augmented(level, label, rng):
    """Levels (n, frames, 50) float16 with noise of other sequences added to half of them, and equalised at random."""
    out = np.empty((*level.shape[:2], features.INPUTS), np.float16)
    noises, spoken = np.flatnonzero(label.max(1) == 0), label > 0.5
    for first in range(0, len(level), 400):
        x = level[first:first + 400].astype(np.float32)
        n, bands = len(x), 2 * features.BANDS
        other = level[rng.choice(noises, n)].astype(np.float32)
        other = np.roll(other, rng.integers(0, level.shape[1]), axis=1)
        power, added = 10 ** (x[..., :bands] / 10), 10 ** (other[..., :bands] / 10)
        talk = spoken[first:first + 400]
        loud = np.where(talk.any(1), (power.mean(2) * talk).sum(1) / np.maximum(1, talk.sum(1)), power.mean((1, 2)))
        ratio = rng.triangular(-4, 4, 28, n)
        gain = loud / added.mean((1, 2)) * 10 ** (-ratio / 10) * (rng.random(n) < 0.6)
        added = added * gain[:, None, None]
        # Sounds that know nothing of each other: the stronger one below 1.3 kHz says how periodic the sum is.
        low = np.r_[0:10, features.BANDS:features.BANDS + 10]
        share = power[..., low].sum(2) / (power[..., low].sum(2) + added[..., low].sum(2))
        mine, theirs = share * x[..., bands], (1 - share) * other[..., bands]
        x[..., bands + 1] = np.where(mine >= theirs, x[..., bands + 1], other[..., bands + 1])
        x[..., bands] = np.maximum(mine, theirs)
        x[..., :bands] = 10 * np.log10(power + added)
        curve = np.interp(np.arange(features.BANDS), np.linspace(0, features.BANDS - 1, 5), np.arange(5)) % 1
        knots = rng.uniform(-4, 4, (n, 6))
        place = np.minimum(4, (np.arange(features.BANDS) * 4 // (features.BANDS - 1)))
        equal = knots[:, place] * (1 - curve) + knots[:, place + 1] * curve
        x[..., :bands] += np.tile(equal, 2)[:, None, :]
        out[first:first + 400] = features.inputs(x)
    return out


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("sets"), arguments.add_argument("out")
    arguments.add_argument("--steps", type=int, default=6000)
    arguments.add_argument("--hidden", type=int, default=72)
    arguments.add_argument("--dense", type=int, default=40)
    arguments.add_argument("--batch", type=int, default=64)
    arguments.add_argument("--rate", type=float, default=3e-3)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--mixes", default="")
    arguments.add_argument("--start", default="")
    a = arguments.parse_args()
    files = sorted(glob.glob(a.sets + "/set-*.npz"))
    held_x = np.concatenate([features.inputs(np.load(f)["levels"]) for f in files[:2]])
    held_y = np.concatenate([np.load(f)["labels"] for f in files[:2]]).astype(np.float32)
    rng = np.random.default_rng(a.seed)
    p = widened(dict(np.load(a.start)), rng, a.dense, a.hidden) if a.start else initial(rng, a.dense, a.hidden)
    print(sum(v.size for v in p.values()), "weights")
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(
        optax.cosine_onecycle_schedule(a.steps, a.rate, pct_start=0.08), weight_decay=1e-3))
    memory = optimizer.init(p)

    @jax.jit
    def update(p, memory, x, y, state, key):
        (value, state), gradient = jax.value_and_grad(loss, has_aux=True)(p, x.astype(jnp.float32), y, state, key)
        change, memory = optimizer.update(gradient, memory, p)
        return optax.apply_updates(p, change), memory, value, state

    run, started, average = jax.jit(forward), time.time(), 0.0
    zeros = jnp.zeros((a.batch, p["wh"].shape[0]))
    step, left = 0, []
    while step < a.steps:
        if len(left) < a.batch:
            sets = [np.load(f) for f in sorted(glob.glob(a.sets + "/set-*.npz"))[2:]]
            y = np.concatenate([s["labels"] for s in sets])
            x = augmented(np.concatenate([s["levels"] for s in sets]), y, rng)
            left = rng.permutation(len(x))
        chosen, left = np.sort(left[:a.batch]), left[a.batch:]
        state = zeros
        for part in range(x.shape[1] // FRAMES):  # the state goes on, the gradient does not
            cut = slice(part * FRAMES, (part + 1) * FRAMES)
            p, memory, value, state = update(p, memory, x[chosen, cut], y[chosen, cut].astype(np.float32), state, jax.random.key(step))
            average += 0.01 * (float(value) - average)
            step += 1
        if step % 500 == 0 or step >= a.steps:
            logits, _ = run(p, held_x, jnp.zeros((len(held_x), p["wh"].shape[0])))
            held_loss = optax.sigmoid_binary_cross_entropy(logits, held_y).mean()
            print(f"{step} loss {average / (1 - 0.99 ** step):.4f} held {held_loss:.4f} {time.time() - started:.0f} s", flush=True)
            network.save(a.out, {k: np.asarray(v) for k, v in p.items()})
            if a.mixes and (step % 2000 == 0 or step >= a.steps):
                evaluate.table(a.mixes, p)


if __name__ == "__main__":
    main()
