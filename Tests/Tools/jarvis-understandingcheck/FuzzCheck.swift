// SPDX-License-Identifier: GPL-3.0-or-later
// Nonsensical requests by the hundred thousand: does one crash the program, take long, or get a nonsensical answer?

import Glibc
import JarvisAgent
import JarvisTesting

struct FuzzCheck {
    /// The processor time for one request that a user would notice, in milliseconds.
    private static let slow = 50.0

    /// The files of the corpora, whose words are mixed.
    let files: [String]
    let count: Int
    let seed: UInt64

    func run() async throws {
        let lines = files.flatMap(TextLines.of).compactMap { $0.split(separator: "\t").first.map(String.init) }
        let words = Array(Set(lines.flatMap { $0.split(separator: " ").map(String.init) })).sorted()
        guard !words.isEmpty else {
            print("no words in \(files.joined(separator: ", "))")
            exit(2)
        }
        var random = SeededGenerator(seed: seed)
        var agent = MeasuredAgent()
        var times: [Double] = []
        var (senseless, failed) = (0, 0)
        for number in 0..<count {
            // Reminders, notes and questions accumulate.
            if number % 2_000 == 0 { agent = MeasuredAgent() }
            let text = Self.request(lines, words, &random)
            let start = Self.processMilliseconds()
            do {
                if let answer = try await agent.answer(text, number),
                    answer.isEmpty || answer.utf8.count > 2_000
                {
                    senseless += 1
                    if senseless <= 10 { print("senseless: \(Self.shown(text)) -> \(Self.shown(answer))") }
                }
            } catch {
                failed += 1
                if failed <= 10 { print("failed: \(Self.shown(text)): \(error)") }
            }
            let taken = Self.processMilliseconds() - start
            times.append(taken)
            if taken > Self.slow { print("\(Int(taken)) ms: \(text.utf8.count) bytes: \(Self.shown(text))") }
        }
        times.sort()
        func at(_ share: Double) -> Double { (times[Int(Double(times.count - 1) * share)] * 100).rounded() / 100 }
        print(
            "\(count) requests: \(senseless) answers without sense, \(failed) failures, "
                + "\(times.count { $0 > Self.slow }) above \(Int(Self.slow)) ms; "
                + "ms: median \(at(0.5)), 99 % \(at(0.99)), most \(at(1))")
        if senseless + failed > 0 { exit(1) }
    }

    /// A garbled request, random words, or characters of many kinds; occasionally many thousands of words.
    private static func request(_ lines: [String], _ words: [String], _ random: inout SeededGenerator) -> String {
        let isHuge = Int.random(in: 0..<500, using: &random) == 0
        let length = isHuge ? Int.random(in: 1_000...20_000, using: &random) : Int.random(in: 1...14, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return garbled(lines[Int.random(in: 0..<lines.count, using: &random)], words, &random)
        case 1:
            return (0..<length).map { _ in words[Int.random(in: 0..<words.count, using: &random)] }
                .joined(separator: " ")
        case 2: return String(String.UnicodeScalarView((0..<length * 4).compactMap { _ in scalar(&random) }))
        default:
            var text = Array(lines[Int.random(in: 0..<lines.count, using: &random)].unicodeScalars)
            for _ in 0..<length {
                guard let scalar = scalar(&random) else { continue }
                text.insert(scalar, at: Int.random(in: 0...text.count, using: &random))
            }
            return String(String.UnicodeScalarView(text))
        }
    }

    private static func garbled(_ line: String, _ words: [String], _ random: inout SeededGenerator) -> String {
        var parts = line.split(separator: " ").map(String.init)
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            let place = Int.random(in: 0...parts.count, using: &random)
            let word = words[Int.random(in: 0..<words.count, using: &random)]
            switch Int.random(in: 0..<4, using: &random) {
            case 0 where place < parts.count: parts.remove(at: place)
            case 1 where place < parts.count: parts[place] = word
            case 2 where place < parts.count: parts.append(parts[place])
            default: parts.insert(word, at: place)
            }
        }
        return parts.joined(separator: " ")
    }

    /// Letters, control characters, Hebrew and Arabic, bidirectional marks, emoji, and arbitrary scalars.
    private static func scalar(_ random: inout SeededGenerator) -> Unicode.Scalar? {
        let ranges: [ClosedRange<UInt32>] = [
            0x20...0x7e, 0x20...0x7e, 0x0...0x1f, 0x80...0x24f, 0x300...0x36f, 0x590...0x6ff, 0x2000...0x206f,
            0x1f300...0x1f64f, 0...0x10ffff,
        ]
        return Unicode.Scalar(
            UInt32.random(in: ranges[Int.random(in: 0..<ranges.count, using: &random)], using: &random))
    }

    private static func shown(_ text: String) -> String { String(text.debugDescription.prefix(120)) }

    private static func processMilliseconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}
