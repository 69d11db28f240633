// SPDX-License-Identifier: GPL-3.0-or-later
// What the real natural voice takes of memory is given back, again and again.

import JarvisCore
import JarvisPlatform
import JarvisSpeechTesting
import Testing

@testable import JarvisSynthesis

@Suite(.serialized, .timeLimit(.minutes(10)))
struct NaturalMemoryTests {
    /// MiB that may stay.
    private static let most = 8.0

    @Test func aReleasedVoiceGivesItsMemoryAndTheLibraryBack() async {
        // In a process of its own: other tests take memory, and use the library. Their processes share files with it,
        // by which its share of them would change.
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            func mebibytes() -> Double {
                ProcessMemory.trim()
                return Double(ProcessMemory.anonymousKiB) / 1024
            }
            let voice = NaturalVoice(try TestVoice.model())
            let synthesizer = NaturalSynthesizer(voice, libraryFolder: TestVoice.libraryFolder)
            let prosody = Prosody(voice: voice.voice.id)
            // espeak-ng, which reads the phonemes, stays.
            for try await _ in ESpeakSynthesizer().synthesize("Ready.", prosody: Prosody(voice: "en-us")) {}
            let before = mebibytes()
            var left: [Double] = []
            for _ in 0..<3 {
                var count = 0
                for text in [
                    "It is ten past eight.", "I set a timer for five minutes, and will tell you when it is over.",
                ] {
                    for try await piece in synthesizer.synthesize(text, prosody: prosody) {
                        count += piece.samples.count
                    }
                }
                #expect(count > 22_050 && mebibytes() > before + 30)
                synthesizer.release()
                #expect(await !synthesizer.isLoaded())
                left.append(mebibytes() - before)
            }
            print("left, MiB: \(left)")
            #expect(left.allSatisfy { $0 <= Self.most }, "\(left)")
            let maps = WholeFile.text("/proc/self/maps") ?? ""
            #expect(!maps.isEmpty && !maps.contains("libonnxruntime"))
        }
        if let result { print(String(decoding: result.standardOutputContent, as: UTF8.self)) }
    }
}
