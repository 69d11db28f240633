# SPDX-License-Identifier: GPL-3.0-or-later
"""What JARVIS does with the desktop around its window, by the desktop's own services; where there is none, what it says
instead."""

import json
import os
import subprocess
import time

from desktop import run, until
from jarvis import (
    FOLDER, JARVIS, KIND, Other, ROOT, ask, check, configure, count, desktop, event, events, has_keyboard,
    microphone_is_open, objects, phase, picture, pressed, say)

SEARCH = ["gdbus", "call", "--session", "-d", "io.github.jarvis_assistant.Jarvis", "-o",
          "/io/github/jarvis_assistant/Jarvis/SearchProvider", "-m", "org.gnome.Shell.SearchProvider2.GetInitialResultSet",
          "['coin']"]


def clipboard():
    """By voice, with another window in front."""
    with Other():
        ask("what is two plus two")
        said = ask("copy that")
        can = {"sway": lambda: run("wl-paste", "-n"), "plasma": lambda: run("wl-paste", "-n")}.get(KIND)
        if can:
            check("Copied" in said and "4" in until(can, 3), "an answer is copied by voice", f"{said}: {can()}")
            subprocess.run(["wl-copy", "eggs & milk"], check=False, timeout=10)
            check("eggs & milk" in ask("read the clipboard"), "another program's text is read")
        elif KIND == "gnome":
            check("click" in said.lower(), "what cannot be copied is said", said)
            check("click" in ask("read the clipboard").lower(), "and what cannot be read")
        else:
            check("Copied" in said, "an answer is copied by voice", said)
            check("4" in ask("read the clipboard"), "and read")


