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
