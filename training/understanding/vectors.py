# SPDX-License-Identifier: GPL-3.0-or-later
"""Works out a vector for each common word, near to those of words that say alike, and writes them to a file.

    vectors.py MODEL VECTORS

MODEL is the folder of the sentence model all-MiniLM-L6-v2 (Apache License 2.0): the first of its words are read by it
alone, one at a time, and what it makes of them is cut down to their main axes. fit.py lets words that are rare in the
requests, or not in them at all, count as the words do that they are near to. The same model gives the same file.
"""

import json
import pathlib
import struct
import sys

import numpy

WORDS = 6500
AXES = 128
LAYERS = 6
HEADS = 12
START, END = 101, 102


def tensors(path):
    data = path.read_bytes()
    length = struct.unpack("<Q", data[:8])[0]
    found = {}
    for name, entry in json.loads(data[8 : 8 + length]).items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            start, end = (8 + length + place for place in entry["data_offsets"])
            found[name] = numpy.frombuffer(data[start:end], numpy.float32).reshape(entry["shape"])
    return found


class Model:
    """The forward pass of BERT (Devlin et al. 2018), for texts of the same number of pieces."""

    def __init__(self, path):
        self.tensors = tensors(path)

    def norm(self, inputs, name):
        centred = inputs - inputs.mean(-1, keepdims=True)
        spread = numpy.sqrt((centred**2).mean(-1, keepdims=True) + 1e-12)
        return centred / spread * self.tensors[name + ".weight"] + self.tensors[name + ".bias"]

    def linear(self, inputs, name):
        return inputs @ self.tensors[name + ".weight"].T + self.tensors[name + ".bias"]

    def layer(self, inputs, name):
        count, length, width = inputs.shape
        query, key, value = (
            self.linear(inputs, f"{name}.attention.self.{part}")
            .reshape(count, length, HEADS, width // HEADS)
            .transpose(0, 2, 1, 3)
            for part in ("query", "key", "value")
        )
        shares = query @ key.transpose(0, 1, 3, 2) / numpy.sqrt(width // HEADS)
        shares = numpy.exp(shares - shares.max(-1, keepdims=True))
        shares /= shares.sum(-1, keepdims=True)
        mixed = (shares @ value).transpose(0, 2, 1, 3).reshape(count, length, width)
        mixed = self.linear(mixed, name + ".attention.output.dense")
        inputs = self.norm(mixed + inputs, name + ".attention.output.LayerNorm")
        inner = self.linear(inputs, name + ".intermediate.dense")
        inner = 0.5 * inner * (1 + numpy.tanh(0.7978845608 * (inner + 0.044715 * inner**3)))
        return self.norm(self.linear(inner, name + ".output.dense") + inputs, name + ".output.LayerNorm")

    def vectors(self, pieces):
        found = self.tensors["embeddings.word_embeddings.weight"][pieces]
        found = found + self.tensors["embeddings.position_embeddings.weight"][: pieces.shape[1]]
        found = self.norm(found + self.tensors["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
        for place in range(LAYERS):
            found = self.layer(found, f"encoder.layer.{place}")
        return found.mean(1)


def main():
    folder = pathlib.Path(sys.argv[1])
    places = json.loads((folder / "tokenizer.json").read_text())["model"]["vocab"]
    words = [word for word, _ in sorted(places.items(), key=lambda entry: entry[1]) if word.isascii() and word.isalpha()]
    words = [word for word in words if len(word) > 1 or word in "ai"][:WORDS]
    model = Model(folder / "model.safetensors")
    pieces = numpy.array([[START, places[word], END] for word in words])
    vectors = numpy.concatenate([model.vectors(pieces[start : start + 256]) for start in range(0, len(words), 256)])
    vectors -= vectors.mean(0)
    _, _, axes = numpy.linalg.svd(vectors, full_matrices=False)
    vectors = vectors @ axes[:AXES].T
    vectors /= numpy.sqrt((vectors**2).sum(1, keepdims=True) + 1e-6)
    numpy.savez_compressed(sys.argv[2], words=numpy.array(words), vectors=vectors.astype(numpy.float16))


main()
