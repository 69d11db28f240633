# SPDX-License-Identifier: GPL-3.0-or-later
# Prints every link in the Markdown files below a folder that leads nowhere: files and headings, not addresses of the web.
# Exit status 1 when there is one. scripts/validate calls it.
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
LINK = re.compile(r"\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)")


def prose(text):
    """The lines with code taken out; they keep their numbers."""
    fenced = False
    for line in text.split("\n"):
        if line.lstrip().startswith("```"):
            fenced = not fenced
            yield ""
        else:
            yield "" if fenced else line


def anchors(path):
    """The names of a file's headings as GitHub and GitLab make them."""
    found = set()
    for line in prose(path.read_text(encoding="utf-8")):
        heading = re.match(r"#{1,6} +(.*?) *#*$", line)
        if heading:
            words = re.sub(r"[`*]|!?\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).lower()
            name = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
            count, unique = 0, name
            while unique in found:
                count += 1
                unique = f"{name}-{count}"
            found.add(unique)
    return found


faults = []
files = [
    path for path in sorted(root.rglob("*.md"))
    if not any(part.startswith(".") or part == "out" for part in path.relative_to(root).parts)
]
for path in files:
    for number, line in enumerate(prose(path.read_text(encoding="utf-8")), 1):
        for target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
            if re.match(r"[a-z]+:", target):
                continue
            name, _, anchor = target.partition("#")
            place = path.parent / name if name else path
            if not place.exists():
                faults.append(f"{path.relative_to(root)}:{number}: {name} is not there")
            elif anchor and anchor not in anchors(place):
                faults.append(f'{path.relative_to(root)}:{number}: {name or path.name} has no heading "{anchor}"')
if not files:
    faults.append("there is no document to check")
print("\n".join(faults))
sys.exit(1 if faults else 0)
