#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which speakers of a corpus are never trained on, and a copy of its manifest that names only them.

  split.py CORPUS OUT     OUT gets manifest.json of the test side, and links to its clips

Test: a speaker whose name's CRC-32 leaves less than 3 when divided by 8, the meeting of speakers FEE087…, and every noise: no
noise of a corpus is ever trained on.
"""
import json, os, sys, zlib


def is_test(speaker):
    return speaker is None or "FEE087" in speaker or zlib.crc32(speaker.encode()) % 8 < 3


def main():
    corpus, out = os.path.abspath(sys.argv[1]), sys.argv[2]
    manifest = json.load(open(corpus + "/manifest.json"))
    manifest["clips"] = [c for c in manifest["clips"] if is_test(c["speaker"])]
    os.makedirs(out, exist_ok=True)
    for clip in manifest["clips"]:
        link = os.path.join(out, clip["file"])
        os.makedirs(os.path.dirname(link), exist_ok=True)
        if not os.path.lexists(link):
            os.symlink(os.path.join(corpus, clip["file"]), link)
    json.dump(manifest, open(out + "/manifest.json", "w"), indent=1)
    print(len({c["speaker"] for c in manifest["clips"]}), "speakers,", len(manifest["clips"]), "clips")


if __name__ == "__main__":
    main()
