# SPDX-License-Identifier: GPL-3.0-or-later
# Finds the texts for people in Swift sources, desktop files, AppStream data and the manual page; scripts/texts calls it.
import pathlib
import re
import sys
import xml.etree.ElementTree as trees

from swift_literals import joined, literals

# Calls whose first arguments are texts, even of one word.
CALLS = {"localized", "say", "ArgumentHelp", "ValidationError", "CommandFailure", "SkillReply", "SettingText", "Notice"}
# Labels of arguments that are texts.
LABELS = {"help", "abstract", "discussion"}
# Calls whose literals are for programmers.
INTERNAL = {
    "precondition", "preconditionFailure", "assert", "assertionFailure", "fatalError", "available", "execute", "prepare",
    "UtterancePattern", "Pattern", "pattern", "trace", "debug",
}
# Lists of words to recognize, not to show.
KEYWORDS = ("SettingText", 2)


def is_text(one):
    """Whether users can meet it, as far as its call and its look tell."""
    if one.call in INTERNAL or (one.call == KEYWORDS[0] and one.index >= KEYWORDS[1]):
        return False
    if not re.search(r"[A-Za-z]", re.sub(r"\\\(.*?\)", "", one.text)):
        return False
    if one.label in LABELS or (one.call in CALLS and one.label in ("", "context")):
        return one.label != "context"
    # Two words beside each other, as no key, path or pattern has them.
    if one.text == one.text.lower() and re.search(r"[{}|\[\]]", re.sub(r"\\\(.*?\)", "", one.text)):
        return False
    plain = re.sub(r"\\\([^()]*(\([^()]*\)[^()]*)*\)", "X", one.text)
    return bool(re.search(r"(^|[\s(“\"])[A-Za-z][a-z'’]*,? [A-Za-z]?[a-z'’]{1,}([\s.,:;?!)…”\"]|$)", plain))


def of_swift(path, source):
    for one in joined(source, literals(source)):
        if is_text(one):
            yield source.count("\n", 0, one.start) + 1, one.text


def of_keys(path, source):
    for number, line in enumerate(source.splitlines(), 1):
        key, _, value = line.partition("=")
        if key in ("Name", "GenericName", "Comment", "Keywords"):
            yield number, value


def of_xml(path, source):
    shown = {"name", "summary", "p", "li", "caption", "description", "message", "keyword"}
    for element in trees.fromstring(source).iter():
        text = " ".join("".join(element.itertext()).split())
        if element.tag in shown and text and not any(child.tag in shown for child in element):
            line = next((n for n, l in enumerate(source.splitlines(), 1) if text[:30] in " ".join(l.split())), 1)
            yield line, text


def of_manual(path, source):
    for number, line in enumerate(source.splitlines(), 1):
        text = re.sub(r"\\f[BIRP]|\\&", "", line).replace("\\-", "-")
        if text and not text.startswith((".\\\"", ".TH", ".PP", ".TP", ".RS", ".RE", ".nf", ".fi", "'")):
            yield number, re.sub(r"^\.[A-Z]{1,2} ", "", text)


KINDS = {".swift": of_swift, ".desktop": of_keys, ".xml": of_xml, ".policy": of_xml, ".1": of_manual}


def main(root, arguments):
    root = pathlib.Path(root)
    if arguments:
        paths = [pathlib.Path(one).resolve() for one in arguments]
    else:
        paths = sorted(root.glob("Sources/**/*.swift")) + sorted(root.glob("data/io.*")) + [root / "data/jarvis.1"]
    for path in paths:
        find = KINDS.get(path.suffix)
        if find is None or (path.suffix == ".xml" and ".metainfo" not in path.name):
            continue
        place = path.relative_to(root) if path.is_relative_to(root) else path
        for line, text in find(path, path.read_text(encoding="utf-8")):
            print(f"{place}:{line}\t" + re.sub(r"[\n\t\r]", " ", text))


main(sys.argv[1], sys.argv[2:])
