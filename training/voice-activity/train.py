#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains the voice network and writes its weights (network.py says in which form).

  train.py SETS OUT.npz [--steps 6000] [--hidden 64] [--mixes DIR] [--start WEIGHTS.npz]

SETS holds the files of mixing.py; the last one is kept apart to watch the loss. With --mixes (a folder of
make_mixes.py) the table of evaluate.py is printed on the way. JAX on the processor, deterministic seeds.
"""
import argparse, glob, time
import jax, jax.numpy as jnp, numpy as np, optax
import evaluate, features, network

FRAMES = 250


def initial(rng, dense, hidden):
    def layer(m, n):
        return (rng.standard_normal((m, n)) / np.sqrt(m)).astype(np.float32)
    orthogonal = [np.linalg.qr(rng.standard_normal((hidden, hidden)))[0] for _ in range(3)]
    return dict(w0=layer(features.INPUTS, dense), b0=np.zeros(dense, np.float32), wx=layer(dense, 3 * hidden),
                bx=np.zeros(3 * hidden, np.float32), wh=np.concatenate(orthogonal, 1).astype(np.float32),
                bh=np.zeros(3 * hidden, np.float32), wo=layer(hidden, 1), bo=np.zeros(1, np.float32))


def forward(p, x, state):
    """x (batch, frames, inputs) → logits (batch, frames)."""
    g = jax.nn.relu(x @ p["w0"] + p["b0"]) @ p["wx"] + p["bx"]

    def step(h, gx):
        gh = h @ p["wh"] + p["bh"]
        n = h.shape[-1]
        r, z = jax.nn.sigmoid(gx[:, :n] + gh[:, :n]), jax.nn.sigmoid(gx[:, n:2 * n] + gh[:, n:2 * n])
        h = z * h + (1 - z) * jnp.tanh(gx[:, 2 * n:] + r * gh[:, 2 * n:])
        return h, h
    state, hs = jax.lax.scan(step, state, jnp.swapaxes(g, 0, 1))
    return jnp.swapaxes((hs @ p["wo"])[..., 0] + p["bo"], 0, 1), state


def loss(p, x, y, state, rng):
    logits, state = forward(p, x, state)
    # A frame of noise taken for speech weighs more in silence than within speech: it may start an utterance.
    weight = jnp.where(y.max(1, keepdims=True) == 0, 1.3, 1.0)
    return jnp.mean(weight * optax.sigmoid_binary_cross_entropy(logits, y)), state


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("sets"), arguments.add_argument("out")
    arguments.add_argument("--steps", type=int, default=6000)
    arguments.add_argument("--hidden", type=int, default=64)
    arguments.add_argument("--dense", type=int, default=40)
    arguments.add_argument("--batch", type=int, default=64)
    arguments.add_argument("--rate", type=float, default=3e-3)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--mixes", default="")
    arguments.add_argument("--start", default="")
    a = arguments.parse_args()
    files = sorted(glob.glob(a.sets + "/set-*.npz"))
    x = np.concatenate([features.inputs(np.load(f)["levels"]).astype(np.float16) for f in files])
    y = np.concatenate([np.load(f)["labels"] for f in files])
    held = min(200, len(x) // 10)
    print(len(x), "sequences;", sum(y.shape) and f"{y.mean():.3f} speech", flush=True)
    rng = np.random.default_rng(a.seed)
    p = dict(np.load(a.start)) if a.start else initial(rng, a.dense, a.hidden)
    print(sum(v.size for v in p.values()), "weights")
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(
        optax.cosine_onecycle_schedule(a.steps, a.rate, pct_start=0.08), weight_decay=1e-3))
    memory = optimizer.init(p)

    @jax.jit
    def update(p, memory, x, y, state):
        (value, state), gradient = jax.value_and_grad(loss, has_aux=True)(p, x.astype(jnp.float32), y, state, None)
        change, memory = optimizer.update(gradient, memory, p)
        return optax.apply_updates(p, change), memory, value, state

    run, started, average = jax.jit(forward), time.time(), 0.0
    zeros = jnp.zeros((a.batch, p["wh"].shape[0]))
    step = 0
    while step < a.steps:
        chosen = np.sort(rng.choice(len(x) - held, a.batch, replace=False))
        state = zeros
        for part in range(x.shape[1] // FRAMES):                        # the state goes on, the gradient does not
            cut = slice(part * FRAMES, (part + 1) * FRAMES)
            p, memory, value, state = update(p, memory, x[chosen, cut], y[chosen, cut].astype(np.float32), state)
            average += 0.01 * (float(value) - average)
            step += 1
        if step % 500 == 0 or step >= a.steps:
            logits, _ = run(p, x[-held:].astype(np.float32), jnp.zeros((held, p["wh"].shape[0])))
            held_loss = optax.sigmoid_binary_cross_entropy(logits, y[-held:].astype(np.float32)).mean()
            print(f"{step} loss {average / (1 - 0.99 ** step):.4f} held {held_loss:.4f} {time.time() - started:.0f} s", flush=True)
            network.save(a.out, {k: np.asarray(v) for k, v in p.items()})
            if a.mixes and (step % 2000 == 0 or step >= a.steps):
                evaluate.table(a.mixes, p)


if __name__ == "__main__":
    main()
