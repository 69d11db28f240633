// SPDX-License-Identifier: GPL-3.0-or-later
// The real recognizer frees its memory, however often it is loaded.

import JarvisCore
import JarvisPlatform
import JarvisTesting
import JarvisSpeechModels
import Testing

@testable import JarvisRecognition

@Suite(.serialized, .timeLimit(.minutes(10)))
struct ModelMemoryTests {
    /// The memory that may remain in use, in MiB.
    private static let most = 8.0

    @Test func aReleasedModelFreesItsMemoryAndTheLibrary() async {
        // Runs in its own process, since other tests use memory and the library; processes that share files with it
        // would change its share of them.
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
