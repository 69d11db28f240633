#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# libsndfile 1.2.0 and 1.2.2 (in PyPI soundfile 0.12.1 and 0.13.1): an MP3 of varying bit rate without a Xing or VBRI header.
#
# Guess: it is read to its end; only the length that is told beforehand is an estimate.
# Seen: what is told is the estimate of the first frame's bit rate, and reading stops there, without an error: of a minute that
#     begins loud and goes on mostly silent, 11.5 s. With a constant bit rate all is read. miniaudio 1.61 reads the minute.
# Why it matters: streams that are saved as they come, and encoders that write to a pipe, leave such files. A transcript of
#     one ends in the middle and looks complete. Who reads MP3 by libsndfile has to compare the length with another reader's.
# shellcheck source=findings/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
pypi old soundfile==0.12.1 lameenc==1.8.1 numpy==1.26.4
pypi new soundfile==0.13.1 lameenc==1.8.1 numpy==1.26.4 miniaudio==1.61

cat >"$work/probe.py" <<'PYTHON'
import io, lameenc, numpy, soundfile

rate = 44100
noise = numpy.random.default_rng(1)
loud = (0.3 * 32767 * noise.standard_normal(4 * rate)).clip(-32767, 32767)
sound = numpy.concatenate([numpy.concatenate([loud, numpy.zeros(6 * rate)])] * 6).astype(numpy.int16).tobytes()


def encoded(varying):
    encoder = lameenc.Encoder()
    encoder.set_channels(1)
    encoder.set_in_sample_rate(rate)
    encoder.silence()
    if varying:
        encoder.set_vbr(4)
        encoder.set_vbr_quality(4)
    else:
        encoder.set_bit_rate(128)
    return bytes(encoder.encode(sound) + encoder.flush())


for name, varying in (("constant", False), ("varying", True)):
    data = encoded(varying)
    assert b"Xing" not in data[:400] and b"VBRI" not in data[:400]
    read = len(soundfile.SoundFile(io.BytesIO(data)).read())
    said = f"libsndfile {soundfile.__libsndfile_version__}, {name}: {read / rate:.1f} s"
    try:
        import miniaudio

        said += f", miniaudio {miniaudio.decode(data).duration:.1f} s"
    except ImportError:
        pass
    print(said)
PYTHON
verdict "libsndfile 1.2.0, constant: 60.0 s
libsndfile 1.2.0, varying: 11.5 s
libsndfile 1.2.2, constant: 60.0 s, miniaudio 60.0 s
libsndfile 1.2.2, varying: 11.5 s, miniaudio 60.0 s" "$(for environment in old new; do PYTHONPATH=$work/$environment python3 "$work/probe.py" 2>/dev/null; done)"
