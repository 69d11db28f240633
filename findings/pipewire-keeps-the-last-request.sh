#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# PipeWire 0.3.65 (pipewire-pulse), seen through libpulse.
#
# Guess: a playback stream that is given no more data plays what it has, and then its read index equals its write index,
#     as on PulseAudio.
# Seen: it plays whole requests only. The rest, here part of 20 ms, stays unplayed for as long as nothing more is
#     written, and an underflow is reported at that place. pa_stream_drain() has it played, with some silence behind it
#     that counts as read: the read index is then past the write index.
# Why it matters: a player that waits until everything is read before it says "finished" waits for ever, and the last
#     syllable of a sentence is heard with the next one.
# shellcheck source=findings/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
pipewire_0_3_65
pactl info | grep '^Server Name'

cat >"$work/probe.py" <<'PYTHON'
import ctypes as c, time
pa = c.CDLL("libpulse.so.0")
for name in "pa_mainloop_new pa_mainloop_get_api pa_context_new pa_stream_new pa_stream_drain pa_stream_update_timing_info pa_stream_get_timing_info".split():
    getattr(pa, name).restype = c.c_void_p
pa.pa_stream_get_underflow_index.restype = c.c_int64

class Spec(c.Structure):
    _fields_ = [("format", c.c_int), ("rate", c.c_uint32), ("channels", c.c_uint8)]
class Attr(c.Structure):
    _fields_ = [(n, c.c_uint32) for n in ("maxlength", "tlength", "prebuf", "minreq", "fragsize")]
class Timing(c.Structure):  # pa_timing_info
    _fields_ = [("sec", c.c_long), ("usec", c.c_long), ("synchronized", c.c_int), ("sink_usec", c.c_uint64),
                ("source_usec", c.c_uint64), ("transport_usec", c.c_uint64), ("playing", c.c_int),
                ("write_corrupt", c.c_int), ("write_index", c.c_int64), ("read_corrupt", c.c_int),
                ("read_index", c.c_int64)]

loop = c.c_void_p(pa.pa_mainloop_new())
context = c.c_void_p(pa.pa_context_new(c.c_void_p(pa.pa_mainloop_get_api(loop)), b"probe"))
pa.pa_context_connect(context, None, 1, None)

def turn(until, seconds=5):
    end = time.monotonic() + seconds
    while not until() and time.monotonic() < end:
        pa.pa_mainloop_prepare(loop, 10000)
        pa.pa_mainloop_poll(loop)
        pa.pa_mainloop_dispatch(loop)
    return until()

assert turn(lambda: pa.pa_context_get_state(context) == 4)
spec = Spec(3, 22050, 1)  # PA_SAMPLE_S16LE
stream = c.c_void_p(pa.pa_stream_new(context, b"sound", c.byref(spec), None))
underflows = []
CALLBACK = c.CFUNCTYPE(None, c.c_void_p, c.c_void_p)
note = CALLBACK(lambda s, _: underflows.append(pa.pa_stream_get_underflow_index(c.c_void_p(s))))
pa.pa_stream_set_underflow_callback(stream, note, None)
most = 0xFFFFFFFF
attr = Attr(most, 22050 * 2 // 10, 2, most, most)
pa.pa_stream_connect_playback(stream, None, c.byref(attr), 0x2000, None, None)
assert turn(lambda: pa.pa_stream_get_state(stream) == 2)
sound, sent = b"\x10\x10" * 15435, 0
pa.pa_stream_writable_size.restype = c.c_size_t

def feed():
    global sent
    part = sound[sent:sent + pa.pa_stream_writable_size(stream)]
    if part:
        pa.pa_stream_write(stream, part, c.c_size_t(len(part)), None, c.c_int64(0), 0)
        sent += len(part)
    return sent == len(sound)

def left():
    operation = c.c_void_p(pa.pa_stream_update_timing_info(stream, None, None))
    assert turn(lambda: pa.pa_operation_get_state(operation) == 1)
    info = Timing.from_address(pa.pa_stream_get_timing_info(stream))
    return info.write_index - info.read_index

assert turn(feed)
turn(lambda: False, 2)  # The buffer is a tenth of a second long.
before = left()
drain = c.c_void_p(pa.pa_stream_drain(stream, None, None))
assert turn(lambda: pa.pa_operation_get_state(drain) == 1)
after = left()
print(f"two seconds after the last write {before} of {len(sound)} bytes are unplayed, after a drain {after};",
      f"underflow reported at {underflows}", flush=True)
print("unplayed until drained" if 0 < before <= 2048 and after <= 0 and underflows else "otherwise")
PYTHON
python3 "$work/probe.py" | tee "$work/seen"
verdict "unplayed until drained" "$(tail -n 1 "$work/seen")"
