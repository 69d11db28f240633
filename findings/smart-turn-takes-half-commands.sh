#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Smart Turn 3.2, as it comes with pipecat-ai 1.14.0 (PyPI): which sound it takes for a finished turn.
#
# Guess: the model, which was made to tell a pause from an end, goes by what was said: "turn off the" goes on, "what time
#     is it?" is finished, and silence is not a turn at all.
# Seen, with two voices of espeak-ng 1.51 and 0.2 s of silence behind them, the pause after which it is asked: "turn off
#     the", "add milk and" and "set a timer for" are finished (0.9 and more). "Because" is not (below 0.1). A second of
#     digital silence is finished, too; a steady tone is not. It goes by the melody, which these voices lower at the end
#     of whatever they say.
# Why it matters: with a synthetic voice a test of turn taking shows little, and a person who pauses with a falling voice
#     is cut off. The words have to be looked at as well, and whether there were any.
# shellcheck source=findings/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
espeak_1_51
pypi python pipecat-ai==1.14.0 onnxruntime==1.32.0 flatbuffers==25.12.19 packaging==26.4 protobuf==7.36.2

cat >"$work/probe.py" <<'PYTHON'
import importlib.util, os, sys
import numpy, onnxruntime, spoken

# The package itself wants many others; its model and what prepares the sound for it do not.
folder = os.path.join(sys.argv[1], "pipecat/audio/turn/smart_turn")
specification = importlib.util.spec_from_file_location("features", os.path.join(folder, "_whisper_features.py"))
features = importlib.util.module_from_spec(specification)
specification.loader.exec_module(features)
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
model = onnxruntime.InferenceSession(os.path.join(folder, "data/smart-turn-v3.2-cpu.onnx"), options)

def finished(sound):
    """The model's value for the last eight seconds, as LocalSmartTurnAnalyzerV3 asks for it."""
    sound = numpy.pad(sound, (8 * 16000, 0))[-8 * 16000:].astype(numpy.float32)
    prepared = features.compute_whisper_log_mel_features(sound, do_normalize=True)
    return model.run(None, {"input_features": prepared[None]})[0].item()

def tell(what, *values):
    print(f"{what}:", *(f"{value:.2f}" for value in values), file=sys.stderr)
    print(f"{what}: {'finished' if min(values) > 0.8 else 'not finished' if max(values) < 0.2 else 'in between'}")

for text in ("turn off the", "add milk and", "set a timer for", "because"):
    values = []
    for voice in ("en-us", "en-us+f3"):
        sound = spoken.sound(voice, text) / 2
        end = numpy.nonzero(abs(sound) > 0.005)[0][-1]
        values.append(finished(sound[:end + 3200]))
    tell(text, *values)
tell("a second of silence", finished(numpy.zeros(16000)))
tell("three seconds of a tone", finished(0.3 * numpy.sin(numpy.arange(48000) * 2 * numpy.pi * 440 / 16000)))
PYTHON
verdict "turn off the: finished
add milk and: finished
set a timer for: finished
because: not finished
a second of silence: finished
three seconds of a tone: not finished" "$(python3 "$work/probe.py" "$work/python")"
