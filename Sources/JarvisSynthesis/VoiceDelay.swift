// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how soon a natural voice starts speaking, for `jarvis voices`.

public import JarvisCore

/// Measures the time until a voice starts speaking.
public enum VoiceDelay {
    private static let sentence = "It is ten past eight."

    /// The milliseconds from the request for a short sentence to its first sound, with the voice loaded; the better of
    /// two runs.
    public static func milliseconds(of voice: String, _ synthesizer: any SpeechSynthesizer) async throws -> Int {
        var best = Duration.seconds(100)
        for round in 0..<3 {
            let start = ContinuousClock.now
            var first: Duration?
            for try await _ in synthesizer.synthesize(sentence, prosody: Prosody(voice: voice)) where first == nil {
                first = ContinuousClock.now - start
            }
            // Ignore the first run, which loads the voice.
            if let first, round > 0 { best = min(best, first) }
        }
        return Int(best / .milliseconds(1))
    }
}
