// SPDX-License-Identifier: GPL-3.0-or-later
// Counts events from the event log if the user allows it, and forwards them all. Call it on any thread; a task writes
// the file.

public import JarvisCore

/// An event log that counts some of its events.
public final class StatisticsLog: EventLog {
    /// An event to count.
    private enum Figure: Sendable {
        case spoken, typed, reply, problem
        case latency(Double)
    }

    private let next: any EventLog
    private let settings: any SettingsStore
    private let clock: any WallClock
    private let figures: AsyncStream<Figure>.Continuation
    private let counting: Task<Void, Never>

    /// - Parameter file: Receives the figures while the settings allow it.
    public init(_ next: any EventLog, file: StatisticsFile, settings: any SettingsStore, clock: any WallClock) {
        self.next = next
        self.settings = settings
        self.clock = clock
        let (stream, figures) = AsyncStream.makeStream(of: Figure.self, bufferingPolicy: .bufferingNewest(256))
        self.figures = figures
        counting = Task {
            for await figure in stream {
                let date = UsageStatistics.date(of: clock.now(), clock)
                // A disk that refuses figures also refuses messages, and that failure is reported.
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

    /// Returns once everything recorded so far is in the file. Nothing is counted after that.
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
