// SPDX-License-Identifier: GPL-3.0-or-later
// `speakable-cost`: the cost of splitting absurd texts into clauses and of converting them for speech. Twice the text
// may take little more than twice the time, whatever its content.

import ArgumentParser
import Glibc
import JarvisAgent
import JarvisCore
import JarvisSpokenText
import JarvisTesting

struct SpeakableCost: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "speakable-cost", abstract: "Measures absurd texts and others twice as long.")

    @Option(help: "Characters of the shorter text.")
    var length = 100_000

    @Option(help: "Language of the voice, a BCP 47 tag.")
    var language = "en-us"

    /// The factor that twice the text may cost, and the least work that counts.
    private static let most = 3.5
    private static let leastMilliseconds = 20.0

    func run() throws {
        var hasFailed = false
        for part in HostileText.parts {
            let speakable = measured(part) { _ = SpeakableText($0, language: language) }
            let clauses = measured(part) { text in
                var splitter = ClauseSplitter()
                _ = splitter.add(text)
                _ = splitter.finish()
            }
            let isSlow = [speakable, clauses].contains { $0.long > Self.most * $0.short + Self.leastMilliseconds }
            hasFailed = hasFailed || isSlow
            print(
                "\(isSlow ? "SLOW" : "ok") \(part.debugDescription): said \(figures(speakable)), cut \(figures(clauses))"
            )
        }
        if hasFailed { throw ExitCode(1) }
    }

    /// Milliseconds of processor time for the text and for one twice as long: the minimum of three runs each, since
    /// other processes compete.
    private func measured(_ part: String, _ work: (String) -> Void) -> (short: Double, long: Double) {
        let (short, long) = (
            HostileText.row(of: part, length: length), HostileText.row(of: part, length: 2 * length)
        )
        var least = (Double.infinity, Double.infinity)
        for _ in 0..<3 {
            least.0 = min(least.0, time { work(short) })
            least.1 = min(least.1, time { work(long) })
            if least.1 <= 2.5 * least.0 { break }
        }
        return least
    }

    private func time(_ work: () -> Void) -> Double {
        let begin = Self.processorMilliseconds
        work()
        return Self.processorMilliseconds - begin
    }

    private func figures(_ times: (short: Double, long: Double)) -> String {
        "\(fixed(times.short, 1, 1)) → \(fixed(times.long, 1, 1)) ms"
    }

    private static var processorMilliseconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
    }
}
