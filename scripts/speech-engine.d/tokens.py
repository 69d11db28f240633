#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the vocabulary of Moonshine's tokenizer.bin as sherpa-onnx reads it: the token in Base64, a tab, its number.

usage: tokens.py tokenizer.bin

tokenizer.bin is a row of byte strings, each after its length: one byte, or with the highest bit set two, of which the
second counts 128 times.
"""

import base64
import sys


def tokens(data):
    place = 0
    while place < len(data):
        length, shift = 0, 0
        while True:
            byte = data[place]
            place += 1
            length |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        yield data[place : place + length]
        place += length


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], "rb") as file:
        content = file.read()
    for number, token in enumerate(tokens(content)):
        print(base64.b64encode(token).decode(), number, sep="\t")
