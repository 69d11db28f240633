# SPDX-License-Identifier: GPL-3.0-or-later
# Writes the template, merges, checks and compiles catalogues; scripts/translations calls it.
import os
import pathlib
import re
import subprocess
import sys

import catalogue
import sources

# What a key is called on the keyboards of a language.
KEYS = {"de": {"Strg": "Ctrl", "Umschalt": "Shift"}}
# Marks that a text and its translation end with; some languages have marks of their own.
ENDS = {".": ".।。", "?": "?؟？;", "!": "!！", ":": ":：", "…": "…", ";": ";"}
SHORTCUT = re.compile(r"\b(\w+)\+([^\s()„“”.,]+)")
PLACEHOLDER = re.compile(r"%[1-9]")


def languages(root):
    """The languages of po/LINGUAS, and of them those that must be complete."""
    kept, complete = [], set()
    for line in (root / "po/LINGUAS").read_text().splitlines():
        if line.startswith("# complete:"):
            complete |= set(line[len("# complete:") :].split())
        elif not line.startswith("#"):
            kept += line.split()
    return kept, complete


def template_of(root):
    return catalogue.template(sources.collected(sources.translatable_files(root), root))


def shortcuts(text, names):
    """The key combinations in a text, with the names of keys in English; of a key with a long name, only that there is one."""
    return sorted(
        (names.get(first, first), last if len(last) == 1 else "…") for first, last in SHORTCUT.findall(text)
        if names.get(first, first) in ("Ctrl", "Shift", "Alt", "Super"))


def faults_of(message, language, forms):
    """What is wrong with the translation of a message."""
    given = [message.text] + ([message.plural] if message.plural else [])
    if message.plural and sorted(message.forms) != list(range(forms)):
        yield f"has {len(message.forms)} plural forms, not {forms}"
        return
    wanted = set(PLACEHOLDER.findall(" ".join(given)))
    for form, translation in message.forms.items():
        has = set(PLACEHOLDER.findall(translation))
        # A form for one may say "one" instead of the number.
        needed = wanted - {"%1"} if message.plural else wanted
        if has - wanted:
            yield "has " + ", ".join(sorted(has - wanted)) + ", which the text lacks"
        if needed - has:
            yield "lacks " + ", ".join(sorted(needed - has))
        if translation != translation.strip() or "  " in translation:
            yield "has spaces too many"
        end = message.text[-1:]
        if end in ENDS and translation[-1:] not in ENDS[end] or translation[-1:] == "…" != end:
            yield f"must end as the text does, with \"{end}\""
        names = KEYS.get(language, {})
        if shortcuts(given[-1], {}) != shortcuts(translation, names):
            yield "has other keys than the text"
        if translation.count("\n") != message.text.count("\n"):
            yield "has other line breaks than the text"
        if language == "de" and ('"' in translation or translation.count("„") != translation.count("“")):
            yield "needs „quotes“ of the language"
    if message.plural and wanted - set(PLACEHOLDER.findall(message.forms[forms - 1])):
        yield "lacks the number in its last form"


def check_language(root, language, keys, is_complete):
    """What is wrong with a language's file, as lines."""
    path = root / f"po/{language}.po"
    messages = catalogue.read(path.read_text(encoding="utf-8"))
    fields = catalogue.header(messages)
    body = [message for message in messages if message.text]
    tool = subprocess.run(
        ["msgfmt", "--check", "--output-file=/dev/null", str(path)], capture_output=True, text=True, env=plain_environment())
    if tool.returncode or tool.stderr.strip():
        yield from tool.stderr.strip().splitlines()
    if fields.get("Language") != language:
        yield f"po/{language}.po: its header says Language: {fields.get('Language')}"
    number = re.match(r"nplurals=(\d+);", fields.get("Plural-Forms", ""))
    forms = int(number[1]) if number else 0
    if {message.key for message in body} != keys:
        yield f"po/{language}.po doesn't have the texts of the template; run scripts/translations"
    for message in body:
        place = f"po/{language}.po:{message.line}: \"{message.text}\""
        if not message.is_finished:
            if is_complete:
                yield f"{place} isn't translated" if not message.is_fuzzy else f"{place} is only guessed (fuzzy)"
            continue
        for fault in faults_of(message, language, forms):
            yield f"{place} {fault}"


def plain_environment():
    return {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": ""}


def check(root):
    template, faults = template_of(root), []
    stored = root / "po/jarvis.pot"
    if not stored.exists() or stored.read_text(encoding="utf-8") != template:
        faults.append("po/jarvis.pot doesn't have the texts of the sources; run scripts/translations")
    keys = {message.key for message in catalogue.read(template) if message.text}
    kept, complete = languages(root)
    for language in kept:
        faults += check_language(root, language, keys, language in complete)
    extra = {path.stem for path in root.glob("po/*.po")} - set(kept)
    faults += [f"po/LINGUAS lacks {language}" for language in sorted(extra)]
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


def update(root):
    template = root / "po/jarvis.pot"
    template.write_text(template_of(root), encoding="utf-8")
    for language in languages(root)[0]:
        merge(root / f"po/{language}.po", template)
    return report(root)


def merge(path, template):
    subprocess.run(
        ["msgmerge", "--update", "--backup=none", "--no-wrap", "--previous", "--quiet", str(path), str(template)], check=True,
        env=plain_environment())
    # Texts that are gone are in the repository's history.
    subprocess.run(
        ["msgattrib", "--no-obsolete", "--no-wrap", f"--output-file={path}", str(path)], check=True, env=plain_environment())


def begin(root, language):
    path = root / f"po/{language}.po"
    if path.exists():
        raise SystemExit(f"po/{language}.po is there already")
    subprocess.run(
        ["msginit", "--no-translator", "--no-wrap", f"--locale={language}", f"--input={root / 'po/jarvis.pot'}", f"--output={path}"],
        check=True, env=plain_environment())
    known = (root / "po/LINGUAS").read_text().splitlines()
    (root / "po/LINGUAS").write_text("\n".join(known + [language]) + "\n")
    return 0


def report(root):
    for language in languages(root)[0]:
        body = [message for message in catalogue.read((root / f"po/{language}.po").read_text(encoding="utf-8")) if message.text]
        done = sum(message.is_finished for message in body)
        guessed = sum(message.is_fuzzy for message in body)
        share = 100 * done // len(body) if body else 100
        print(f"{language}: {share} %, {done} of {len(body)} texts, {guessed} guessed")
    return 0


def compile_all(root, folder, chosen):
    for language in chosen or languages(root)[0]:
        target = pathlib.Path(folder) / language / "LC_MESSAGES/jarvis.mo"
        target.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["msgfmt", f"--output-file={target}", str(root / f"po/{language}.po")], check=True, env=plain_environment())
    return 0


def translate_file(root, path):
    """Prints a desktop file, AppStream metadata or a policy with its translations."""
    kind = "--desktop" if path.endswith(".desktop") else "--xml"
    environment = {**plain_environment(), "GETTEXTDATADIR": str(root / "scripts/translations.d")}
    sys.stdout.flush()
    subprocess.run(
        ["msgfmt", kind, f"--template={path}", "-d", str(root / "po"), "--output-file=-"], check=True, env=environment)
    return 0


def main(root, command, arguments):
    root = pathlib.Path(root)
    commands = {"update": update, "check": check, "report": report}
    if command == "compile":
        return compile_all(root, arguments[0], arguments[1:])
    if command == "file":
        return translate_file(root, arguments[0])
    if command == "new":
        return begin(root, arguments[0])
    return commands[command](root)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
