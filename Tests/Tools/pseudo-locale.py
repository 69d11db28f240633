#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a catalogue in which every text that the sources hand to gettext is in brackets: what shows without them in the
window never went through a translation.

usage: pseudo-locale.py CATALOGUE.mo SOURCES…
"""

import pathlib
import struct
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts/translations.d"))
import sources  # noqa: E402


def catalogue(folders):
    """What gettext looks up, and what it finds."""
    paths = sorted(path for folder in folders for path in pathlib.Path(folder).resolve().rglob("*.swift"))
    found = {"": "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=n != 1;\n"}
    for entry in sources.collected(paths, ROOT, with_samples=True):
        key = entry.text if entry.context is None else f"{entry.context}\x04{entry.text}"
        if entry.plural is None:
            found[key] = f"⟦{entry.text}⟧"
        else:
            found[f"{key}\0{entry.plural}"] = f"⟦{entry.text}⟧\0⟦{entry.plural}⟧"
    return found


def compiled(found):
    """The format of GNU gettext's .mo files."""
    keys = sorted(found, key=lambda key: key.encode())
    originals, translations, tables = b"", b"", [[], []]
    for key in keys:
        for index, value in enumerate((key, found[key])):
            data = value.encode()
            blob = (originals, translations)[index]
            tables[index].append((len(data), len(blob)))
            if index == 0:
                originals += data + b"\0"
            else:
                translations += data + b"\0"
    count = len(keys)
    first, second = 28, 28 + 8 * count
    begin = 28 + 16 * count
    head = struct.pack("<7I", 0x950412DE, 0, count, first, second, 0, begin)
    rows = b"".join(struct.pack("<2I", length, begin + offset) for length, offset in tables[0])
    rows += b"".join(struct.pack("<2I", length, begin + len(originals) + offset) for length, offset in tables[1])
    return head + rows + originals + translations


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    target = pathlib.Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(compiled(catalogue(sys.argv[2:])))
