// SPDX-License-Identifier: GPL-3.0-or-later
// Hostile texts for a synthesizer: does one crash it, fail, or yield a word that is not in the text?

import ArgumentParser
import Glibc
import JarvisCore
import JarvisPlatform
import JarvisTesting

struct HostileTextsCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hostile-texts", abstract: "Have a voice speak texts that are made to break it.")

    @Option(help: "How many texts.") var texts = 10_000
    @Option(help: "The seed.") var seed: UInt64 = 1
    @Option(help: "No more texts are begun after this many seconds; 0: no limit.") var seconds = 0.0
    @Flag(help: "Print each text before it is spoken, so that one that ends the process is known.") var verbose = false
    @OptionGroup var voice: VoiceOption

    /// The number of pieces heard before stopping, which shows that every text starts and ends.
    private static let pieces = 3

    func run() async throws {
        let synthesizer = try voice.synthesizer()
        var generator = SeededGenerator(seed: seed)
        var (longest, spoken, samples, failures, warm) = (0.0, 0, 0, 0, 0)
        let start = MonotonicTime.seconds()
        for number in 0..<texts where seconds == 0 || MonotonicTime.seconds() - start < seconds {
            let text = Self.text(number, &generator)
            let prosody = Prosody(
                voice: voice.voice, speed: .random(in: 0.5...2, using: &generator),
                pitch: .random(in: -12...12, using: &generator))
            if verbose {
                print("text \(number), speed \(prosody.speed), pitch \(prosody.pitch): \(text.debugDescription)")
                fflush(nil)
            }
            let begin = MonotonicTime.seconds()
            var pieces = 0
            do {
                for try await piece in synthesizer.synthesize(text, prosody: prosody) {
                    guard
                        piece.words.allSatisfy({
                            $0.endCharacter <= text.count && $0.startCharacter <= $0.endCharacter
                        })
                    else { throw ValidationError("a word outside of the text: \(text.debugDescription)") }
                    samples += piece.samples.count
                    pieces += 1
                    if pieces == Self.pieces { break }
                }
            } catch {
                failures += 1
                if failures <= 5 { print("text \(number), \(text.debugDescription.prefix(200)): \(error)") }
            }
            spoken += 1
            longest = max(longest, MonotonicTime.seconds() - begin)
            if spoken == min(500, texts / 2) {
                ProcessMemory.trim()
                warm = ProcessMemory.proportionalKiB
            }
        }
        ProcessMemory.trim()
        let grown = warm == 0 ? "not measured" : "\(ProcessMemory.proportionalKiB - warm) KiB"
        print(
            "\(voice.voice): \(spoken) hostile texts in \(fixed(MonotonicTime.seconds() - start, 0, 1)) s, "
                + "\(samples) samples, \(failures) failures; the longest took \(fixed(longest, 2, 1)) s for "
                + "\(Self.pieces) pieces; PSS grew by \(grown) since the 500th")
        if failures > 0 { throw ExitCode.failure }
    }

    private static func text(_ number: Int, _ generator: inout SeededGenerator) -> String {
        switch number % 6 {
        case 0:
            return (0..<Int.random(in: 1...12, using: &generator)).map { _ in
                HostileText.parts.randomElement(using: &generator) ?? ""
            }.joined(separator: Bool.random(using: &generator) ? " " : "")
        case 1:
            let scalars = (0..<Int.random(in: 1...40, using: &generator)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0...0x2FFFF, using: &generator))
            }
            return String(String.UnicodeScalarView(scalars))
        case 2: return String(Int.random(in: 0...Int.max, using: &generator))
        case 3:
            let part = HostileText.parts.randomElement(using: &generator) ?? "a"
            return HostileText.row(of: part, length: number % 60 == 3 ? 20_000 : 300)
        case 4:
            let scripts = [
                "你好世界", "مرحبا بالعالم", "Здравствуй, мир", "שלום", "नमस्ते", "ខ្ញុំ", "👩‍👩‍👧‍👦", "\u{202E}abc",
                "\u{0}\u{7}\u{1B}[2J",
            ]
            return (0..<4).map { _ in scripts.randomElement(using: &generator) ?? "" }.joined(separator: " ")
        default:
            let letters = Array("abcdefghijklmnopqrstuvwxyz ,.;:!?'-0123456789")
            return String(
                (0..<Int.random(in: 1...200, using: &generator)).map { _ in
                    letters.randomElement(using: &generator) ?? "a"
                })
        }
    }
}
