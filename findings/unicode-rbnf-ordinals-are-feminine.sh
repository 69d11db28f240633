#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# unicode-rbnf 2.4.1 (PyPI), which Home Assistant's packages spell numbers with: FormatPurpose.ORDINAL.
#
# Guess: where a language has genders, `text` is the form of the dictionary, the masculine one: French "premier".
# Seen: `text` is that of the rule set with the shortest name, as the package's page says, and "feminine" has a letter
#     less than "masculine": "première", "primera", "prima", "primeira". Where there is a neuter, that is shorter still.
# Why it matters: a date read aloud with it is "le première mai". The gender has to be asked for by the rule set's name.
# shellcheck source=findings/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
pypi python unicode-rbnf==2.4.1

cat >"$work/probe.py" <<'PYTHON'
from unicode_rbnf import FormatPurpose, RbnfEngine

for language in ("fr", "es", "it", "pt", "el", "ru"):
    found = RbnfEngine.for_language(language).format_number(1, FormatPurpose.ORDINAL)
    print(f"{language}: {found.text}, not {found.text_by_ruleset['spellout-ordinal-masculine']}")
PYTHON
verdict "fr: première, not premier
es: primera, not primero
it: prima, not primo
pt: primeira, not primeiro
el: πρώτο, not πρώτος
ru: первое, not первый" "$(PYTHONUTF8=1 PYTHONPATH=$work/python python3 "$work/probe.py")"
