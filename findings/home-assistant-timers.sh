#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# home-assistant-intents 2026.11.25 with hassil 3.13.0 (PyPI), English: how long a timer can be said to be.
#
# Guess: "an hour", "an hour and a half", "120 minutes" and "1.5 hours" are understood as surely as "half an hour" and
#     "one and a half hours" are, and a number is of one type, said in digits or in words.
# Seen: the four are not understood at all. Each unit goes from 1 to 100, "an hour" is not a number, and a decimal point has
#     no place. "5 minutes" gives the number 5.0, "five minutes" the number 5.
# Why it matters: whether "set a timer for two hours" works depends on how the recognizer writes it: "120 minutes" does
#     not. A length that JARVIS passes on has to be split into hours, minutes and seconds first.
# shellcheck source=findings/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
pypi python hassil==3.13.0 home-assistant-intents==2026.11.25 unicode-rbnf==2.4.1 PyYAML==6.0.4

cat >"$work/probe.py" <<'PYTHON'
from hassil import Intents, recognize_best
from hassil.intents import TextSlotList
from home_assistant_intents import get_intents

intents = Intents.from_dict(get_intents("en"))
lists = {name: TextSlotList.from_tuples([]) for name in ("name", "area", "floor")}
for length in ("5 minutes", "five minutes", "half an hour", "one and a half hours", "100 minutes", "120 minutes", "2 hours",
               "1.5 hours", "an hour", "an hour and a half"):
    result = recognize_best(f"set a timer for {length}", intents, slot_lists=lists, language="en")
    slots = result and ", ".join(f"{name} {entity.value}" for name, entity in sorted(result.entities.items()))
    print(f"{length}: {slots or 'not understood'}")
PYTHON
verdict "5 minutes: minutes 5.0
five minutes: minutes 5
half an hour: minutes 30
one and a half hours: hours 1, minutes 30
100 minutes: minutes 100.0
120 minutes: not understood
2 hours: hours 2.0
1.5 hours: not understood
an hour: not understood
an hour and a half: not understood" "$(PYTHONPATH=$work/python python3 "$work/probe.py")"