def dictate(sentence):
    """What the command that a key of the desktop runs has to say, while somebody speaks."""
    until(lambda: phase() in ("idle", "listening"))
    before = count()
    command = subprocess.Popen([JARVIS, "dictate", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    # The window lends its microphone.
    event("microphone", before)
    say(sentence)
    text, place = "", {}
    # What is copied stays only as long as the command does.
    for line in command.stdout:
        text += line
        if line.startswith("}"):
            place = json.loads(text)
            break
    if place.get("place") != "clipboard":
        place["said"] = command.communicate(timeout=20)[1]
    return place, command


def dictation():
    path = FOLDER + "/field"
    with Other("/usr/bin/python3", "-B", ROOT + "/Tests/Tools/text-field.py", "gtk", path, title="Field"):
        told, command = dictate("the meeting begins at noon")
        typed = open(path).read() if os.path.exists(path) else ""
        # Which words are heard is the ear's matter; that they are typed as they were heard is the desktop's.
        heard = told.get("text", "")
        check(told.get("place") == "field" and "begins at noon" in heard.lower() and typed.endswith(heard),
              "what is dictated is typed into another program's field", f"{told} {typed}")
        picture("dictated")
    with Other():
        told, command = dictate("the meeting begins at noon")
        if KIND == "gnome":
            # No program without the keyboard may copy there.
            check(told.get("place") == "output" and "meeting" in told.get("text", ""),
                  "without a field it is handed back, since it cannot be copied", str(told))
        else:
            check(told.get("place") == "clipboard", "without a field it is copied", str(told))
        if KIND in ("sway", "plasma"):
            check("meeting" in until(lambda: run("wl-paste", "-n"), 3), "and is there", run("wl-paste", "-n"))
        command.terminate()
        command.wait()


def refused(pid):
    """A key that the desktop cannot give: the settings say so, and what to do instead."""
    configure("background.key", "on")
    desktop.focus("JARVIS")
    until(has_keyboard)
    pressed("ctrl+comma", "pane", name="settings")
    desktop.type("key to talk")
    desktop.press("Return")

    def advice():
        return [line[2] for line in objects(pid) if "jarvis listen --toggle" in line[2]]
    check(until(lambda: any("shortcuts you can hold" in line for line in advice())),
          "the settings say what a key can run instead", str(advice()))
    picture("key")
    configure("background.key", "off")
    desktop.press("Escape")
    desktop.press("Escape")
    until(lambda: events("pane")[-1]["name"] == "none")


def heard_while_held(pid):
    """A key that is held, as the desktop's portal tells it, or a command that a key runs, with another window in front."""
    if KIND != "plasma":
        refused(pid)
    with Other() as other:
        before = count()
        if KIND == "plasma":
            configure("background.key", "on")
            call = ["gdbus", "call", "--session", "-d", "org.kde.kglobalaccel", "-o", "/kglobalaccel", "-m",
                    "org.kde.KGlobalAccel.shortcutKeys", "['jarvis', 'push-to-talk', '', '']"]
            check(until(lambda: "2013266" in run(*call)), "the desktop has the key", run(*call))
            other.focus()
            keys = ["ctrl", "alt", "j"]
            for name in keys:
                desktop.key(name, True)
            check(event("state", before, phase="held"), "it listens while the key is held")
            picture("held")
            say("what time is it")
            for name in reversed(keys):
                desktop.key(name, False)
        else:
            run(JARVIS, "listen", "--toggle")
            check(event("state", before, phase="recording"), "it listens when a key runs the command")
            picture("held")
            say("what time is it")
        heard = event("transcript", before, limit=25)
        check(heard and "time" in heard.get("text", "").lower(), "and understands", str(heard))
        check(event("reply", before, limit=25), "and answers")
        until(lambda: phase() in ("idle", "listening"))
    configure("background.key", "off")


def screenshot():
    command = subprocess.Popen([JARVIS, "ask", "take a screenshot"], stdout=subprocess.PIPE, text=True)
    if KIND == "gnome":
        # It asks once for each program. "Deny" has the keyboard.
        until(lambda: desktop.eval("Main.modalCount > 0"))
        time.sleep(1)
        picture("permission")
        desktop.press("Tab")
        desktop.press("Return")
    said = command.communicate(timeout=70)[0]
    if KIND == "x11":
        check("take screenshots" in said and "Print Screen" in said, "no screenshot, and what to do instead", said)
        return
    check("Screenshot saved in" in said, "a screenshot is taken", said)
    home = os.environ["HOME"]
    found = [folder for folder in (home, home + "/Pictures") if os.path.isdir(folder) for name in os.listdir(folder)
             if name.endswith(".png")]
    place = "your home folder" if found == [home] else "Pictures"
    check(len(found) == 1 and place in said, "and kept where it says", f"{said} {found}")


def look():
    """Preferences of the desktop that change while the window is open."""
    settings = FOLDER + "/xsettings"

    def scheme(is_dark):
        if KIND == "plasma":
            run("plasma-apply-colorscheme", "BreezeDark" if is_dark else "BreezeLight")
        elif KIND == "x11":
            # Without a portal programs know the theme by its name.
            with open(settings, "w") as file:
                file.write(f'Net/ThemeName "Adwaita{"-dark" if is_dark else ""}"\n')
            daemon.send_signal(1)
        else:
            run("gsettings", "set", "org.gnome.desktop.interface", "color-scheme",
                "prefer-dark" if is_dark else "default")

    def becomes(name, act):
        before = count()
        act()
        return until(lambda: [event for event in events()[before:] if event["event"] == "appearance" and
                              name in event.get("classes", "")], 10)

    daemon = None
    if KIND == "x11":
        with open(settings, "w") as file:
            file.write('Net/ThemeName "Adwaita"\n')
        daemon = subprocess.Popen(["xsettingsd", "-c", settings], stderr=subprocess.DEVNULL)
        time.sleep(1)
    configure("appearance.theme", "auto")
    time.sleep(1)
    scheme(False)
    time.sleep(1)
    check(becomes("theme-dark", lambda: scheme(True)), "it gets dark with the desktop", str(events("appearance")[-2:]))
    check(becomes("theme-light", lambda: scheme(False)), "and light again", str(events("appearance")[-2:]))
    picture("light")
    if KIND in ("gnome", "sway"):
        contrast = ["gsettings", "set", "org.gnome.desktop.a11y.interface", "high-contrast"]
        check(becomes("high-contrast", lambda: run(*contrast, "true")), "its contrast rises with the desktop's")
        picture("contrast")
        run(*contrast, "false")
    configure("appearance.theme", "dark")
    if daemon:
        daemon.terminate()
        daemon.wait()


def search():
    """GNOME's search finds what was said; other programs may not search."""
    answer = subprocess.run(SEARCH, capture_output=True, text=True, timeout=20, check=False)
    check("AccessDenied" in answer.stderr, "what was said is not found by any program", answer.stdout + answer.stderr)
    if KIND != "gnome":
        return
    check(until(lambda: "flip a coin" in desktop.search("coin")), "the desktop's search finds what was said",
          desktop.search("coin"))
    picture("search")
    desktop.end_search()


def lock(login):
    """A locked screen is not listened to and shows nothing."""
    until(lambda: phase() == "listening")
    check(phase() == "listening" and microphone_is_open(), "it listens", phase())
    login.lock(True)
    check(until(lambda: phase() == "idle"), "a locked screen is not listened to", phase())
    check(until(lambda: not microphone_is_open()), "its microphone is closed")
    refused = subprocess.run([JARVIS, "listen", "--toggle"], capture_output=True, text=True, timeout=20, check=False)
    check(refused.returncode == 1 and "locked" in refused.stderr, "nor when it is asked to", refused.stderr)
    if KIND == "gnome":
        time.sleep(1)
        check("flip a coin" not in desktop.search("coin"), "the desktop's search finds nothing then")
        desktop.end_search()
    login.lock(False)
    check(until(lambda: phase() == "listening" and microphone_is_open()), "it listens again", phase())
    before = count()
    login.blank(True)
    check(event("pace", before, rate="none"), "a blank screen is not drawn on")
    before = count()
    login.blank(False)
    check(event("pace", before), "and is again")
