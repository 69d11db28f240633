// SPDX-License-Identifier: GPL-3.0-or-later
// Times each turn, from the end of speech to the first sound of the answer. Called from any thread.

package import JarvisCore
import Synchronization

/// The moments of a turn that decide how quick JARVIS feels.
enum TurnMoment: String, CaseIterable, Sendable {
    /// The user's last speech frame.
    case speechEnded
    /// The endpointer decided that the utterance is over.
    case endpointDecided
    case transcriptReady
    case firstClause
    case firstClauseSynthesized
    case firstSoundHeard
}

/// Collects the current turn's moments and logs them once the first sound has been heard, in milliseconds after the end
/// of speech (or after the question, for typed turns).
package final class TurnTimer: Sendable {
    private struct State {
        var turn: TurnID?
        var moments: [TurnMoment: ContinuousClock.Instant] = [:]
        /// Complete turns, oldest first.
        var recent: [TurnTiming] = []
    }

    private let state = Mutex(State())
    private let log: any EventLog

    package init(log: any EventLog) {
        self.log = log
    }

    /// Records a moment that was `earlier` ago; only the first mark of each moment in a turn counts.
    func mark(_ moment: TurnMoment, turn: TurnID, earlier: Duration = .zero) {
        let instant = ContinuousClock.now - earlier
        let complete = state.withLock { state -> [TurnMoment: ContinuousClock.Instant]? in
            if state.turn != turn {
                state.turn = turn
                state.moments = [:]
            }
            guard state.moments[moment] == nil else { return nil }
            state.moments[moment] = instant
            return moment == .firstSoundHeard ? state.moments : nil
        }
        if let complete { write(complete, turn: turn) }
    }

    /// The last turns answered aloud, oldest first.
    var recent: [TurnTiming] { state.withLock { $0.recent } }

    /// Restarts the turn, because its speaker has continued.
    func forget(_ turn: TurnID) {
        state.withLock { if $0.turn == turn { $0.moments = [:] } }
    }

    private func write(_ moments: [TurnMoment: ContinuousClock.Instant], turn: TurnID) {
        guard let origin = moments.values.min() else { return }
        var fields: [String: LogValue] = ["turn": .integer(Int64(turn.rawValue))]
        for (moment, instant) in moments {
            fields["\(moment.rawValue)Ms"] = .number((instant - origin).milliseconds)
        }
        if let decided = moments[.endpointDecided], let heard = moments[.firstSoundHeard] {
            fields["endpointToSoundMs"] = .number((heard - decided).milliseconds)
        }
        log.record("timing", fields)
        guard let heard = moments[.firstSoundHeard] else { return }
        let timing = TurnTiming(
            transcript: moments[.transcriptReady].map { ($0 - origin).milliseconds },
            firstClause: moments[.firstClause].map { ($0 - origin).milliseconds },
            firstSound: (heard - origin).milliseconds)
        state.withLock { $0.recent = ($0.recent + [timing]).suffix(TurnTiming.mostKept) }
    }
}

extension Duration {
    /// Fractional milliseconds.
    var milliseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) * 1000 + Double(attoseconds) / 1e15
    }
}
