#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# PulseAudio 16.1 (16.1+dfsg1-2+b1): a recording in stereo from a source whose channels are called aux0, aux1, … is silent.
#
# One would guess that the server mixes or copies such channels into the two that were asked for, as it does when one is
# asked for. It matches channels by name, and finds none: the stream runs, its samples are all zero, and no error is told.
# Asked for one channel, it gives the average of all: an interface with four inputs and one microphone is 12 dB softer.
# A pair of channels in opposite phase is nothing at all when one channel is asked for.
#
# It matters for JARVIS because the microphones of studio interfaces are such channels, and because of some microphones
# that cancel each other: sound has to be recorded with the channels that the source has, and mixed by whom it is for.
#
# usage: findings/pulseaudio-studio-inputs-are-silent.sh
set -euo pipefail

version=$(dpkg-query -W -f '${Version}' pulseaudio)
[[ $version == 16.1+dfsg1-2+b1 ]] || { echo "PulseAudio $version is installed, not 16.1+dfsg1-2+b1" >&2; exit 1; }

folder=$(mktemp -d /tmp/finding-pulse.XXXXXX)
server=""
recorder=""
finish() {
    for pid in $recorder $server; do kill "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$folder"
}
trap finish EXIT
mkdir -m 0700 "$folder/run" "$folder/state" "$folder/home"
export XDG_RUNTIME_DIR=$folder/run HOME=$folder/home PULSE_RUNTIME_PATH=$folder/run PULSE_STATE_PATH=$folder/state
export PULSE_COOKIE=$folder/state/cookie PULSE_SERVER=unix:$folder/run/native
printf 'autospawn = no\n' >"$folder/client.conf"
export PULSE_CLIENTCONFIG=$folder/client.conf
cat >"$folder/server.pa" <<'SCRIPT'
load-module module-null-sink sink_name=inputs rate=48000 norewinds=1 channels=4 channel_map=aux0,aux1,aux2,aux3
load-module module-null-sink sink_name=pair rate=48000 norewinds=1 channels=2 channel_map=front-left,front-right
load-module module-native-protocol-unix auth-anonymous=1 auth-cookie-enabled=0
SCRIPT
pulseaudio -n --daemonize=no --use-pid-file=no --exit-idle-time=-1 --disable-shm=yes --log-target=stderr \
    --log-level=error --file="$folder/server.pa" 2>"$folder/log" &
server=$!
for _ in {1..200}; do
    pactl info >/dev/null 2>&1 && break
    sleep 0.05
done
pulseaudio --version

# A tone of −13.5 dBFS: on the second of four channels, and on both of two, upside down on one.
python3 - "$folder" <<'PYTHON'
import array, math, sys
tone = [int(0.3 * 32767 * math.sin(2 * math.pi * 440 * n / 48000)) for n in range(96000)]
array.array("h", (v for s in tone for v in (0, s, 0, 0))).tofile(open(sys.argv[1] + "/inputs", "wb"))
array.array("h", (v for s in tone for v in (s, -s))).tofile(open(sys.argv[1] + "/pair", "wb"))
PYTHON

# level SINK CHANNELS MAP: the loudest tenth of a second, in whole dBFS, of what a client records that asks for MAP.
level() {
    parec --device="$1.monitor" --format=s16le --rate=48000 --channels="$2" --channel-map="$3" >"$folder/heard" &
    recorder=$!
    for _ in {1..200}; do
        [[ -s $folder/heard ]] && break
        sleep 0.05
    done
    if [[ $1 == inputs ]]; then
        pacat --device=inputs --format=s16le --rate=48000 --channels=4 --channel-map=aux0,aux1,aux2,aux3 "$folder/inputs"
    else
        pacat --device=pair --format=s16le --rate=48000 --channels=2 "$folder/pair"
    fi
    kill "$recorder"
    wait "$recorder" 2>/dev/null || true
    recorder=""
    python3 - "$folder/heard" "$2" <<'PYTHON'
import array, math, sys
sound = array.array("h")
data = open(sys.argv[1], "rb").read()
sound.frombytes(data[: len(data) // 2 * 2])
channels = int(sys.argv[2])
best = 0
for channel in range(channels):
    one = sound[channel::channels]
    for start in range(0, len(one) - 4800, 4800):
        best = max(best, sum(v * v for v in one[start : start + 4800]) / 4800)
print(round(10 * math.log10(best / 32768**2)) if best else "silent")
PYTHON
}

own=$(level inputs 4 aux0,aux1,aux2,aux3)
stereo=$(level inputs 2 front-left,front-right)
mono=$(level inputs 1 mono)
opposite=$(level pair 1 mono)
printf '%s\n' "own channels: $own dBFS" "stereo: $stereo" "mono: $mono dBFS" "opposite phase, mono: $opposite"
[[ $own == -1[34] && $stereo == silent && $mono == -2[56] && $opposite == silent ]]
