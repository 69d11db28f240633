#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# PipeWire 0.3.65 (pipewire-pulse) with WirePlumber 0.4.13, seen through libpulse.
#
# Guess: when a "new" event announces a playback stream, the stream can be asked for its sink and volume, as on
#     PulseAudio, where both are there before the event.
# Seen: asked at once, it has no sink (PA_INVALID_INDEX) and the volume 0; both come milliseconds later, with "change"
#     events.
# Why it matters: a program that makes others softer on "new" turns 0 into 0, and WirePlumber remembers that as the
#     program's own volume: it stays mute.
# shellcheck source=findings/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
pipewire_0_3_65
pactl info | grep '^Server Name'

cat >"$work/probe.py" <<'PYTHON'
import ctypes as c, subprocess, time
pa = c.CDLL("libpulse.so.0")
for name in "pa_mainloop_new pa_mainloop_get_api pa_context_new pa_context_subscribe pa_context_get_sink_input_info".split():
    getattr(pa, name).restype = c.c_void_p

class Spec(c.Structure):
    _fields_ = [("format", c.c_int), ("rate", c.c_uint32), ("channels", c.c_uint8)]
class Map(c.Structure):
    _fields_ = [("channels", c.c_uint8), ("map", c.c_int * 32)]
class Volume(c.Structure):
    _fields_ = [("channels", c.c_uint8), ("values", c.c_uint32 * 32)]
class Info(c.Structure):  # the beginning of pa_sink_input_info
    _fields_ = [("index", c.c_uint32), ("name", c.c_char_p), ("owner", c.c_uint32), ("client", c.c_uint32),
                ("sink", c.c_uint32), ("spec", Spec), ("map", Map), ("volume", Volume)]

loop = c.c_void_p(pa.pa_mainloop_new())
context = c.c_void_p(pa.pa_context_new(c.c_void_p(pa.pa_mainloop_get_api(loop)), b"probe"))
pa.pa_context_connect(context, None, 1, None)

def turn(until, seconds=5):
    end = time.monotonic() + seconds
    while not until() and time.monotonic() < end:
        pa.pa_mainloop_prepare(loop, 5000)
        pa.pa_mainloop_poll(loop)
        pa.pa_mainloop_dispatch(loop)
    return until()

assert turn(lambda: pa.pa_context_get_state(context) == 4)
answers, began = [], []
INFO = c.CFUNCTYPE(None, c.c_void_p, c.POINTER(Info), c.c_int, c.c_void_p)
EVENT = c.CFUNCTYPE(None, c.c_void_p, c.c_uint, c.c_uint32, c.c_void_p)

@INFO
def take(_, info, end, __):
    if end == 0 and info:
        answers.append((time.monotonic(), info.contents.sink, info.contents.volume.values[0]))

@EVENT
def notice(_, kind, index, __):
    if kind & 0x0F == 2 and kind & 0x30 in (0x00, 0x10):  # a sink input is new, or has changed
        began.append(time.monotonic())
        pa.pa_context_get_sink_input_info(context, index, take, None)

pa.pa_context_set_subscribe_callback(context, notice, None)
pa.pa_context_subscribe(context, 4, None, None)
turn(lambda: False, 0.5)
player = subprocess.Popen(["pacat", "--raw", "/dev/zero"])
settled = turn(lambda: any(sink != 0xFFFFFFFF and volume > 0 for _, sink, volume in answers))
player.kill()
player.wait()
first = answers[0]
print(f"asked when announced: sink {first[1]}, volume {first[2]}", flush=True)
last = next(answer for answer in answers if answer[1] != 0xFFFFFFFF and answer[2] > 0)
print(f"{(last[0] - began[0]) * 1000:.0f} ms later: sink {last[1]}, volume {last[2]}", flush=True)
print("no volume at first" if settled and first[2] == 0 and first[1] == 0xFFFFFFFF else "otherwise")
PYTHON
python3 "$work/probe.py" | tee "$work/seen"
verdict "no volume at first" "$(tail -n 1 "$work/seen")"
