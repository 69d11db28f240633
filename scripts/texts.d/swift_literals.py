# SPDX-License-Identifier: GPL-3.0-or-later
# Finds the string literals in Swift sources, each with the call that it is an argument of. scripts/texts and
# scripts/translations read texts with it.
import re

CALLEE = re.compile(r"([A-Za-z_]\w*)\s*$")
LABEL = re.compile(r"(\w+):\s*$")
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|(#*)("""|")|[(\[{]|[)\]}]|,', re.S)


class Literal:
    """A literal; its call is a name and the position of the parenthesis, or of what else it stands in."""

    def __init__(self, start, end, text, call, label):
        self.start, self.end, self.text, self.label = start, end, text, label
        self.call, self.index, self.opening = call


def closing(source, position):
    """The position behind the parenthesis that closes the interpolation which begins at `position`."""
    depth = 1
    while depth:
        mark = re.compile(r'[()]|#*"').search(source, position)
        if mark[0] == "(":
            depth += 1
        elif mark[0] == ")":
            depth -= 1
        else:
            position = string_end(source, mark.start())[0]
            continue
        position = mark.end()
    return position


def string_end(source, start):
    """The position behind the literal that begins at `start`, its text and where its interpolations lie."""
    opening = re.compile(r'(#*)("""|")').match(source, start)
    hashes, quote = opening[1], opening[2]
    position, text, inner = opening.end(), "", []
    end, escape = quote + hashes, "\\" + hashes
    while not source.startswith(end, position):
        if source.startswith(escape + "(", position):
            body = position + len(escape) + 1
            after = closing(source, body)
            inner.append((body, after - 1))
            text += "\\(" + source[body : after - 1] + ")"
            position = after
        elif source.startswith(escape, position):
            character = source[position + len(escape)]
            position += len(escape) + 1
            if character == "\n":
                # A line of a text that goes on in the next one, which is indented.
                position += len(source[position:]) - len(source[position:].lstrip(" "))
            elif character == "u":
                code = source[position : source.index("}", position) + 1]
                text, position = text + chr(int(code.strip("{}"), 16)), position + len(code)
            else:
                text += {"n": "\n", "t": "\t", "r": "\r"}.get(character, character)
        else:
            text += source[position]
            position += 1
    if quote == '"""':
        text = re.sub(r"\s*\n\s*", " ", text).strip()
    return position + len(end), text, inner


def literals(source, begin=0, end=None, calls=None):
    """The literals between two positions, each with the call and the label that it is an argument of."""
    calls = calls or [["", 0, begin]]
    position, end, found = begin, len(source) if end is None else end, []
    while mark := TOKEN.search(source, position, end):
        position = mark.end()
        token = mark[0]
        if token in "([{":
            # A body of its own ends what a call has said about its arguments; a list or a group does not.
            before = source[max(0, mark.start() - 60) : mark.start()]
            callee = CALLEE.search(before) if token == "(" else None
            calls.append([callee[1], 0, mark.start()] if callee else ["", 0, mark.start()] if token == "{" else list(calls[-1]))
        elif token in ")]}":
            if len(calls) > 1:
                calls.pop()
        elif token == ",":
            calls[-1][1] += 1
        elif mark[2]:
            position, text, inner = string_end(source, mark.start())
            label = LABEL.search(source, max(begin, mark.start() - 60), mark.start())
            found.append(Literal(mark.start(), position, text, calls[-1], label[1] if label else ""))
            for body, after in inner:
                found += literals(source, body, after, [["", 0, body]])
    return found


def joined(source, found):
    """The literals, those that "+" adds up as one."""
    result = []
    for one in found:
        if result and re.fullmatch(r"\s*\+\s*", source[result[-1].end : one.start]):
            result[-1].text += one.text
            result[-1].end = one.end
        else:
            result.append(one)
    return result


def arguments(source, opening):
    """The arguments of the call whose parenthesis opens at `opening`: of each, its label and its code on one line."""
    position, start, depth, found = opening + 1, opening + 1, 0, []

    def add(end):
        code = " ".join(re.sub(r"//[^\n]*", "", source[start:end]).split())
        label = re.match(r"(\w+):\s+", code)
        if code:
            found.append((label[1] if label else "", code[label.end() :] if label else code))

    while mark := TOKEN.search(source, position):
        position, token = mark.end(), mark[0]
        if mark[2]:
            position = string_end(source, mark.start())[0]
        elif token in "([{":
            depth += 1
        elif token in ")]}":
            depth -= 1
            if depth < 0:
                add(mark.start())
                break
        elif token == "," and depth == 0:
            add(mark.start())
            start = position
    return found
