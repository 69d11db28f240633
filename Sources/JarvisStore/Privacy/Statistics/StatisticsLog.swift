// SPDX-License-Identifier: GPL-3.0-or-later
// Counts what goes through the log of events, while the user wants that, and passes everything on. Called on any
// thread; the file is written elsewhere.

public import JarvisCore

/// A log of events that counts some of them.
public final class StatisticsLog: EventLog {
    /// Something that is counted.
    private enum Figure: Sendable {
        case spoken, typed, reply, problem
        case latency(Double)
    }

    private let next: any EventLog
    private let settings: any SettingsStore
    private let clock: any WallClock
    private let figures: AsyncStream<Figure>.Continuation
    private let counting: Task<Void, Never>

    /// - Parameter file: what is counted is kept there, while the settings say so.
    public init(_ next: any EventLog, file: StatisticsFile, settings: any SettingsStore, clock: any WallClock) {
        self.next = next
        self.settings = settings
        self.clock = clock
        let (stream, figures) = AsyncStream.makeStream(of: Figure.self, bufferingPolicy: .bufferingNewest(256))
        self.figures = figures
        counting = Task {
            for await figure in stream {
                let date = UsageStatistics.date(of: clock.now(), clock)
                // A disk that takes no figures takes no messages either, and that is told.
                try? await file.change { $0.change(date) { Self.count(figure, in: &$0) } }
            }
        }
    }

    deinit { figures.finish() }

    public func record(_ name: String, _ fields: [String: LogValue]) {
        next.record(name, fields)
        let current = settings.current.history
        guard current.keepsStatistics, !current.isSessionOnly else { return }
        for figure in Self.figures(name, fields) { figures.yield(figure) }
    }

    /// Returns once all that was recorded so far is in the file.
    public func settle() async {
        figures.finish()
        await counting.value
    }

    private static func figures(_ name: String, _ fields: [String: LogValue]) -> [Figure] {
        switch (name, fields["source"], fields["firstSoundHeardMs"]) {
        case ("question", _, _): [.typed]
        case ("transcript", _, _) where fields["text"].map { $0 != .text("") } ?? false: [.spoken]
        case ("reply", _, _): [.reply]
        case ("timing", _, .number(let milliseconds)): [.latency(milliseconds)]
        case ("banner", _, _) where fields["severity"] == .text("error"): [.problem]
        default: []
        }
    }

    private static func count(_ figure: Figure, in day: inout UsageStatistics.Day) {
        switch figure {
        case .spoken: day.spokenCount += 1
        case .typed: day.typedCount += 1
        case .reply: day.replyCount += 1
        case .problem: day.problemCount += 1
        case .latency(let milliseconds): day.latencies[UsageStatistics.bucket(milliseconds), default: 0] += 1
        }
    }
}
