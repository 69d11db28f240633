# SPDX-License-Identifier: GPL-3.0-or-later
# Reads and writes gettext's .po and .pot files: as much of the format as msgmerge writes.
import re

ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}


class Message:
    """One entry of a .po file. The header is the message whose text is empty."""

    def __init__(self, line):
        self.line, self.context, self.text, self.plural = line, None, None, None
        self.forms, self.is_fuzzy = {}, False

    @property
    def key(self):
        return self.context, self.text

    @property
    def is_finished(self):
        return not self.is_fuzzy and bool(self.forms) and all(self.forms.values())


def unquoted(text):
    return re.sub(r"\\(.)", lambda match: ESCAPES.get(match[1], match[1]), text)


def quoted(text):
    for plain, escaped in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        text = text.replace(plain, escaped)
    return f'"{text}"'


def read(source):
    """The messages of a .po file, without those that are no longer used."""
    found, message, field, is_fuzzy = [], None, None, False
    for number, line in enumerate(source.splitlines(), 1):
        if line.startswith("#,"):
            is_fuzzy = "fuzzy" in line
        elif line.startswith("#"):
            continue
        elif not line.strip():
            message, field = None, None
        elif match := re.match(r'(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d+)\])? "(.*)"$', line):
            name, form, text = match[1], int(match[2] or 0), unquoted(match[3])
            if message is None or (name in ("msgctxt", "msgid") and message.forms):
                message = Message(number)
                message.is_fuzzy, is_fuzzy = is_fuzzy, False
                found.append(message)
            field = (name, form)
            if name == "msgstr":
                message.forms[form] = text
            else:
                setattr(message, {"msgctxt": "context", "msgid": "text", "msgid_plural": "plural"}[name], text)
        elif match := re.match(r'"(.*)"$', line):
            name, form = field
            if name == "msgstr":
                message.forms[form] += unquoted(match[1])
            else:
                attribute = {"msgctxt": "context", "msgid": "text", "msgid_plural": "plural"}[name]
                setattr(message, attribute, getattr(message, attribute) + unquoted(match[1]))
        else:
            raise ValueError(f"line {number} isn't understood: {line}")
    return found


def header(messages):
    """The fields of the header."""
    text = next((message.forms.get(0, "") for message in messages if message.text == ""), "")
    return dict(line.split(": ", 1) for line in text.splitlines() if ": " in line)


def template(entries):
    """The text of a .pot file. It has no date and no line numbers, so that it changes only when a text does."""
    lines = [
        "# Texts of JARVIS, for translators. scripts/translations writes this file; docs/guide/languages.md says more.",
        "# SPDX-License-Identifier: GPL-3.0-or-later",
        "#",
        'msgid ""',
        'msgstr ""',
        '"Project-Id-Version: jarvis\\n"',
        '"Language: \\n"',
        '"MIME-Version: 1.0\\n"',
        '"Content-Type: text/plain; charset=UTF-8\\n"',
        '"Content-Transfer-Encoding: 8bit\\n"',
        '"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"',
        "",
    ]
    for entry in entries:
        lines += [f"#. {comment}" for comment in entry.comments]
        lines += [f"#: {place}" for place in entry.places]
        if entry.context is not None:
            lines.append("msgctxt " + quoted(entry.context))
        lines.append("msgid " + quoted(entry.text))
        if entry.plural is None:
            lines.append('msgstr ""')
        else:
            lines += ["msgid_plural " + quoted(entry.plural), 'msgstr[0] ""', 'msgstr[1] ""']
        lines.append("")
    return "\n".join(lines)
