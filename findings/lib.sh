# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What the scripts of this folder share: a temporary folder, pinned packages in it, and processes that end with it.
# To be sourced.
set -euo pipefail

work=$(mktemp -d /tmp/finding.XXXXXX)
pids=()

# Ends what was started here, by process id, and removes the folder.
end_all() {
    local pid
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    for pid in "${pids[@]}"; do wait "$pid" 2>/dev/null || true; done
    rm -rf "$work"
}
trap end_all EXIT

# start NAME CMD…: runs CMD in the background; its output is in $work/NAME.log.
start() {
    local name=$1
    shift
    "$@" >"$work/$name.log" 2>&1 &
    pids+=($!)
}

# until_true CMD…: waits until CMD succeeds, for 20 s at most.
until_true() {
    local round
    for ((round = 0; round < 400; round++)); do
        ! "$@" >/dev/null 2>&1 || return 0
        sleep 0.05
    done
    echo "never became true: $*" >&2
    return 1
}

# debian PACKAGE=VERSION…: unpacks these packages of Debian 12 into $work/root, which comes first from then on.
debian() {
    (
        cd "$work"
        for package in "$@"; do apt-get -q -o APT::Sandbox::User=root download "$package" >/dev/null; done
        for file in ./*.deb; do dpkg -x "$file" root; done
        rm ./*.deb
    )
    local libraries=$work/root/usr/lib/x86_64-linux-gnu
    export PATH=$work/root/usr/bin:$PATH LD_LIBRARY_PATH=$libraries
    export XDG_DATA_DIRS=$work/root/usr/share:/usr/local/share:/usr/share
}

# pypi FOLDER PACKAGE==VERSION…: installs exactly these packages of PyPI, without what they depend on, into $work/FOLDER.
pypi() {
    local folder=$work/$1
    shift
    python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --no-deps --upgrade --target "$folder" "$@"
}

# mcp_sdk VERSION FOLDER: the Python package mcp 1.30.0 or 2.3.0, with what it depends on, in $work/FOLDER.
mcp_sdk() {
    local packages=(annotated-types==0.8.0 anyio==4.16.0 attrs==26.1.0 cffi==2.1.1 click==8.5.1 cryptography==50.0.2
        h11==0.16.0 idna==3.20 jsonschema==4.26.0 jsonschema-specifications==2025.9.1 pycparser==3.12 pydantic==2.14.4
        pydantic_core==2.50.5 PyJWT==2.15.1 python-multipart==0.0.34 referencing==0.37.0 rpds-py==2026.9.1
        sse-starlette==3.7.0 starlette==1.10.0 typing_extensions==4.16.0 typing-inspection==0.4.5 uvicorn==0.54.0)
    case $1 in
    1.30.0) packages+=(certifi==2026.10.19.post1 httpcore==1.0.9 httpx==0.28.1 httpx-sse==0.4.3 pydantic-settings==2.16.3
        python-dotenv==1.2.4) ;;
    2.3.0) packages+=(mcp-types==2.3.0 httpcore2==2.16.2 httpx2==2.16.2 opentelemetry-api==1.45.2 truststore==0.10.5) ;;
    esac
    pypi "$2" "mcp==$1" "${packages[@]}"
}

# Speech without a person: espeak-ng 1.51 and, in $work/python, the module `spoken` with
#   sound(voice, text)    16000 samples a second from -1 to 1, with the loudest at 1 and a second and a half of silence
#                         on either side
#   pcm(sound, decibels)  the same as 16-bit bytes, with the loudest sample at that level
espeak_1_51() {
    debian espeak-ng=1.51+dfsg-10+deb12u2 libespeak-ng1=1.51+dfsg-10+deb12u2 espeak-ng-data=1.51+dfsg-10+deb12u2 \
        libpcaudio0=1.2-2 libsonic0=0.2.0-12
    export ESPEAK_DATA_PATH=$work/root/usr/lib/x86_64-linux-gnu/espeak-ng-data
    pypi python numpy==2.4.6
    cat >"$work/python/spoken.py" <<'PYTHON'
import subprocess, numpy

def sound(voice, text):
    wave = subprocess.run(["espeak-ng", "-v", voice, "-s", "160", "--stdout", text], capture_output=True, check=True)
    samples = numpy.frombuffer(wave.stdout[44:], "<i2").astype(float)
    samples = numpy.pad(samples, 33075)  # 1.5 s of its 22050 samples a second
    count = len(samples) * 16000 // 22050 // 2 * 2
    fewer = numpy.fft.irfft(numpy.fft.rfft(samples)[: count // 2 + 1], count)
    return fewer / abs(fewer).max()

def pcm(samples, decibels=0):
    return numpy.round(samples * 32767 * 10 ** (decibels / 20)).astype("<i2").tobytes()
PYTHON
    export PYTHONPATH=$work/python
}

# installed PACKAGE=VERSION…: prints these packages of this computer and fails if one is missing or has another version.
installed() {
    local package version
    for package in "$@"; do
        version=$(dpkg-query -W -f '${Version}' "${package%%=*}") || version=none
        echo "${package%%=*} $version"
        [[ $version == "${package#*=}" ]] || {
            echo "this is about $package" >&2
            return 1
        }
    done
}

# tracks NUMBER…: makes files of five minutes, $work/N.ogg with the title "Track N".
tracks() {
    local number
    for number in "$@"; do
        ffmpeg -v error -f lavfi -i "sine=duration=300:sample_rate=8000" -metadata title="Track $number" "$work/$number.ogg"
    done
}

# The player with this name, over MPRIS: call METHOD, property NAME, change NAME VALUE.
player=
call() {
    gdbus call --session --dest "org.mpris.MediaPlayer2.$player" --object-path /org/mpris/MediaPlayer2 \
        --method "org.mpris.MediaPlayer2.Player.$1"
}
properties() {
    gdbus call --session --dest "org.mpris.MediaPlayer2.$player" --object-path /org/mpris/MediaPlayer2 \
        --method "org.freedesktop.DBus.Properties.$1" org.mpris.MediaPlayer2.Player "${@:2}"
}
property() { properties Get "$1" | sed 's/^(<\(.*\)>,)$/\1/'; }
change() { properties Set "$1" "<$2>"; }
# is NAME VALUE: for until_true.
is() { [[ $(property "$1") == "$2" ]]; }

# verdict EXPECTED SEEN: prints both and fails if they differ.
verdict() {
    printf 'expected: %s\nseen:     %s\n' "$1" "$2"
    [[ $1 == "$2" ]] || {
        echo "CHANGED"
        exit 1
    }
}

# A sound server without hardware on a bus of its own: PipeWire 0.3.65 with WirePlumber 0.4.13 and a null sink "speaker".
pipewire_0_3_65() {
    debian pipewire=0.3.65-3+deb12u1 pipewire-bin=0.3.65-3+deb12u1 pipewire-pulse=0.3.65-3+deb12u1 \
        libpipewire-0.3-0=0.3.65-3+deb12u1 libpipewire-0.3-modules=0.3.65-3+deb12u1 \
        libspa-0.2-modules=0.3.65-3+deb12u1 wireplumber=0.4.13-1 libwireplumber-0.4-0=0.4.13-1
    local libraries=$work/root/usr/lib/x86_64-linux-gnu
    export SPA_PLUGIN_DIR=$libraries/spa-0.2 PIPEWIRE_MODULE_DIR=$libraries/pipewire-0.3
    export PIPEWIRE_CONFIG_DIR=$work/root/usr/share/pipewire WIREPLUMBER_MODULE_DIR=$libraries/wireplumber-0.4
    export WIREPLUMBER_DATA_DIR=$work/root/usr/share/wireplumber
    export XDG_RUNTIME_DIR=$work/run XDG_CONFIG_HOME=$work/config XDG_STATE_HOME=$work/state
    mkdir -m 0700 "$XDG_RUNTIME_DIR"
    # No device of this computer is touched.
    mkdir -p "$XDG_CONFIG_HOME"/wireplumber/{main,bluetooth}.lua.d
    printf 'alsa_monitor.enabled = false\nv4l2_monitor.enabled = false\nlibcamera_monitor.enabled = false\n' \
        >"$XDG_CONFIG_HOME/wireplumber/main.lua.d/51-no-hardware.lua"
    printf 'bluez_monitor.enabled = false\nbluez_midi_monitor = { enabled = false }\n' \
        >"$XDG_CONFIG_HOME/wireplumber/bluetooth.lua.d/51-no-hardware.lua"
    export DBUS_SESSION_BUS_ADDRESS=unix:path=$XDG_RUNTIME_DIR/bus
    start bus dbus-daemon --session --nofork --nopidfile "--address=$DBUS_SESSION_BUS_ADDRESS"
    until_true test -S "$XDG_RUNTIME_DIR/bus"
    start pipewire pipewire
    until_true test -S "$XDG_RUNTIME_DIR/pipewire-0"
    start wireplumber wireplumber
    start pipewire-pulse pipewire-pulse
    unset PULSE_RUNTIME_PATH
    export PULSE_SERVER=unix:$XDG_RUNTIME_DIR/pulse/native
    until_true pactl load-module module-null-sink sink_name=speaker
    until_true pactl set-default-sink speaker
}
