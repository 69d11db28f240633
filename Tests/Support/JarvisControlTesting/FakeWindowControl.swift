// SPDX-License-Identifier: GPL-3.0-or-later
// A window that only records what it was asked to show.

public import JarvisCore
import Synchronization

/// A window without a display.
public final class FakeWindowControl: WindowControl {
    private struct State {
        var pane: WindowPane?
        var shown: [WindowPane] = []
        var place: String?
        var shape = WindowShape.normal
        var change: (Timestamp, RevertedChange)?
        var actions: [String] = []
        var controls: [String] = []
        var showsNumbers = false
        var isMuted = false
    }

    private let state = Mutex(State())

    /// - Parameter controls: The names of the controls on the screen.
    public init(controls: [String] = ["History", "Settings", "Commands", "Keyboard", "Microphone"]) {
        state.withLock { $0.controls = controls }
    }

    /// The panes that were shown.
    public var shown: [WindowPane] { state.withLock { $0.shown } }

    /// The place within the pane that was shown last.
    public var place: String? { state.withLock { $0.place } }

    public var shape: WindowShape { state.withLock { $0.shape } }

    /// Everything else that was done, in words: "scroll down", "press History".
    public var actions: [String] { state.withLock { $0.actions } }

    public var isMuted: Bool { state.withLock { $0.isMuted } }

    /// Records a change that the user made by hand.
    public func change(_ change: RevertedChange, at time: Timestamp) { state.withLock { $0.change = (time, change) } }

    public func situation() async -> WindowSituation? {
        state.withLock { WindowSituation(pane: $0.pane, showsNumbers: $0.showsNumbers) }
    }

    public func show(_ pane: WindowPane, at place: String?) async -> Bool {
        state.withLock { state in
            state.pane = pane
            state.place = place
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

    private func note(_ action: String) { state.withLock { $0.actions.append(action) } }

    public func scroll(_ step: WindowScroll) async -> WindowStep {
        note("scroll \(step.rawValue)")
        return .done
    }

    public func turnPage(forward: Bool) async -> WindowStep {
        note(forward ? "next page" : "previous page")
        return .done
    }

    public func goBack() async -> WindowStep {
        state.withLock { state in
            state.actions.append("back")
            defer { state.pane = nil }
            return state.pane == nil ? .atEnd : .done
        }
    }

    public func press(named name: String) async -> WindowPress {
        state.withLock { state in
            guard let control = state.controls.first(where: { $0.lowercased() == name.lowercased() }) else {
                return .unknown
            }
            state.actions.append("press \(control)")
            return .pressed(control)
        }
    }

    public func press(number: Int) async -> WindowPress {
        state.withLock { state in
            guard state.controls.indices.contains(number - 1) else { return .unknown }
            state.actions.append("press \(number)")
            state.showsNumbers = false
            return .pressed(state.controls[number - 1])
        }
    }

    public func showNumbers() async -> Int? {
        state.withLock { state in
            state.actions.append("show numbers")
            state.showsNumbers = true
            return state.controls.count
        }
    }

    public func hideNumbers() async -> Bool {
        state.withLock { state in
            defer { state.showsNumbers = false }
            state.actions.append("hide numbers")
            return state.showsNumbers
        }
    }

    public func minimize() async -> Bool {
        note("minimize")
        return true
    }

    public func setMuted(_ isMuted: Bool) async -> Bool? {
        state.withLock { state in
            defer { state.isMuted = isMuted }
            state.actions.append(isMuted ? "mute" : "unmute")
            return state.isMuted
        }
    }

    public func quit() async -> Bool {
        note("quit")
        return true
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
