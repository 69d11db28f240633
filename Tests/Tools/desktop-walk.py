#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Changes the desktop and the settings below the real window and checks by its events that it follows at once.

usage: desktop-walk.py JARVIS
"""
import subprocess
import sys

from desktop_services import Desktop
from window_driver import LIMIT_SECONDS, Failure, Window

# On a machine that is too slow for it the full rate is half of that, or less.
MOVING = "rate=full|rate=30|rate=12"


def walk(program, desktop):
    environment = desktop.environment()

    def configure(key, value):
        subprocess.run([program, "config", "set", f"appearance.{key}", value], check=True)

    desktop.prefer("color-scheme", 1)
    subprocess.run([program, "config", "set", "detection.mode", "push-to-talk"], check=True)
    window = Window([program, "window", "--skip-setup", "--events", "-"], environment)
    try:
        window.expect("firstFrame")

        desktop.prefer("reduced-motion", 1)
        window.expect("appearance", "motion=reduced", "reduced-motion")
        window.expect("pace", "rate=none")
        configure("reduced-motion", "off")
        window.expect("appearance", "motion=full")
        window.expect("pace", MOVING)
        configure("reduced-motion", "on")
        window.expect("appearance", "motion=reduced")
        window.expect("pace", "rate=none")
        configure("reduced-motion", "off")
        window.expect("appearance", "motion=full")

        desktop.prefer("contrast", 1)
        window.expect("appearance", "high-contrast", "solid")
        desktop.prefer("contrast", 0)
        window.expect("appearance", "classes=theme-dark ")
        configure("theme", "auto")
        desktop.prefer("color-scheme", 2)
        window.expect("appearance", "theme-light")
        configure("theme", "custom")
        window.expect("appearance", "theme-custom")

        desktop.set_profile("power-saver")
        window.expect("pace", "rate=15")
        window.expect("pace", "rate=none")
        desktop.set_profile("balanced")
        window.expect("pace", MOVING)
        desktop.lock(True)
        window.expect("pace", "rate=none")
        desktop.lock(False)
        window.expect("pace", MOVING)

        desktop.drain(41.7)
        window.expect("battery", "charge=0.42")

        if desktop.claims:
            raise Failure("the light sensor was claimed though nothing uses it")
        configure("ambient-light", "on")
        if not desktop.await_claims(1, LIMIT_SECONDS):
            raise Failure("the light sensor was not claimed")
        desktop.shine(1.0)
        window.expect("appearance", "brightness=0.5 ")
        configure("ambient-light", "off")
        window.expect("appearance", "brightness=1 ")
        if not desktop.await_claims(0, LIMIT_SECONDS):
            raise Failure("the light sensor was not released")
    finally:
        window.program.kill()
        window.program.wait()


desktop = Desktop()
try:
    walk(sys.argv[1], desktop)
except (Failure, subprocess.SubprocessError) as failure:
    print("FAILED:", failure)
    sys.exit(1)
finally:
    desktop.close()
