// SPDX-License-Identifier: GPL-3.0-or-later
// A window that only records what it was asked to show.

public import JarvisCore
import Synchronization

/// A window without a display.
public final class FakeWindowControl: WindowControl {
    private struct State {
        var pane: WindowPane?
        var shown: [WindowPane] = []
        var shape = WindowShape.normal
        var change: (Timestamp, RevertedChange)?
    }

    private let state = Mutex(State())

    public init() {}

    /// The panes that were shown.
    public var shown: [WindowPane] { state.withLock { $0.shown } }

    public var shape: WindowShape { state.withLock { $0.shape } }

    /// Records a change that the user made by hand.
    public func change(_ change: RevertedChange, at time: Timestamp) { state.withLock { $0.change = (time, change) } }

    public func show(_ pane: WindowPane) async -> Bool {
        state.withLock { state in
            state.pane = pane
            state.shown.append(pane)
        }
        return true
    }

    public func closePane() async -> Bool {
        state.withLock { state in
            defer { state.pane = nil }
            return state.pane != nil
        }
    }

    public func setShape(_ shape: WindowShape) async -> Bool {
        state.withLock { $0.shape = shape }
        return true
    }

    public func newestChange() async -> Timestamp? { state.withLock { $0.change?.0 } }

    public func revertNewestChange() async throws -> RevertedChange? {
        state.withLock { state in
            defer { state.change = nil }
            return state.change?.1
        }
    }
}
