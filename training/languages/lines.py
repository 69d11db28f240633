# SPDX-License-Identifier: GPL-3.0-or-later
"""Gathers the lines that the recognizer of languages is fitted to: language, weight and text, divided by tabs.

    lines.py ROOT INTENTS CATALOGUES [--held] > lines.tsv

ROOT is the source tree, INTENTS the folder `data` of home-assistant-intents, CATALOGUES a folder of translations such as
/usr/share/locale. Other languages come from the sentence templates of the first, from the common words of wordfreq and
from the messages of the last, English from the requests and the talk of the tree as well. `--held` prints the templates of
every third intent, which the fit doesn't get. The seed is fixed: the same input gives the same lines.
"""

import gettext
import json
import pathlib
import random
import re
import sys
import zlib

import wordfreq

SEED = 20
ENGLISH = "en"
# Languages that are one for the user, and those that short requests can't tell apart.
SAME = {
    "de-CH": "de", "pt-BR": "pt", "nn": "nb", "no": "nb", "zh-CN": "zh", "zh-HK": "zh", "zh-TW": "zh", "zh-hk": "zh",
    "zh-cn": "zh", "zh-tw": "zh", "sr-Latn": "sr", "sh": "hr", "fil": "tl", "en-gb": "en", "es-419": "es",
}
# Codes of home-assistant-intents whose sentences are not of a language that people are asked in.
LEFT_OUT = {"jbo", "kw"}
TEMPLATE_LINES = 900
MESSAGE_LINES = 900
WORD_LINES = 900
WORDS = 3000
ENGLISH_WORDS = 8000
TOKEN = re.compile(r"\[|\]|\(|\)|\||;|\{[^}]*\}|<[^>]*>|[^\[\]()|;{}<>]+")


class Grammar:
    """Sentence templates of one language, from which sentences are drawn."""

    def __init__(self, content, chance):
        self.chance = chance
        self.rules = content.get("expansion_rules", {})
        self.lists = content.get("lists", {})

    def sentence(self, template, own_rules, own_lists, depth=0):
        tokens = TOKEN.findall(template)
        place, text = self.sequence(tokens, 0, own_rules, own_lists, depth)
        return re.sub(r"\s+", " ", text).strip()

    def sequence(self, tokens, place, rules, lists, depth):
        """One of the alternatives up to the closing bracket or the end."""
        alternatives, current, permutes = [], "", False
        while place < len(tokens) and tokens[place] not in ")]":
            token = tokens[place]
            if token in "|;":
                permutes |= token == ";"
                alternatives.append(current)
                current, place = "", place + 1
            elif token in "([":
                place, inner = self.sequence(tokens, place + 1, rules, lists, depth)
                current += inner if token == "(" or self.chance.random() < 0.5 else ""
            else:
                current += self.part(token, rules, lists, depth)
                place += 1
        alternatives.append(current)
        if permutes:
            self.chance.shuffle(alternatives)
            return place + 1, " ".join(alternatives)
        return place + 1, self.chance.choice(alternatives)

    def part(self, token, rules, lists, depth):
        if token.startswith("<"):
            rule = rules.get(token[1:-1], self.rules.get(token[1:-1], ""))
            return self.sentence(rule, rules, lists, depth + 1) if depth < 12 else ""
        if token.startswith("{"):
            name = token[1:-1].split(":")[0]
            values = lists.get(name, self.lists.get(name, {})).get("values") or []
            value = self.chance.choice(values) if values else ""
            value = value.get("in", "") if isinstance(value, dict) else str(value)
            return self.sentence(value, rules, lists, depth + 1) if depth < 12 else ""
        return token


def templates(content, held):
    for name, intent in sorted(content.get("intents", {}).items()):
        if (zlib.crc32(name.encode()) % 3 == 0) != held:
            continue
        for group in intent.get("data", []):
            for sentence in group.get("sentences", []):
                yield sentence, group.get("expansion_rules", {}), group.get("lists", {})


def words_of(language):
    # It has Serbian and Croatian as one, in Latin letters.
    language = "sh" if language == "hr" else language
    if language == "sr" or language not in wordfreq.available_languages("best"):
        return {}
    return wordfreq.get_frequency_dict(language, wordlist="best")


def messages(folder, language):
    """The short translated messages of installed programs, without their English ones."""
    found = set()
    for path in sorted((folder / language / "LC_MESSAGES").glob("*.mo")):
        try:
            catalogue = gettext.GNUTranslations(path.open("rb"))._catalog
        except (OSError, SyntaxError, ValueError, IndexError):
            continue
        for key, text in catalogue.items():
            text = " ".join(text.replace("_", "").split())
            if key and text != key and 6 <= len(text) <= 60 and not re.search(r"[%<>{}/=@\n\\]|[A-Z]{2}", text):
                found.add(text)
    return sorted(found)


def english(root):
    folder = root / "training/understanding"
    for path in sorted(folder.glob("*.txt")):
        for line in path.read_text().splitlines():
            text = line.split("\t")[-1].strip()
            if text and text[0] not in "#=[":
                yield text
    for path in sorted((root / "Tests/Tools/understanding-corpus").glob("*")):
        for line in path.read_text().splitlines():
            text = line.split("\t")[-1].strip()
            if text and zlib.crc32(text.encode()) % 3 != 0:
                yield text


def main():
    root, intents, catalogues = (pathlib.Path(argument) for argument in sys.argv[1:4])
    held = "--held" in sys.argv
    for path in sorted(intents.glob("*.json")):
        if path.stem in LEFT_OUT:
            continue
        language = SAME.get(path.stem, path.stem)
        chance = random.Random(f"{SEED} {path.stem}")
        content = json.loads(path.read_text())
        grammar = Grammar(content, chance)
        known = list(templates(content, held))
        lines = set()
        for _ in range(TEMPLATE_LINES if known else 0):
            template, rules, lists = chance.choice(known)
            lines.add(grammar.sentence(template, rules, lists))
        for line in sorted(lines):
            if len(line) > 2:
                print(language, 1, line, sep="\t")
    if held:
        return
    names = (root / "data/understanding/languages.txt").read_text().splitlines()
    for language in (line.split("\t")[0] for line in names if line[:1] not in ("", "#")):
        chance = random.Random(f"{SEED} words {language}")
        frequencies = dict(sorted(words_of(language).items(), key=lambda pair: -pair[1])[:WORDS])
        words = [word for word in frequencies if not any(c.isdigit() for c in word)]
        for _ in range(WORD_LINES if words else 0):
            drawn = chance.choices(words, [frequencies[word] ** 0.7 for word in words], k=chance.randint(1, 6))
            print(language, 0.5, " ".join(drawn), sep="\t")
        known = messages(catalogues, language) if language != ENGLISH else []
        for line in chance.sample(known, min(MESSAGE_LINES, len(known))):
            print(language, 0.5, line, sep="\t")
    for line in english(root):
        print(ENGLISH, 1, line, sep="\t")
    # A request of one rare English word must not seem to be foreign.
    for word in sorted(words_of(ENGLISH), key=lambda word: -words_of(ENGLISH)[word])[:ENGLISH_WORDS]:
        print(ENGLISH, 2, word, sep="\t")


main()
