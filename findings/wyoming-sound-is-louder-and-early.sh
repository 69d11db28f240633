#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# wyoming 1.10.2 (PyPI): AudioChunkConverter and wav_to_chunks.
#
# Guess: stereo that is made mono is the average of both channels, and the time that comes with the end of a minute of
#     sound is a minute.
# Seen: both channels are added. The same sound in both is 6 dB louder, and clipped above -6 dBFS: a tone of 20000 becomes
#     32767. The times are added up of whole milliseconds, rounded down at each chunk: with 1024 samples a chunk a minute
#     ends at 59.432 s at 22050 Hz, as of most voices of Piper, at 59.062 s at 24000 Hz, and on the dot at 16000 Hz.
# Why it matters: a stereo microphone has to be made mono before it goes through this converter, and a voice's words or
#     mouth cannot be timed by these times.
# shellcheck source=findings/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
pypi python wyoming==1.10.2

cat >"$work/probe.py" <<'PYTHON'
import array, io, math, wave
from wyoming.audio import AudioChunk, AudioChunkConverter, wav_to_chunks

tone = [round(20000 * math.sin(2 * math.pi * 440 * place / 16000)) for place in range(1600)]
for what, pairs in (("both", ((v, v) for v in tone)), ("one", ((v, 0) for v in tone)), ("opposite", ((v, -v) for v in tone))):
    stereo = array.array("h", [value for pair in pairs for value in pair]).tobytes()
    mono = AudioChunkConverter(channels=1).convert(AudioChunk(16000, 2, 2, stereo))
    print(f"a tone of 20000 in {what}: {max(array.array('h', mono.audio))}")
for rate in (16000, 22050, 24000):
    file = io.BytesIO()
    with wave.open(file, "wb") as writing:
        writing.setparams((1, 2, rate, 0, "NONE", ""))
        writing.writeframes(bytes(60 * rate * 2))
    file.seek(0)
    *_, end = wav_to_chunks(wave.open(file), 1024, stop_event=True)
    print(f"a minute at {rate} Hz ends at {end.timestamp} ms")
PYTHON
verdict "a tone of 20000 in both: 32767
a tone of 20000 in one: 20000
a tone of 20000 in opposite: 0
a minute at 16000 Hz ends at 60000 ms
a minute at 22050 Hz ends at 59432 ms
a minute at 24000 Hz ends at 59062 ms" "$(PYTHONPATH=$work/python python3 -W ignore "$work/probe.py")"
