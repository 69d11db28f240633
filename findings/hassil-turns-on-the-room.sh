#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# hassil 3.13.0 with home-assistant-intents 2026.11.25 (PyPI): a lamp whose name begins with that of its room.
#
# Guess: "turn on the kitchen light" is for the lamp that is called "kitchen light", since the name is said in full; at
#     least recognize_best() takes it for that.
# Seen: recognize() and recognize_best() both give every light in the area "kitchen". The lamp comes out only with
#     best_slot_name="name". "Set the kitchen light to 40 percent" is for the lamp alone: it is on one lamp that the
#     brightness is set, after all lamps of the room were switched on.
# Why it matters: what is done depends on the verb, not on the name. JARVIS must not read the area back as what was said.
# shellcheck source=findings/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
pypi python hassil==3.13.0 home-assistant-intents==2026.11.25 unicode-rbnf==2.4.1 PyYAML==6.0.4

cat >"$work/probe.py" <<'PYTHON'
from hassil import Intents, recognize, recognize_best
from hassil.intents import TextSlotList
from home_assistant_intents import get_intents

intents = Intents.from_dict(get_intents("en"))
lists = {"name": TextSlotList.from_tuples([("kitchen light", "light.over_the_sink", {"domain": "light"})]),
         "area": TextSlotList.from_tuples([("kitchen", "kitchen")]), "floor": TextSlotList.from_tuples([])}

def show(what, result):
    slots = ", ".join(f"{name} {entity.value}" for name, entity in sorted(result.entities.items()))
    print(f"{what}: {result.intent.name}, {slots}")

on, dim = "turn on the kitchen light", "set the kitchen light to forty percent"
show("recognize, on", recognize(on, intents, slot_lists=lists))
show("recognize_best, on", recognize_best(on, intents, slot_lists=lists))
show("recognize_best by name, on", recognize_best(on, intents, slot_lists=lists, best_slot_name="name"))
show("recognize_best, dim", recognize_best(dim, intents, slot_lists=lists))
PYTHON
verdict "recognize, on: HassTurnOn, area kitchen, domain light
recognize_best, on: HassTurnOn, area kitchen, domain light
recognize_best by name, on: HassTurnOn, name light.over_the_sink
recognize_best, dim: HassLightSet, brightness 40, name light.over_the_sink" \
    "$(PYTHONPATH=$work/python python3 "$work/probe.py")"
