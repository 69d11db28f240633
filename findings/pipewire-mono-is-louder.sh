#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# PipeWire 0.3.65 (pipewire-pulse) beside PulseAudio 16.1: a stereo source recorded in mono.
#
# Guess: both channels are averaged, so that the same sound in both channels keeps its level.
# Seen: PulseAudio averages. PipeWire adds both with 0.71 each: the same sound in both channels is 3 dB louder, and one
#     above -3 dBFS is clipped.
# Why it matters: levels measured in mono differ between the servers, a loud stereo microphone is distorted before a
#     program sees it, and a threshold tuned on one server is 3 dB off on the other.
# shellcheck source=findings/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# The peak, in percent of full scale, of a mono recording of a 50 % tone that plays in both channels of a sink.
peak() {
    pactl load-module module-null-sink sink_name=speaker rate=48000 channels=2 >/dev/null 2>&1 || true
    start play pacat --device=speaker --format=s16le --rate=48000 --channels=2 --raw "$work/tone.raw"
    start record parec --device=speaker.monitor --format=s16le --rate=48000 --channels=1 --raw "$work/recorded.raw"
    until_true enough
    python3 - "$work/recorded.raw" <<'PYTHON'
import array, sys
samples = array.array("h", open(sys.argv[1], "rb").read()[:192000])
print(round(100 * max(map(abs, samples)) / 32768))
PYTHON
}
enough() { (($(stat -c %s "$work/recorded.raw") >= 192000)); }

python3 - "$work/tone.raw" <<'PYTHON'
import array, math, sys
tone = array.array("h")
for index in range(48000 * 20):
    tone.extend([int(16384 * math.sin(2 * math.pi * 440 * index / 48000))] * 2)
open(sys.argv[1], "wb").write(tone.tobytes())
PYTHON

pipewire_0_3_65
pipewire=$(peak)
for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
rm -f "$work/recorded.raw"

debian pulseaudio=16.1+dfsg1-2+b1
modules=$(dirname "$(find "$work/root" -name module-null-sink.so)")
LD_LIBRARY_PATH=$LD_LIBRARY_PATH:$modules:$(dirname "$modules")
export LD_LIBRARY_PATH PULSE_RUNTIME_PATH=$work/pulse
mkdir -m 0700 "$PULSE_RUNTIME_PATH"
start pulseaudio "$work/root/usr/bin/pulseaudio" -n --daemonize=no --use-pid-file=no --exit-idle-time=-1 \
    --disable-shm=yes "--dl-search-path=$modules" --load="module-null-sink sink_name=speaker rate=48000 channels=2" \
    --load="module-native-protocol-unix socket=$work/pulse/native auth-anonymous=1"
export PULSE_SERVER=unix:$work/pulse/native
until_true pactl info
pulseaudio=$(peak)
verdict "a 50 % tone in both channels: PulseAudio 50 %, PipeWire 71 %" \
    "a 50 % tone in both channels: PulseAudio $pulseaudio %, PipeWire $pipewire %"
