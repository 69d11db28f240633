// SPDX-License-Identifier: GPL-3.0-or-later
// What the real recognizer takes of memory is given back, again and again.

import JarvisCore
import JarvisPlatform
import JarvisTesting
import JarvisSpeechModels
import Testing

@testable import JarvisRecognition

@Suite(.serialized, .timeLimit(.minutes(10)))
struct ModelMemoryTests {
    /// MiB that may stay.
    private static let most = 8.0

    @Test func aReleasedModelGivesItsMemoryAndTheLibraryBack() async {
        // In a process of its own: other tests take memory, and use the library. Their processes share files with it,
        // by which its share of them would change.
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            func mebibytes() -> Double {
                ProcessMemory.trim()
                return Double(ProcessMemory.anonymousKiB) / 1024
            }
            let resources = ResourceLocator.standard()
            let model = RecognizerModel(folder: resources.speechModelFolder("moonshine-tiny-en"))
            var generator = SeededGenerator(seed: 1)
            let sound = (0..<128_000).map { _ in Int16.random(in: -3_000...3_000, using: &generator) }
            let before = mebibytes()
            var left: [Double] = []
            for _ in 0..<3 {
                do {
                    let loaded = try UtteranceModels.load(model, libraryFolder: resources.speechLibraryFolder)
                    _ = try loaded.transcribe(sound)
                    _ = try loaded.likelihoods(of: [["what", "time", "is", "it"], ["stop"]], in: sound)
                    #expect(mebibytes() > before + 30)
                }
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
