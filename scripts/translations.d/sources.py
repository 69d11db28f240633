# SPDX-License-Identifier: GPL-3.0-or-later
# Finds what goes through gettext: in Swift sources, desktop files, AppStream metadata and policies. The template, the checks
# and the tests' language of brackets all come from here.
import pathlib
import re
import sys
import xml.etree.ElementTree as trees

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "texts.d"))
from swift_literals import arguments, joined, literals  # noqa: E402

# Calls whose first argument is looked up; of a failure's reader, only that method.
CALLS = {"localized", "SkillLimitation", "say"}
READER = re.compile(r"\breader\.say\s*$")
# A setting's name, its explanation and the words that find it are looked up one by one.
SETTING = ("The name of a setting.", "What a setting does, in one line.", "Words that find a setting, separated by commas.")
# What a skill says of itself in the Commands pane.
HELP = {"title": "The name of a skill.", "summary": "What a skill does, in one line."}
# A skill in tests.
SAMPLE_HELP = ("title", "summary")
# What a file with texts has one of: reading every file to the end takes seconds.
SIGNS = ("localized(", "SkillLimitation(", "reader.say(", "SettingText(", "CommandHelp(")
# Lists of words that are looked up by name only.
TABLES = ("TimeCaption.swift",)
DESKTOP_KEYS = ("Name", "GenericName", "Comment", "Keywords")
# The elements of AppStream's metadata and of a policy that are translated; scripts/translations.d/its has the same.
XML_ELEMENTS = {"summary", "caption", "p", "li", "description", "message"}
# Names that are the same in every language.
NAMES = {"JARVIS"}


class Entry:
    """A text, or two for singular and plural, with where it is used and what translators need to know."""

    def __init__(self, text, plural=None, context=None):
        self.text, self.plural, self.context = text, plural, context
        self.places, self.comments = [], []

    @property
    def key(self):
        return self.context, self.text


def spoken_comments(source, start):
    """The lines "// Translators: …" right above the line in which `start` is, or above the call that begins before it."""
    lines, found = source[:start].splitlines()[:-1] if source[:start] else [], []
    if lines and lines[-1].rstrip().endswith("("):
        lines.pop()
    while lines and lines[-1].strip().startswith("//"):
        found.insert(0, lines.pop().strip().lstrip("/ "))
    begin = next((n for n, line in enumerate(found) if line.startswith("Translators:")), None)
    return [] if begin is None else [" ".join(found[begin:])[len("Translators:") :].strip()]


def text_of(code):
    """The text of an argument that is a literal, or several that "+" adds up."""
    return joined(code, literals(code))[0].text


def of_call(source, one, comments):
    """The entry of a call's first argument."""
    given = arguments(source, one.opening)
    labels = {label: code for label, code in given if label}
    context = text_of(labels["context"]) if "context" in labels else None
    plain = [code for label, code in given if not label]
    if "count" in labels:
        plural = text_of(plain[1])
        entry = Entry(one.text, plural, context)
        values = ["the number, " + labels["count"]] + plain[2:]
    else:
        entry, values = Entry(one.text, None, context), plain[1:]
    for number, value in enumerate(values, 1):
        if f"%{number}" in one.text + (entry.plural or ""):
            comments = comments + [f"%{number}: {value}"]
    entry.comments = comments
    return entry


def of_swift(path, source, with_samples=False):
    found = joined(source, literals(source))
    for one in found:
        comments = spoken_comments(source, one.start)
        if one.call in CALLS and one.index == 0 and not one.label:
            if one.call == "say" and not READER.search(source, 0, one.opening):
                continue
            if one.text:
                yield of_call(source, one, comments)
        elif one.call == "SettingText" and one.index < 3 and one.text:
            entry = Entry(one.text)
            entry.comments = comments + [SETTING[one.index]]
            yield entry
        elif one.call == "CommandHelp" and one.label in HELP:
            entry = Entry(one.text)
            entry.comments = comments + [HELP[one.label]]
            yield entry
        elif with_samples and one.call == "command" and one.index < 2 and not one.label:
            yield Entry(one.text)
        elif path.name in TABLES and not one.call and one.text:
            yield Entry(one.text)


def of_desktop(path, source):
    for line in source.splitlines():
        key, _, value = line.partition("=")
        if key in DESKTOP_KEYS and value not in NAMES:
            entry = Entry(value)
            if key == "Keywords":
                entry.comments = ["Words that find the program, each with a semicolon behind it."]
            yield entry


def of_xml(path, source):
    for element in trees.fromstring(source).iter():
        text = " ".join("".join(element.itertext()).split())
        if element.tag in XML_ELEMENTS and text and not any(child.tag in XML_ELEMENTS for child in element):
            yield Entry(text)


KINDS = {".swift": of_swift, ".desktop": of_desktop, ".xml": of_xml, ".policy": of_xml}


def entries_of(path, with_samples=False):
    """The entries of one file, in order."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".swift":
        if not any(sign in source for sign in SIGNS) and not (with_samples and "command(" in source):
            return []
        return list(of_swift(path, source, with_samples))
    return list(KINDS[path.suffix](path, source))


def collected(paths, root, with_samples=False):
    """The entries of all these files, each text once, with all its places."""
    found = {}
    for path in paths:
        for entry in entries_of(path, with_samples):
            known = found.setdefault(entry.key, entry)
            if entry.plural and known.plural and known.plural != entry.plural:
                raise SystemExit(f"{path}: \"{entry.text}\" has two plurals, {known.plural!r} and {entry.plural!r}")
            known.plural = known.plural or entry.plural
            known.comments += [comment for comment in entry.comments if comment not in known.comments]
            place = str(path.relative_to(root) if path.is_relative_to(root) else path)
            if place not in known.places:
                known.places.append(place)
    return list(found.values())


def translatable_files(root):
    """Every file of the tree that has such texts."""
    data = [path for path in sorted(root.glob("data/io.*")) if path.suffix in (".desktop", ".policy")]
    data += sorted(root.glob("data/io.*.metainfo.xml"))
    return sorted(root.glob("Sources/**/*.swift")) + data
