// SPDX-License-Identifier: GPL-3.0-or-later
// A spotter that hears the wake word when the test says so.

public import JarvisCore
import Synchronization

/// Reports what the test sets, and records its input.
public final class FakeWakeWordSpotter: WakeWordSpotter {
    private struct Search: Sendable {
        var handler: @Sendable (WakeUpdate) -> Void
    }

    private struct State: Sendable {
        var configuration: WakeConfiguration?
        var search: Search?
        var isGuarded = false
        var beginCount = 0
        var lastSample: Int64 = 0
    }

    private let state = Mutex(State())

    public init() {}

    public var configuration: WakeConfiguration? { state.withLock { $0.configuration } }
    public var isSearching: Bool { state.withLock { $0.search != nil } }
    public var isGuarded: Bool { state.withLock { $0.isGuarded } }
    public var beginCount: Int { state.withLock { $0.beginCount } }

    public func configure(_ configuration: WakeConfiguration?) {
        state.withLock { state in
            state.configuration = configuration
            if configuration == nil { state.search = nil }
        }
    }

    public func begin(isGuarded: Bool, handler: @escaping @Sendable (WakeUpdate) -> Void) {
        state.withLock { state in
            state.search = Search(handler: handler)
            state.isGuarded = isGuarded
            state.beginCount += 1
        }
    }

    public func accept(_ frame: AudioFrame) {
        state.withLock { $0.lastSample = frame.sampleIndex + Int64(frame.samples.count) }
    }

    public func end() { state.withLock { $0.search = nil } }

    /// Reports the phrase, which ended this many samples before the end of the accepted sound.
    public func hear(samplesAgo: Int64 = 0) {
        let (search, end) = state.withLock { ($0.search, $0.lastSample - samplesAgo) }
        search?.handler(.heard(WakeHit(samples: max(0, end - 9_600)..<max(0, end), score: 10, threshold: -12)))
    }

    /// Reports any update.
    public func send(_ update: WakeUpdate) { state.withLock { $0.search }?.handler(update) }
}
