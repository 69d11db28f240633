# SPDX-License-Identifier: GPL-3.0-or-later
"""Typing with an input method: fcitx5, which KWin starts itself, and IBus on GNOME; both for Chinese by its sounds."""

import os
import subprocess

from desktop import run, until
from jarvis import FOLDER, KIND, check, count, desktop, event, events, objects, picture, pressed

CONTROLLER = ["gdbus", "call", "--session", "-d", "org.fcitx.Fcitx5", "-o", "/controller", "-m"]
SOURCES = ["gsettings", "set", "org.gnome.desktop.input-sources", "sources"]


def prepare():
    """Starts the input method, which does nothing yet; the variables that JARVIS needs for it."""
    if KIND == "gnome":
        return {}
    if KIND != "plasma":
        # What shows notifications or an icon is left out: it is not what is looked at.
        subprocess.Popen(["fcitx5", "--disable=clipboard,notifications,notificationitem,kimpanel,cloudpinyin"],
                         stdout=open(FOLDER + "/fcitx.log", "w"), stderr=subprocess.STDOUT)
    call = [*CONTROLLER, "org.fcitx.Fcitx.Controller1.SetInputMethodGroupInfo", "Default", "us",
            "[('keyboard-us', ''), ('pinyin', '')]"]
    until(lambda: run(*call) == "()")
    return {"GTK_IM_MODULE": "fcitx"} if KIND == "x11" else {}


def use(is_on):
    if KIND == "gnome":
        run(*SOURCES, "[('ibus', 'libpinyin')]" if is_on else "[('xkb', 'us')]")
        return not is_on or until(lambda: run("ibus", "engine") == "libpinyin")
    run("fcitx5-remote", "-o" if is_on else "-c")
    return until(lambda: run("fcitx5-remote") == ("2" if is_on else "1"))


def walk(pid):
    def text():
        found = [line[3].split("text=", 1)[1] for line in objects(pid) if "text=" in line[3] and "focused" in line[3]]
        return found[0] if found else None

    def has(wanted):
        return until(lambda: text() == wanted)

    check(pressed("ctrl+k", "pane", name="keyboard"), "Ctrl+K opens the keyboard")
    check(has(""), "its field has the keyboard", str(text()))
    # GTK puts characters together itself, by their numbers.
    desktop.press("ctrl+shift+u")
    desktop.type("e9")
    desktop.press("Return")
    check(has("é"), "a character is put together by its number", str(text()))
    desktop.press("BackSpace")
    has("")
    check(use(True), "the input method is there")
    # It is loaded with its first letter.
    desktop.type("ni")
    check(has(""), "what it puts together is not in the text yet", str(text()))
    desktop.type("hao")
    picture("preedit")
    before = count()
    desktop.press("Return")
    check(has("nihao"), "Enter ends it", str(text()))
    check(not [event for event in events("question") if event in events()[before:]], "and does not send")
    desktop.type("nihao")
    desktop.press("space")
    check(has("nihao你好"), "its words are written", str(text()))
    picture("composed")
    before = count()
    desktop.press("Return")
    check(event("question", before, text="nihao你好"), "the next Enter sends")
    check(use(False), "it is switched off")
    check(pressed("alt+Left", "pane", name="none"), "Alt+Left goes back")


def is_here():
    """Input methods are tried where they are installed."""
    return os.path.exists("/usr/bin/ibus" if KIND == "gnome" else "/usr/bin/fcitx5")
