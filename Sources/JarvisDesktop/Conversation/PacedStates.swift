// SPDX-License-Identifier: GPL-3.0-or-later
// Shows states of the conversation no oftener than anybody can see: a model writes many clauses between two frames, and
// each of them is a state. What is not only more of a reply is shown at once.

import GioKit
import JarvisAssistant
import JarvisConversation
import JarvisCore

@MainActor
final class PacedStates {
    private let handler: @MainActor (AssistantState) -> Void
    private var observation: Observation?
    private var shown: AssistantState?
    /// What is shown when its time comes.
    private var waiting: AssistantState?
    private var shownAt = -Double.infinity
    private var timer: LoopTimer?
    /// How many states were shown.
    private(set) var count = 0

    /// - Parameter handler: called now, and with states that follow, until `cancel`.
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
            // The end of one turn is not left out for the beginning of the next.
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
    /// True when nothing is different but how much of the reply there is, and how much of it has been heard.
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
