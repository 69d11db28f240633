#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# pymicro-wakeword 2.5.0 beside pyopen-wakeword 1.1.0 (PyPI): wake words that espeak-ng 1.51 says.
#
# Guess: both packages were trained on synthetic speech. A robot's voice is heard by both or by neither, and the one that
#     is the better one with one phrase is the better one with the next.
# Seen, with four voices and the models that come with the packages: openWakeWord gives "hey jarvis" 0.98 and more, and
#     "hey mycroft" 0.00. microWakeWord gives "hey jarvis" 0.02 and less, and "hey mycroft" 0.93 and more.
# Why it matters: a test with one synthetic voice passes or fails by the phrase and the engine, whatever the code does; a
#     phrase that works with one engine may not be offered for the other unheard.
# shellcheck source=findings/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
espeak_1_51
pypi python pymicro-wakeword==2.5.0 pymicro-features==2.0.2 pyopen-wakeword==1.1.0

cat >"$work/probe.py" <<'PYTHON'
import spoken
from pymicro_wakeword import MicroWakeWord, MicroWakeWordFeatures, Model as MicroModel
from pyopen_wakeword import OpenWakeWord, OpenWakeWordFeatures, Model as OpenModel

VOICES = ("en", "en-us", "en+f2", "en-us+m3")

def parts(sound):
    return (sound[start:start + 320] for start in range(0, len(sound) - 319, 320))

def micro(name, sound):
    word, features = MicroWakeWord.from_builtin(MicroModel[name]), MicroWakeWordFeatures()
    return max(word.process_streaming_prob(window) for part in parts(sound) for window in features.process_streaming(part))

def open_(name, sound):
    word, features = OpenWakeWord.from_builtin(OpenModel[name]), OpenWakeWordFeatures.from_builtin()
    return max(value for part in parts(sound) for window in features.process_streaming(part)
               for value in word.process_streaming(window))

for text in ("hey jarvis", "hey mycroft"):
    sounds = [spoken.pcm(spoken.sound(voice, text), -6) for voice in VOICES]
    for engine, detect in (("openWakeWord", open_), ("microWakeWord", micro)):
        values = [detect(text.upper().replace(" ", "_"), sound) for sound in sounds]
        print(f"{text}, {engine}:", *(f"{value:.2f}" for value in values), flush=True)
        verdict = "hears" if min(values) > 0.8 else "misses" if max(values) < 0.2 else "hears some of"
        print(f"summary: {engine} {verdict} {text}", flush=True)
PYTHON
python3 "$work/probe.py" | tee "$work/seen"
verdict "summary: openWakeWord hears hey jarvis
summary: microWakeWord misses hey jarvis
summary: openWakeWord misses hey mycroft
summary: microWakeWord hears hey mycroft" "$(grep ^summary: "$work/seen")"
