// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how soon a voice speaks, which is what `jarvis voices` tells of natural ones.

public import JarvisCore

/// How soon a voice speaks.
public enum VoiceDelay {
    private static let sentence = "It is ten past eight."

    /// From the request for a short sentence to its first sound, once the voice is loaded; the better of two.
    public static func milliseconds(of voice: String, _ synthesizer: any SpeechSynthesizer) async throws -> Int {
        var best = Duration.seconds(100)
        for round in 0..<3 {
            let start = ContinuousClock.now
            var first: Duration?
            for try await _ in synthesizer.synthesize(sentence, prosody: Prosody(voice: voice)) where first == nil {
                first = ContinuousClock.now - start
            }
            // The first one loads the voice.
            if let first, round > 0 { best = min(best, first) }
        }
        return Int(best / .milliseconds(1))
    }
}
