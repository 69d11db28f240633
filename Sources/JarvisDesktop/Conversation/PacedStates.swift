// SPDX-License-Identifier: GPL-3.0-or-later
// Limits how often the window shows conversation states: a model writes many clauses between two frames, and each one
// is a state. A state that changes anything but the reply's length is shown at once.

import GioKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktopKit

@MainActor
final class PacedStates {
    private let handler: @MainActor (AssistantState) -> Void
    private var observation: Observation?
    private var shown: AssistantState?
    /// The state to show when the timer fires.
    private var waiting: AssistantState?
    private var shownAt = -Double.infinity
    private var timer: LoopTimer?
    /// The number of states shown so far.
    private(set) var count = 0

    /// - Parameter handler: called now and with later states until `cancel`.
    init(_ assistant: Assistant, _ handler: @escaping @MainActor (AssistantState) -> Void) {
        self.handler = handler
        observation = assistant.observe { [weak self] in self?.take($0) }
    }

    func cancel() {
        observation?.cancel()
        (timer, waiting) = (nil, nil)
    }

    private func take(_ state: AssistantState) {
        guard let shown, state.isMoreOfTheReply(than: shown) else {
            // A turn's last state must not be skipped when the next turn begins.
            if let last = waiting, last.turn.id != state.turn.id { show(last) }
            return show(state)
        }
        waiting = state
        guard timer == nil else { return }
        let left = shownAt + Double(DesignTokens.Frames.text) / 1000 - FramePacer.now
        guard left > 0 else { return show(state) }
        timer = .once(milliseconds: Int(left * 1000) + 1) { [weak self] in
            if let self, let waiting { show(waiting) }
        }
    }

    private func show(_ state: AssistantState) {
        (timer, waiting) = (nil, nil)
        (shown, shownAt) = (state, FramePacer.now)
        count += 1
        handler(state)
    }
}

extension AssistantState {
    /// True if only the length of the reply, or how much of it was heard, differs.
    func isMoreOfTheReply(than before: AssistantState) -> Bool {
        guard turn.id == before.turn.id, turn.reply.clauses.count >= before.turn.reply.clauses.count,
            !before.turn.reply.clauses.isEmpty
        else { return false }
        var expected = before
        expected.turn.reply.clauses = turn.reply.clauses
        expected.turn.reply.heard = turn.reply.heard
        expected.turn.reply.spokenCount = turn.reply.spokenCount
        return expected == self
    }
}
