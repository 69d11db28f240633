#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Puts a voice of Hibari's Python package into a folder as JARVIS reads voices: model.onnx, tokens.txt, voice.json.

usage: hibari.py ASSETS FOLDER

HibariVoice.swift does the same when the program installs the voice; the catalogue data/speech-models.json has the checksums of
what both must write. What is added to the model are metadata: fields of a protocol buffer, which may follow all others.
"""

import json
import pathlib
import sys

METADATA = {"language": "English", "model_type": "hibari", "n_speakers": "1", "sample_rate": "24000", "voice": "en-us"}
DESCRIPTION = {
    "version": 1, "name": "Heart", "language": "en-us", "phonemeVoice": "en-us", "licence": "Apache-2.0",
    "sampleRateHertz": 24000, "speaker": 0, "female": True,
}


def field(number, content):
    """A field of a length below 128."""
    return bytes([number << 3 | 2, len(content)]) + content


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    assets, folder = map(pathlib.Path, sys.argv[1:])
    folder.mkdir(parents=True)
    metadata = b"".join(field(14, field(1, key.encode()) + field(2, METADATA[key].encode())) for key in sorted(METADATA))
    (folder / "model.onnx").write_bytes((assets / "hibari.onnx").read_bytes() + metadata)
    symbols = json.loads((assets / "vocab.json").read_text(encoding="utf-8"))
    rows = sorted((number, symbol) for symbol, number in symbols.items() if len(symbol) == 1)
    (folder / "tokens.txt").write_text("".join(f"{symbol} {number}\n" for number, symbol in rows), encoding="utf-8")
    text = json.dumps(DESCRIPTION, indent=2, ensure_ascii=False)
    (folder / "voice.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
