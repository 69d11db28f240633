# SPDX-License-Identifier: GPL-3.0-or-later
"""What scripts/test.d/sound does on one desktop: says, asks and plays, and prints how often each went well."""

import array
import json
import math
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import wave

JARVIS = os.environ["JARVIS_PROGRAM"]
FOLDER = tempfile.mkdtemp(dir=os.environ["VIRTUAL_DESKTOP"])
QUESTIONS = ["what time is it", "what is twelve times nine", "what day is today"]
SENTENCES = [
    "what time is it", "what is twelve times nine", "set a timer for seven minutes", "add bread to the shopping list",
    "remind me to call the dentist tomorrow at nine", "how far is the moon", "what day is today",
    "cancel the timer",
]
FULL = 65536


def run(*command):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)


def say(count):
    """How many sentences end well."""
    return sum(run(JARVIS, "say", f"This is sentence number {index}.").returncode == 0 for index in range(count))


class Window:
    """A window that listens, and what its event log says."""

    def __init__(self):
        self.log = f"{FOLDER}/events-{time.monotonic_ns()}.jsonl"
        self.seen = 0
        self.process = subprocess.Popen(
            [JARVIS, "window", "--skip-setup", "--events", self.log],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def wait(self, name, seconds, **wanted):
        """The next event of this name, or None when it does not come in time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            lines = open(self.log).read().splitlines() if os.path.exists(self.log) else []
            for index in range(self.seen, len(lines)):
                try:
                    event = json.loads(lines[index])
                except ValueError:
                    break  # Not written to its end yet.
                if event["event"] == name and all(event.get(key) == value for key, value in wanted.items()):
                    self.seen = index + 1
                    return event
            time.sleep(0.02)
        return None

    def close(self):
        self.process.terminate()
        self.process.wait(20)


def speak(text):
    """Speaks into the microphone as another person, and returns at the end."""
    clip = f"{FOLDER}/{text.replace(' ', '-')}.wav"
    if not os.path.exists(clip):
        run("flite", "-voice", "slt", "-t", text, "-o", clip)
    run("paplay", "--device=mic_feed", "--latency-msec=50", "--property=media.role=test", clip)


def ask(count):
    """How many questions in a row are answered aloud to the end, and the times to the first sound in ms."""
    window = Window()
    answered, firsts = 0, []
    window.wait("microphone", 30)
    for index in range(count):
        window.wait("state", 10, phase="listening")
        start = window.seen
        speak(QUESTIONS[index % len(QUESTIONS)])
        if window.wait("reply", 15) is None:
            continue
        window.seen = start
        timing = window.wait("timing", 15)
        if timing and "endpointToSoundMs" in timing:
            firsts.append(timing["endpointToSoundMs"] + timing["endpointDecidedMs"])
        if window.wait("playbackFinished", 30):
            answered += 1
    window.close()
    return answered, firsts


def humming(offset, hum):
    """A stream into the microphone with a constant offset and mains hum, as parts of full scale."""
    rate = 16000
    second = array.array("h", (
        round(32767 * (offset + hum * math.sin(2 * math.pi * 50 * index / rate))) for index in range(rate)))
    raw = f"{FOLDER}/hum.raw"
    with open(raw, "wb") as file:
        for _ in range(600):
            second.tofile(file)
    return subprocess.Popen(
        ["pacat", "--device=mic_feed", "--property=media.role=test", f"--rate={rate}", "--channels=1",
         "--format=s16le", "--raw", raw], stderr=subprocess.DEVNULL)


def stereo(clip, left, right):
    """A copy of a recording with two channels, each a multiple of it; with room for hum."""
    left, right = 0.7 * left, 0.7 * right
    with wave.open(clip) as file:
        rate, samples = file.getframerate(), array.array("h", file.readframes(file.getnframes()))
    copy = array.array("h", (round(value) for sample in samples for value in (left * sample, right * sample)))
    path = f"{FOLDER}/stereo.wav"
    with wave.open(path, "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(copy.tobytes())
    return path


# What microphones do to speech: an offset and hum all the time, channels that cancel each other, and dead ones.
FAULTS = {
    "offset of 0.3 %": (0.003, 0, 1, 1), "offset of 3 %": (0.03, 0, 1, 1), "offset of 9 %": (0.09, 0, 1, 1),
    "hum of 12 %": (0, 0.12, 1, 1), "opposite channels": (0, 0, 1, -1), "dead left channel": (0, 0, 0, 1),
    "dead right channel": (0, 0, 1, 0),
}


def faulty(count):
    """For each fault, of how many sentences the same words are heard as without it.

    Only of those that are heard the same twice without a fault: where an utterance is cut depends on the moment.
    """
    run(JARVIS, "config", "set", "conversation.speaks-replies", "no")
    sentences = []
    for text in SENTENCES[:count]:
        path = f"{FOLDER}/sentence-{len(sentences)}.wav"
        run("flite", "-voice", "slt" if len(sentences) % 2 else "rms", "-t", text, "-o", path)
        sentences.append(path)

    def heard(offset, hum, left, right):
        ground = humming(offset, hum) if offset or hum else None
        window = Window()
        window.wait("microphone", 30)
        # Hum is learnt as any noise is.
        time.sleep(3)
        words = []
        for path in sentences:
            window.wait("state", 10, phase="listening")
            run("paplay", "--device=mic_feed", "--property=media.role=test", stereo(path, left, right))
            transcript = window.wait("transcript", 15)
            words.append(transcript and re.findall(r"\w+", transcript.get("text", "").lower()))
        window.close()
        if ground:
            ground.kill()
            ground.wait()
        return words
    clean = heard(0, 0, 1, 1)
    again = heard(0, 0, 1, 1)
    kept = [index for index, words in enumerate(clean) if words and words == again[index]]
    rows = []
    for name, fault in FAULTS.items():
        words = heard(*fault)
        same = [index for index in kept if words[index] == clean[index]]
        rows.append((name, len(same), len(kept)))
        for index in sorted(set(kept) - set(same)):
            print(f"{name}: {clean[index]} became {words[index]}")
    run(JARVIS, "config", "reset", "conversation.speaks-replies")
    return rows


def calls():
    """Clips in which somebody says the wake word, or something like it: (file, whether it is the wake word)."""
    voices = [("en-us", "m1"), ("en-gb", "f2"), ("en-us", "f3"), ("en-gb-scotland", "m3"), ("en-gb-x-rp", "m7")]
    for text in ["Jarvis", "Hey Jarvis.", "Jarvis, what time is it?", "Charlie is in the garden."]:
        for voice in ["slt", "rms", "awb", "kal16"]:
            for stretch in ["0.9", "1.0", "1.1"]:
                yield text, ["flite", "-voice", voice, "--setf", f"duration_stretch={stretch}", "-t", text, "-o"]
        for voice, variant in voices:
            for speed in ["140", "160", "180"]:
                yield text, ["espeak-ng", "-v", f"{voice}+{variant}", "-s", speed, text, "-w"]


def wake(count):
    """How many calls of the wake word are heard, and how often it was heard where it was not said."""
    log = open(FOLDER + "/wake.log", "w+")
    listener = subprocess.Popen(
        ["stdbuf", "-oL", JARVIS, "wake", "test", "--seconds", "80000"], stdin=subprocess.DEVNULL, stdout=log,
        stderr=subprocess.STDOUT)
    end = time.monotonic() + 30
    while time.monotonic() < end and "Say" not in open(log.name).read():
        time.sleep(0.1)

    def hits():
        return sum(line.rstrip().endswith(" wakes") for line in open(log.name))
    heard, false, said = 0, 0, 0
    clips = list(calls())
    random.Random(1).shuffle(clips)
    for index, (text, command) in enumerate(clips[:count]):
        clip = f"{FOLDER}/call-{index}.wav"
        run(*command, clip)
        before = hits()
        run("paplay", "--device=mic_feed", "--latency-msec=50", "--property=media.role=test", clip)
        time.sleep(1)
        hit = hits() > before
        if "Jarvis" in text:
            said += 1
            heard += hit
        else:
            false += hit
    listener.terminate()
    listener.wait(20)
    return heard, said, false


def volumes():
    """The volume of each playback stream that has one."""
    listed = run("pactl", "list", "sink-inputs").stdout
    return [int(match) for match in re.findall(r"Volume: \S+: (\d+) ", listed)]


def play(count):
    """How many streams that began at any moment of a spoken reply are as loud as they began, afterwards."""
    run(JARVIS, "config", "set", "audio.other-players", "softer")
    window = Window()
    window.wait("microphone", 30)
    good, silence = 0, ["pacat", "--property=media.role=music", "--raw", "/dev/zero"]
    for index in range(count):
        name = f"--property=application.name=Player {index % 3}"
        earlier = subprocess.Popen(silence[:1] + [name] + silence[1:], stderr=subprocess.DEVNULL)
        subprocess.run(["xdotool", "search", "--sync", "--name", "^JARVIS$", "windowfocus", "--sync", "key", "space"],
                       capture_output=True)
        time.sleep(random.uniform(0, 0.6))
        later = subprocess.Popen(silence[:1] + [name] + silence[1:], stderr=subprocess.DEVNULL)
        time.sleep(random.uniform(0, 0.6))
        subprocess.run(["xdotool", "key", "Escape"], capture_output=True)
        end = time.monotonic() + 10
        levels = []
        while time.monotonic() < end:
            levels = volumes()
            if len(levels) >= 2 and all(level == FULL for level in levels):
                break
            time.sleep(0.1)
        good += len(levels) >= 2 and all(level == FULL for level in levels)
        for player in [earlier, later]:
            player.kill()
            player.wait()
    window.close()
    return good


def main():
    says, questions, players, wakes, faults = map(int, sys.argv[1:])
    server = os.environ["VIRTUAL_DESKTOP_SOUND"]
    rows = []
    if says:
        rows.append(("say ends well", say(says), says))
    if questions:
        answered, firsts = ask(questions)
        rows.append(("questions answered aloud", answered, questions))
        if firsts:
            print(f"{server:11} first sound after the end of speech: median {statistics.median(firsts):.0f} ms")
    if players:
        rows.append(("players as loud as before", play(players), players))
    if wakes:
        heard, said, false = wake(wakes)
        print(f"{server:11} wake word heard            {heard:3} of {said}, and {false} times where it was not said")
    if faults:
        rows += faulty(faults)
    for name, good, count in rows:
        print(f"{server:11} {name:26} {good:3} of {count}")
    return 0 if all(good == count for _, good, count in rows) else 1


sys.exit(main())
