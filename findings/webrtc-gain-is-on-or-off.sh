#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# webrtc-noise-gain 1.3.0 (PyPI), by the authors of Home Assistant, which levels a microphone: auto_gain_dbfs.
#
# Guess: the value, from 1 to 31, is the target below full scale: with 3 a soft voice comes out 28 dB louder than with 31.
# Seen: every value from 1 to 31 gives the same sound, byte by byte, louder than with 0. The noise suppression's levels
#     do differ.
# Why it matters: a setting "gain" that is passed on to it is a switch. To make a microphone louder by a given amount, it
#     has to be multiplied.
# shellcheck source=findings/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
espeak_1_51
pypi python webrtc-noise-gain==1.3.0

cat >"$work/probe.py" <<'PYTHON'
import numpy, spoken
from webrtc_noise_gain import AudioProcessor

speech = numpy.tile(spoken.sound("en-us", "Set a timer for five minutes, and play some music in the kitchen."), 3)
noise = numpy.random.default_rng(1).normal(size=len(speech)) / 100
sound = spoken.pcm(speech * 0.9 + noise, -26)

def processed(gain, suppression):
    processor = AudioProcessor(gain, suppression)
    return b"".join(processor.Process10ms(sound[at:at + 320]).audio for at in range(0, len(sound) - 319, 320))

def level(pcm):
    return 10 * numpy.log10(numpy.mean((numpy.frombuffer(pcm, "<i2") / 32768.0) ** 2))

without = processed(0, 0)
gains = {processed(gain, 0) for gain in range(1, 32)}
louder = level(min(gains)) - level(without)
print(f"{louder:.1f} dB louder with a gain")
print(f"summary: gains 1 to 31 give {len(gains)} sound, {'louder' if louder > 3 else 'as loud'}")
print(f"summary: suppressions 0 to 4 give {len({processed(0, suppression) for suppression in range(5)})}")
PYTHON
python3 "$work/probe.py" | tee "$work/seen"
verdict "summary: gains 1 to 31 give 1 sound, louder
summary: suppressions 0 to 4 give 5" "$(grep ^summary: "$work/seen")"
