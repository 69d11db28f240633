// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis doctor: which kinds of recordings can be transcribed. The libraries are optional, so a missing one is no fault.

import JarvisCommands

extension Diagnosis {
    func soundFiles() -> Finding {
        let part = "sound files"
        let readers = SoundFile.readers()
        guard let version = readers.sndfile else {
            return .ok(part, "plain WAV; install libsndfile1 for MP3, FLAC, Ogg and Opus")
        }
        let kinds = "WAV, FLAC, Ogg, Opus and MP3 (libsndfile \(version))"
        guard readers.hasGStreamer else {
            return .ok(part, "\(kinds); for M4A and AAC, install \(SoundFile.gstreamerPackages)")
        }
        return .ok(part, "\(kinds), M4A and AAC (GStreamer)")
    }
}
