// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings for the recognizer checks: clips of the corpus, lists of synthetic ones, and both mixed with noise.

import ArgumentParser
import FoundationEssentials
import JarvisSignal
import JarvisSpeechTesting
import JarvisTesting

/// The speakers whose recordings are used.
enum SpeakerGroup: String, CaseIterable, ExpressibleByArgument {
    case tuned, kept, all

    func has(_ clip: RecognitionClip) -> Bool { self == .all || clip.isKeptOut == (self == .kept) }
}

/// A recording with its text.
struct RecognitionClip: Sendable {
    var name: String
    /// "dictation", "command", … of the corpus, or the voice.
    var kind: String
    var text: String
    var samples: [Int16]
    /// True if its speaker belongs to the third that nothing was tuned on.
    var isKeptOut = false

    /// Clips of a list of "FILE<tab>KIND<tab>TEXT", with half a second of silence before and a second after.
    static func list(_ path: String) throws -> [RecognitionClip] {
        try String(decoding: ChildProcess.bytes(of: path), as: UTF8.self).split(separator: "\n").map { line in
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let sound = try WAVFile.decode(ChildProcess.bytes(of: parts[0])).int16Samples(atRate: 16_000)
            var room = ClipNoise(seed: UInt64(sound.count))
            let before = room.white(8_000, rms: 3)
            return RecognitionClip(
                name: parts[0], kind: parts[1], text: parts[2], samples: before + sound + room.white(16_000, rms: 3),
                isKeptOut: CommandPhrases.keptOutVoices.contains(parts[1]))
        }
    }

    private struct Manifest: Decodable {
        struct Clip: Decodable {
            var file: String
            var kind: String
            var speaker: String?
            var transcript: String?
        }
        var clips: [Clip]
    }

    /// The corpus's clips of these kinds; empty without a corpus.
    static func corpus(_ folder: String?, kinds: Set<String>) throws -> [RecognitionClip] {
        guard let folder, !folder.isEmpty else { return [] }
        let manifest = try JSONDecoder().decode(
            Manifest.self, from: Data(ChildProcess.bytes(of: folder + "/manifest.json")))
        let speakers = Set(manifest.clips.compactMap(\.speaker)).sorted()
        let keptOut = Set(speakers.enumerated().filter { $0.offset % 3 == 2 }.map(\.element))
        return try manifest.clips.filter { kinds.contains($0.kind) }.map { clip in
            let sound = try WAVFile.decode(ChildProcess.bytes(of: folder + "/" + clip.file))
            return RecognitionClip(
                name: clip.file, kind: clip.kind, text: clip.transcript ?? "",
                samples: sound.int16Samples(atRate: 16_000), isKeptOut: clip.speaker.map(keptOut.contains) ?? false)
        }
    }

    /// The clip with noise this many decibels below its loud half.
    func mixed(with noise: [Int16], decibels: Double) -> RecognitionClip {
        var copy = self
        copy.samples = ClipNoise.mix(samples, with: noise, decibels: decibels)
        return copy
    }
}
