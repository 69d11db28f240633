// SPDX-License-Identifier: GPL-3.0-or-later
// Logs reasons for a delayed frame: main-loop iterations that took longer than a frame may, with the conversation's
// phase and the time of each stage of the frame. Runs only if frames are measured.

import GioKit
import GtkKit
import JarvisConversation
import JarvisCore

@MainActor
final class SlowTurns {
    /// The conversation's phase, for the log.
    var phase = ConversationPhase.idle

    private let log: any EventLog
    private var watch: LoopWatch?
    private var stages: [(name: String, begin: Double)] = []
    /// The stages of the last frame in this iteration, in milliseconds.
    private var frame: [(name: String, milliseconds: Double)] = []
    private var frameEnd = 0.0

    init(log: any EventLog) {
        self.log = log
        watch = LoopWatch(longerThan: DesignTokens.Frames.heldUp / 1000) { [weak self] turn in self?.report(turn) }
    }

    func frameBegins() { stages = [("begin", FramePacer.now)] }

    func enter(_ stage: FrameClock.Stage) { stages.append((stage.rawValue, FramePacer.now)) }

    func frameEnds() {
        let ends = stages.dropFirst().map(\.begin) + [FramePacer.now]
        frame = zip(stages, ends).map { ($0.name, ($1 - $0.begin) * 1000) }
        frameEnd = FramePacer.now
    }

    private func report(_ turn: LoopWatch.Turn) {
        var fields: [String: LogValue] = [
            "phase": .text(phase.name), "ms": Self.rounded(turn.wall * 1000),
            "processorMs": Self.rounded(turn.processor * 1000),
        ]
        // A frame from an earlier iteration doesn't explain this one.
        if FramePacer.now - frameEnd < turn.wall {
            for (name, milliseconds) in frame { fields[name + "Ms"] = Self.rounded(milliseconds) }
        }
        log.record("slow-turn", fields)
    }

    private static func rounded(_ milliseconds: Double) -> LogValue { .number((milliseconds * 10).rounded() / 10) }
}
