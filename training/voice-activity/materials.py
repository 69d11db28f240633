#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fetches recordings of voices and sounds from Debian packages and makes them one shape: 16 kHz mono s16 WAV.

  materials.py FOLDER

FOLDER/packages gets the archives (`apt-get download`), FOLDER/speech/VOICE/*.wav and FOLDER/noise/KIND/*.wav the
sounds. Needs ffmpeg (or the Python package imageio-ffmpeg). Nothing of it is kept in the tree; README.md lists the
packages, their licences and what is taken from each.
"""
import glob, os, random, re, shutil, subprocess, sys
from concurrent.futures import ThreadPoolExecutor

# name: package, pattern of the files below usr/share, most files of one voice (the pattern's group names the voice)
SPEECH = [
    ("asterisk-core-sounds-en-g722", r"asterisk/sounds/([^/]+)/.*\.g722", 130),
    ("asterisk-core-sounds-es-g722", r"asterisk/sounds/([^/]+)/.*\.g722", 130),
    ("asterisk-core-sounds-fr-g722", r"asterisk/sounds/([^/]+)/.*\.g722", 130),
    ("asterisk-core-sounds-it-g722", r"asterisk/sounds/([^/]+)/.*\.g722", 130),
    ("asterisk-core-sounds-ru-g722", r"asterisk/sounds/([^/]+)/.*\.g722", 130),
    ("klettres-data", r"klettres/([^/]+)/.*\.ogg", 24),
    ("ktuberling-data", r"ktuberling/sounds/([^/]+)/.*\.(?:ogg|wav|opus)", 24),
    ("fillets-ng-data-cs", r"sound/[^/]+/(cs)/.*\.ogg", 220),
    ("fillets-ng-data-nl", r"sound/[^/]+/(nl)/.*\.ogg", 220),
    ("hedgewars-data", r"Sounds/voices/((?!Robot|Singer)[^/]+)/.*\.ogg", 14),
    ("tuxpaint-stamps-default", r"stamps/.*_desc_([a-z]+)\.ogg", 40),
]
NOISE = [
    ("asterisk-moh-opsound-wav", r".*\.wav", 99), ("sound-theme-freedesktop", r".*\.oga", 99),
    ("oxygen-sounds", r".*\.ogg", 99), ("sound-icons", r".*\.wav", 99), ("wesnoth-1.16-data", r".*\.(ogg|wav)", 300),
    ("colobot-common-sounds", r".*\.(ogg|wav)", 110), ("supertux-data", r".*\.(ogg|wav)", 140),
    ("minetest-data", r".*\.ogg", 110), ("sonic-pi-samples", r".*\.(flac|wav)", 170), ("lmms-common", r".*\.(ogg|flac|wav)", 120),
    ("lincity-ng-data", r".*\.(ogg|wav)", 140), ("extremetuxracer-data", r".*\.(ogg|wav)", 30),
    ("frozen-bubble-data", r".*\.ogg", 30), ("foobillardplus-data", r".*\.wav", 20), ("granatier", r".*\.wav", 20),
    ("kbounce", r".*\.wav", 20), ("kgoldrunner", r".*\.(ogg|wav)", 20), ("kapman", r".*\.ogg", 20), ("ri-li-data", r".*\.wav", 20),
    ("xmoto-data", r".*\.ogg", 20), ("pingus-data", r".*\.wav", 20), ("fillets-ng-data", r".*/(?:music|share)/.*\.ogg", 30),
    ("hedgewars-data", r"^(?!.*voices).*\.ogg", 80),
    ("scratch", r".*Sounds/(?:Animal|Effects|Electronic|Instruments|Percussion|Music Loops|Human)/.*\.(mp3|wav)", 99),
    ("tuxpaint-stamps-default", r"^(?!.*_[a-z]{2,3}(?:_[A-Z]{2})?\.ogg)(?!.*(?:_desc|symbols|hanukkah|roadsigns|final-roll)).*\.(ogg|wav)", 260),
    # Tools, crockery, animals, weather and engines; not the taverns, the chat nor the messages, in which people speak.
    ("widelands-data", r"^(?!.*(?:taverns|military|lobby|music)).*\.ogg", 99),
    ("unknown-horizons", r".*audio/sounds/(?!tavern|main_square).*\.ogg", 30), ("simutrans-pak64", r".*\.wav", 30),
    ("caveexpress-data", r".*sounds/.*\.ogg", 60), ("endless-sky-data", r".*sounds/.*\.(wav|mp3)", 60),
    ("widelands-data+music", r".*music/.*\.ogg", 40), ("unknown-horizons+music", r".*audio/music/.*\.ogg", 20),
]


def ffmpeg():
    found = shutil.which("ffmpeg")
    if found:
        return found
    import imageio_ffmpeg
    return imageio_ffmpeg.get_ffmpeg_exe()


def unpack(folder, package):
    """Downloads and unpacks a package; returns its folder. What follows a plus tells two kinds of one package apart."""
    package = package.split("+")[0]
    archives, target = os.path.join(folder, "packages"), os.path.join(folder, "packages", "x", package)
    if not os.path.isdir(target):
        os.makedirs(archives, exist_ok=True)
        if not glob.glob(os.path.join(archives, package + "_*.deb")):
            subprocess.run(["apt-get", "download", "-qq", package], cwd=archives, check=True)
        os.makedirs(target)
        subprocess.run(["dpkg-deb", "-x", glob.glob(os.path.join(archives, package + "_*.deb"))[0], target], check=True)
    return target


def selection(folder, package, pattern, limit):
    """(voice, file) of at most `limit` files of each voice, the same at every run."""
    voices = {}
    for root, _, names in os.walk(unpack(folder, package)):
        for name in names:
            path = os.path.join(root, name)
            match = re.search(pattern + "$", path.split("/usr/", 1)[-1])
            if match and os.path.getsize(path) > 3000:
                voices.setdefault((match.groups() or ("",))[0] if limit else "", []).append(path)
    for voice, paths in sorted(voices.items()):
        paths.sort()
        random.Random(package + voice).shuffle(paths)
        for path in paths[:limit]:
            yield voice, path


def convert(job):
    source, target = job
    if os.path.exists(target):
        return
    os.makedirs(os.path.dirname(target), exist_ok=True)
    kind = ["-f", "g722"] if source.endswith(".g722") else []
    subprocess.run([ffmpeg(), "-v", "quiet", "-nostdin", "-threads", "1", *kind, "-i", source, "-t", "25", "-ac", "1", "-ar",
                    "16000", "-c:a", "pcm_s16le", "-bitexact", target], check=False)


def main():
    folder, jobs = sys.argv[1], []
    for package, pattern, limit in SPEECH:
        for index, (voice, path) in enumerate(selection(folder, package, pattern, limit)):
            jobs.append((path, f"{folder}/speech/{package}.{voice}/{index:04}.wav"))
    for package, pattern, limit in NOISE:
        pattern = re.sub(r"\((?!\?)", "(?:", pattern)
        for index, (_, path) in enumerate(selection(folder, package, pattern, limit)):
            jobs.append((path, f"{folder}/noise/{package}/{index:04}.wav"))
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(convert, jobs))
    print(len(jobs), "files")


if __name__ == "__main__":
    main()
