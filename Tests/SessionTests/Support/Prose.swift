// SPDX-License-Identifier: GPL-3.0-or-later
// Prose without commands: recordings of readers if the corpus is available, otherwise read by synthesizers.

import JarvisPlatform
import JarvisTesting

enum Prose {
    /// Ten sentences that no skill should treat as a command.
    private static let sentences = [
        "the birch canoe slid on the smooth planks", "glue the sheet to the dark blue background",
        "it is easy to tell the depth of a well", "these days a chicken leg is a rare dish",
        "rice is often served in round bowls", "the juice of lemons makes fine punch",
        "the box was thrown beside the parked truck", "the hogs were fed chopped corn and garbage",
        "four hours of steady work faced us", "a large size in stockings is hard to sell",
    ]

    /// WAV files of ten sentences: the corpus's readers first, synthesizers for the rest.
    static func clips(in folder: String) async throws -> [String] {
        var clips = corpus()
        let voices: [SpeakingVoice] = [.flite("slt"), .flite("rms"), .flite("awb"), .festival("kal_diphone")]
        for (index, sentence) in sentences.enumerated() where clips.count < 10 {
            let clip = "\(folder)/prose-\(index).wav"
            try await voices[index % voices.count].speak(sentence, into: clip)
            clips.append(clip)
        }
        return clips
    }

    /// The dictation clips in `../shared/audio`, beside the source tree; empty if the folder is missing.
    private static func corpus() -> [String] {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
            .joined(separator: "/")
        let names = [
            "austen_0870", "austen_0880", "austen_0890", "austen_0920", "austen_0930", "forever_2", "jfk",
        ]
        return names.map { "\(root)/../shared/audio/dictation/\($0).wav" }.filter(Environment.exists)
    }
}
