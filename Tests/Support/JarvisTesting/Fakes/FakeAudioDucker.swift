// SPDX-License-Identifier: GPL-3.0-or-later
// Ducking of other programs' sound, without sound.

public import JarvisCore
import Synchronization

/// Records the requests, without repetitions.
public final class FakeAudioDucker: AudioDucker {
    private struct State {
        var wanted: [Ducking] = []
        var isRestored = false
    }

    private let state = Mutex(State())

    public init() {}

    public var wanted: [Ducking] { state.withLock { $0.wanted } }
    public var isRestored: Bool { state.withLock { $0.isRestored } }

    public func set(_ wanted: Ducking) {
        state.withLock { state in
            if state.wanted.last != wanted { state.wanted.append(wanted) }
        }
    }

    public func restore() async { state.withLock { $0.isRestored = true } }
}
