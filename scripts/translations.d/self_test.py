# SPDX-License-Identifier: GPL-3.0-or-later
# Plants faults in sources and translations, and fails when one of them is not found; scripts/validate calls it.
import pathlib
import sys
import tempfile

import catalogue
import sources
import translations

SWIFT = r"""
func all() {
    // A comment.
    // Translators: The name of the page,
    // not of the button.
    let one = localized("Open")
    let two = localized("%1 of %2", String(number), names.joined(separator: ", "))
    let three = localized("%1 file", "%1 files", count: files.count)
    let four = localized("Open", context: "a shop that is \"open\"")
    let five = localized("Every %1", context: "an interval", length)
    let six = localized(isLong ? "A long text, " + "in two parts." : "A short one")
    let seven = localized("Outer %1", localized("Inner"))
    let eight = reader.say("Told to %1", "a reader")
    say("Not translated")
    let text = SettingText("Title", "Help", "some, words")
    let help = CommandHelp(skill: "x", title: "Skill", summary: "Does it.", examples: ["do it"], icon: "x")
    // localized("In a comment")
    let nine = "a text with localized(\"Quoted\") in it"
}
"""
FOUND = [
    (None, "Open"), (None, "%1 of %2"), (None, "%1 file"), ('a shop that is "open"', "Open"), ("an interval", "Every %1"),
    (None, "A long text, in two parts."), (None, "A short one"), (None, "Outer %1"), (None, "Inner"), (None, "Told to %1"),
    (None, "Title"), (None, "Help"), (None, "some, words"), (None, "Skill"), (None, "Does it."),
]
# A text, its plural, what stands for it in a German catalogue, and what is wrong with that.
TRANSLATIONS = [
    ("Save", None, ["Speichern"], []),
    ("Saved as %1", None, ["Gespeichert"], ["lacks %1"]),
    ("Saved as %1", None, ["Als %2 gespeichert"], ["has %2, which the text lacks", "lacks %1"]),
    ("Saved.", None, ["Gespeichert"], ['must end as the text does, with "."']),
    ("Save as…", None, ["Speichern unter\u00a0…"], []),
    ("Save as…", None, ["Speichern unter"], ['must end as the text does, with "…"']),
    ("Save", None, ["Speichern "], ["has spaces too many"]),
    ("Type it (Ctrl+K)", None, ["Tipp es ein (Strg+K)"], []),
    ("Type it (Ctrl+K)", None, ["Tipp es ein (Strg+L)"], ["has other keys than the text"]),
    ("Type it (Ctrl+K)", None, ["Tipp es ein"], ["has other keys than the text"]),
    ("Say “%1”", None, ["Sag „%1“"], []),
    ("Say “%1”", None, ["Sag “%1”"], ["needs „quotes“ of the language"]),
    ("Say “%1”", None, ["Sag \"%1\""], ["needs „quotes“ of the language"]),
    ("%1 file", "%1 files", ["%1 Datei", "%1 Dateien"], []),
    ("%1 file", "%1 files", ["Eine Datei", "%1 Dateien"], []),
    ("%1 file", "%1 files", ["%1 Datei", "Dateien"], ["lacks the number in its last form"]),
    ("%1 file in %2", "%1 files in %2", ["Eine Datei", "%1 Dateien in %2"], ["lacks %2"]),
    ("%1 file", "%1 files", ["%1 Datei"], ["has 1 plural forms, not 2"]),
]


def fail(message):
    sys.exit("self-test: " + message)


def check_extraction():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "Texts.swift"
        path.write_text(SWIFT)
        entries = sources.collected([path], pathlib.Path(folder))
    keys = [entry.key for entry in entries]
    if keys != FOUND:
        fail(f"found {sorted(set(keys) - set(FOUND), key=str)}, missed {sorted(set(FOUND) - set(keys), key=str)}")
    known = {entry.key: entry for entry in entries}
    if known[None, "Open"].comments != ["The name of the page, not of the button."]:
        fail(f"comments are {known[None, 'Open'].comments}")
    if known[None, "%1 of %2"].comments != ["%1: String(number)", '%2: names.joined(separator: ", ")']:
        fail(f"values are {known[None, '%1 of %2'].comments}")
    if known[None, "%1 file"].plural != "%1 files" or known["an interval", "Every %1"].comments != ["%1: length"]:
        fail("a plural or a context is not understood")
    messages = catalogue.read(catalogue.template(entries))
    if [message.key for message in messages if message.text] != FOUND:
        fail("the template reads otherwise than it was written")


def check_faults():
    for text, plural, forms, wanted in TRANSLATIONS:
        message = catalogue.Message(1)
        message.text, message.plural, message.forms = text, plural, dict(enumerate(forms))
        found = list(translations.faults_of(message, "de", 2))
        if found != wanted:
            fail(f'"{text}" as {forms}: found {found}, not {wanted}')


def check_state():
    source = 'msgid "a"\nmsgstr ""\n\n#, fuzzy\nmsgid "b"\nmsgstr "B"\n\nmsgid "c"\nmsgstr ""\n"C"\n\n#~ msgid "d"\n#~ msgstr "D"\n'
    state = [(message.text, message.is_finished) for message in catalogue.read(source)]
    if state != [("a", False), ("b", False), ("c", True)]:
        fail(f"unfinished messages are {state}")


check_extraction()
check_faults()
check_state()
