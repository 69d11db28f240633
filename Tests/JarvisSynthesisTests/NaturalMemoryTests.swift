// SPDX-License-Identifier: GPL-3.0-or-later
// The real natural voices free their memory each time they are released.

import JarvisCore
import JarvisPlatform
import JarvisSpeechTesting
import Testing

@testable import JarvisSynthesis

@Suite(.serialized, .timeLimit(.minutes(10)))
struct NaturalMemoryTests {
    /// The MiB that may remain.
    private static let most = 8.0

    @Test func releasedVoiceFreesItsMemoryAndLibrary() async {
        // In its own process: other tests allocate memory and use the library, and files shared with their processes
        // would change this one's share.
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            func mebibytes() -> Double {
                ProcessMemory.trim()
                return Double(ProcessMemory.anonymousKiB) / 1024
            }
            let voice = NaturalVoice(try TestVoice.model())
            let synthesizer = NaturalSynthesizer(voice, libraryFolder: TestVoice.libraryFolder)
            let prosody = Prosody(voice: voice.voice.id)
            // espeak-ng, which provides the phonemes, stays loaded.
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

    @Test func releasedStandardVoiceFreesItsMemoryAndLibrary() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            func mebibytes() -> Double {
                ProcessMemory.trim()
                return Double(ProcessMemory.anonymousKiB) / 1024
            }
            let voice = NaturalVoice(try TestVoice.heart())
            let synthesizer = NaturalSynthesizer(voice, libraryFolder: TestVoice.libraryFolder)
            for try await _ in ESpeakSynthesizer().synthesize("Ready.", prosody: Prosody(voice: Voice.basic)) {}
            let before = mebibytes()
            var left: [Double] = []
            for _ in 0..<3 {
                for try await _ in synthesizer.synthesize(
                    "I set a timer for five minutes, and will tell you when it is over.",
                    prosody: Prosody(voice: voice.voice.id))
                {}
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
