#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a catalogue in which every text that the sources hand to gettext is in brackets: what shows without them in the
window never went through a translation.

usage: pseudo-locale.py CATALOGUE.mo SOURCES…
"""

import pathlib
import re
import struct
import sys

LITERAL = r'"(?:[^"\\]|\\.)*"'
JOINED = rf"{LITERAL}(?:\s*\+\s*{LITERAL})*"
CALLS = re.compile(rf"\b(localized|SettingText|SkillLimitation|reader\.say)\(\s*({JOINED})(?:,\s*(context:\s*)?({JOINED}))?(?:,\s*({JOINED}))?(,\s*count:)?")
# What a skill says of itself is shown in the Commands pane.
HELP = re.compile(rf"\bCommandHelp\(\s*skill: {LITERAL},\s*title: ({LITERAL}),\s*summary: ({JOINED})")
SAMPLE_HELP = re.compile(rf"\bcommand\(\s*({LITERAL}),\s*({JOINED})")
# Words that are looked up by name only.
TABLES = ("TimeCaption.swift",)


def text(literals):
    parts = re.findall(LITERAL, literals)
    raw = "".join(part[1:-1] for part in parts)
    raw = re.sub(r"\\u\{([0-9a-fA-F]+)\}", lambda match: chr(int(match[1], 16)), raw)
    return raw.replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\")


def entries(source):
    found = {}
    for call, first, context, second, third, count in CALLS.findall(source):
        one = text(first)
        if context:
            found[text(second) + "\x04" + one] = f"⟦{one}⟧"
        elif count:
            found[one + "\0" + text(second)] = f"⟦{one}⟧\0⟦{text(second)}⟧"
        else:
            found[one] = f"⟦{one}⟧"
            if call == "SettingText":
                found.update({text(more): f"⟦{text(more)}⟧" for more in (second, third) if more})
    for words in HELP.findall(source) + SAMPLE_HELP.findall(source):
        found.update({text(word): f"⟦{text(word)}⟧" for word in words})
    return found


def catalogue(folders):
    found = {}
    for path in sorted(path for folder in folders for path in pathlib.Path(folder).rglob("*.swift")):
        source = path.read_text()
        found.update(entries(source))
        if path.name in TABLES:
            found.update({text(word): f"⟦{text(word)}⟧" for word in re.findall(LITERAL, source) if len(word) > 2})
    found[""] = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=n != 1;\n"
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
