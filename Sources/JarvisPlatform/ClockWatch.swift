// SPDX-License-Identifier: GPL-3.0-or-later
// Detects when the clock is set or the time zone changes. Events are read on a separate serial dispatch queue.

import CProcess
import Dispatch
import Glibc

/// Watches the clock and the time zone.
public enum ClockWatch {
    /// Yields whenever the clock is set or the time zone changes; buffers at most one element. Watches for as long as
    /// the stream is held.
    public static func changes() -> AsyncStream<Void> {
        // With TZ set, the program's time zone never changes.
        changes(clock: jarvis_clock_watch(), zone: getenv("TZ") == nil ? "/etc/localtime" : nil)
    }

    /// - Parameters:
    ///   - clock: A descriptor that becomes readable when the clock is set; closed at the end. Negative for none.
    ///   - zone: The path of the time zone file; nil if the zone can't change.
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
            // Reading fails because setting the clock has cancelled the timer; it also arms the timer again.
            var count: UInt64 = 0
            _ = read(clock, &count, MemoryLayout<UInt64>.size)
            tell()
        }
        source.setCancelHandler { close(clock) }
        source.activate()
        return SourceOfEvents(source: source)
    }
}

/// A source that any thread can cancel.
private final class SourceOfEvents: Sendable {
    // Unsafe by type only: dispatch sources may be used from any thread, and only `cancel` is called.
    private nonisolated(unsafe) let source: any DispatchSourceRead

    init(source: any DispatchSourceRead) {
        self.source = source
    }

    func cancel() { source.cancel() }
}
