// SPDX-License-Identifier: GPL-3.0-or-later
// Random sound for the neural recognizer: does it crash, fail or leak memory?

import ArgumentParser
import JarvisCore
import JarvisRecognition
import JarvisPlatform
import JarvisTesting
import JarvisSpeechModels

struct FuzzCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fuzz", abstract: "Give the neural recognizer random sound.")
    @Option(help: "How many buffers.") var buffers = 100_000
    @Option(help: "The first seed.") var seed: UInt64 = 1
    @Option(help: "No more buffers are begun after this many seconds; 0: no limit.") var seconds = 0.0

    /// The samples of the longest buffers, 30 s; one in a thousand is that long.
    private static let longest = 480_000
    private static let usual = 12_000

    func run() throws {
        let resources = ResourceLocator.standard()
        let model = RecognizerModel(folder: resources.speechModelFolder("moonshine-tiny-en"))
        let transcriber = try UtteranceModels.load(model, libraryFolder: resources.speechLibraryFolder)
        var generator = SeededGenerator(seed: seed)
        var (heard, texts, characters, failures, samples) = (0, 0, 0, 0, 0)
        let start = MonotonicTime.seconds()
        var warm = 0
        for number in 0..<buffers where seconds == 0 || MonotonicTime.seconds() - start < seconds {
            heard += 1
            let sound = Self.sound(&generator)
            samples += sound.count
            do {
                let text = try transcriber.transcribe(sound)
                _ = try transcriber.likelihoods(of: [["what", "time", "is", "it"], ["stop"]], in: sound)
                texts += text.isEmpty ? 0 : 1
                characters += text.utf8.count
            } catch {
                failures += 1
                if failures <= 5 { print("buffer \(number), \(sound.count) samples: \(error)") }
            }
            // The longest buffers have occurred by then.
            if number == min(2_000, buffers / 2) { warm = ProcessMemory.proportionalKiB }
        }
        let elapsed = MonotonicTime.seconds() - start
        print(
            "\(heard) buffers, \(samples / 16_000) s of sound in \(Int(elapsed)) s: \(texts) with text "
                + "(\(characters) bytes), \(failures) failures, PSS grew by \(ProcessMemory.proportionalKiB - warm) KiB"
        )
        if failures > 0 { throw ExitCode.failure }
    }

    /// Noise of any loudness, tones, clicks, extremes, steps, and mixtures of these, of any length from zero.
    static func sound(_ generator: inout SeededGenerator) -> [Int16] {
        let most = Int.random(in: 0..<1_000, using: &generator) == 0 ? longest : usual
        let count = Int.random(in: 0...most, using: &generator)
        var sound: [Int16] = []
        sound.reserveCapacity(count)
        while sound.count < count {
            let piece = Int.random(in: 1...(count - sound.count), using: &generator)
            let level = Int32.random(in: 0...32_767, using: &generator)
            let period = Int.random(in: 1...4_000, using: &generator)
            switch Int.random(in: 0..<7, using: &generator) {
            case 0: sound += (0..<piece).map { _ in Int16.random(in: .min ... .max, using: &generator) }
            case 1: sound += (0..<piece).map { _ in Int16(Int32.random(in: -level...level, using: &generator)) }
            case 2: sound += (0..<piece).map { Int16($0 / period % 2 == 0 ? level : -level) }
            case 3: sound += (0..<piece).map { $0 % period == 0 ? Int16.max : 0 }
            case 4: sound += [Int16](repeating: .min, count: piece)
            case 5: sound += [Int16](repeating: 0, count: piece)
            default: sound += (0..<piece).map { Int16(truncatingIfNeeded: $0 &* period) }
            }
        }
        return sound
    }
}
