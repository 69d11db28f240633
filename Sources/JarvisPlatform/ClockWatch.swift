// SPDX-License-Identifier: GPL-3.0-or-later
// Tells when the clock is set, and when the computer gets another time zone. Events are read on a serial dispatch queue of
// its own.

import CProcess
import Dispatch
import Glibc

/// Watches the clock and the time zone.
public enum ClockWatch {
    /// One element after each change of either; at most one waits. Watched for as long as the stream is held.
    public static func changes() -> AsyncStream<Void> {
        // With the variable TZ the program has a time zone of its own.
        changes(clock: jarvis_clock_watch(), zone: getenv("TZ") == nil ? "/etc/localtime" : nil)
    }

    /// - Parameters:
    ///   - clock: readable whenever the clock is set; closed in the end. Negative where there is none.
    ///   - zone: the file with the time zone; nil where it cannot change.
    static func changes(clock: Int32, zone: String?) -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let watch = clock < 0 ? nil : Self.watch(clock) { continuation.yield() }
            let zones = zone.flatMap { zone in
                let end = zone.lastIndex(of: "/") ?? zone.startIndex
                return try? FileWatcher.changes(
                    folder: String(zone[..<end]), name: String(zone[zone.index(after: end)...]))
            }
            let passing = Task {
                guard let zones else { return }
                for await _ in zones { continuation.yield() }
            }
            continuation.onTermination = { _ in
                passing.cancel()
                watch?.cancel()
            }
        }
    }

    private static func watch(_ clock: Int32, _ tell: @escaping @Sendable () -> Void) -> SourceOfEvents {
        let source = DispatchSource.makeReadSource(
            fileDescriptor: clock, queue: DispatchQueue(label: "jarvis.clock-watch"))
        source.setEventHandler {
            // Reading fails, since the timer was cancelled; it is armed again by that.
            var count: UInt64 = 0
            _ = read(clock, &count, MemoryLayout<UInt64>.size)
            tell()
        }
        source.setCancelHandler { close(clock) }
        source.activate()
        return SourceOfEvents(source: source)
    }
}

/// A source that can be ended from any thread.
private final class SourceOfEvents: Sendable {
    // Unsafe by type only: dispatch sources may be used from any thread, and nothing but `cancel` is called.
    private nonisolated(unsafe) let source: any DispatchSourceRead

    init(source: any DispatchSourceRead) {
        self.source = source
    }

    func cancel() { source.cancel() }
}
