#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints debian/copyright, in the form of DEP-5, from scripts/components.tsv and data/licenses.

Called by scripts/notices.

usage: copyright.py ROOT
"""

import os
import re
import sys
import textwrap

# Whose texts every Debian system has, by their files in data/licenses.
COMMON = {"apache-2.0": "Apache-2.0", "mpl-2.0": "MPL-2.0", "swift": "Apache-2.0"}
# What such a file adds to the text, from this line on.
ADDED = {"swift": "## Runtime Library Exception"}
# Too long for each package's copyright file.
ELSEWHERE = {"onnxruntime-third-party": "/usr/share/doc/jarvis-engine/THIRD-PARTY-NOTICES.gz"}

HEAD = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: JARVIS
Comment: Written by "scripts/notices --debian" from scripts/components.tsv and data/licenses.
 .
 What others have written is not in the source: it is linked into the program, or lies in the packages jarvis-engine,
 jarvis-ear and jarvis-voice. In its paragraphs "Files" is its name.

Files: *
Copyright: the JARVIS developers
License: GPL-3.0-or-later

Files: data/*.metainfo.xml
Copyright: the JARVIS developers
License: CC0-1.0
"""

TAIL = """\
License: GPL-3.0-or-later
 This program is free software: you can redistribute it and/or modify it under the terms of the GNU General Public License as
 published by the Free Software Foundation, either version 3 of the License, or (at your option) any later version.
 .
 On Debian systems, the text of the licence is in /usr/share/common-licenses/GPL-3.

License: CC0-1.0
 On Debian systems, the text of the licence is in /usr/share/common-licenses/CC0-1.0.
"""


def rows():
    names = ["part", "name", "version", "licence", "files", "source", "what"]
    with open("scripts/components.tsv", encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file if not line.startswith("#")]
    return [row for row in (dict(zip(names, line.split("\t"))) for line in lines) if row["part"] != "opened"]


def text(name):
    with open(f"data/licenses/{name}", encoding="utf-8") as file:
        return file.read()


def holders(row):
    """Who has the copyright: as the table or the licence says, else the authors by the component's name."""
    said = row["what"].partition("; Copyright ")[2]
    if said:
        return [said]
    found = []
    for name in row["files"].split():
        if name in COMMON or name in ELSEWHERE or name == "-":
            continue
        for line in text(name).splitlines():
            match = re.match(r"\s*(?:Copyright\s+(?:\([cC]\)|©)|©)\s*(.*?)\s*(?:All rights reserved\.?)?$", line)
            if match and match[1]:
                found.append(match[1].rstrip(" ."))
    return found or [f"the authors of {row['name']}"]


def indented(body):
    lines = (line.rstrip() for line in body.strip("\n").splitlines())
    return "\n".join(f" {line}" if line else " ." for line in lines)


def main():
    os.chdir(sys.argv[1])
    print(HEAD)
    licences = {}
    for row in rows():
        own = [name for name in row["files"].split() if name != "-"]
        # The same short name may have several texts, with several holders.
        short = row["licence"].replace(" WITH ", "-with-").replace(" ", "-")
        if own and own[0] not in COMMON:
            short += "-" + own[0]
        if own:
            licences[short] = own[0]
        comment = [row["what"].partition("; Copyright ")[0] + ", from " + row["source"]]
        comment += [f"What it is linked with is in {ELSEWHERE[name]}." for name in own if name in ELSEWHERE]
        print(f"Files: {row['name']}")
        print("Copyright: " + "\n ".join(holders(row)))
        print(f"License: {short}")
        print("Comment: " + "\n ".join(textwrap.wrap(". ".join(comment), 110)) + "\n")
    print(TAIL)
    for short, name in licences.items():
        print(f"License: {short}")
        if name in COMMON:
            print(f" On Debian systems, the text of the licence is in /usr/share/common-licenses/{COMMON[name]}.")
            if name in ADDED:
                print(" .\n" + indented(ADDED[name] + text(name).partition(ADDED[name])[2]))
            print()
        else:
            print(indented(text(name)) + "\n")


if __name__ == "__main__":
    main()
