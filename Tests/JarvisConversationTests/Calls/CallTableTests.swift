// SPDX-License-Identifier: GPL-3.0-or-later
// Every event in every situation: where the call stands afterwards, and how actions are answered.

import JarvisConversation
import JarvisCore
import Testing

struct CallTableTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        /// Resulting situation for each column; "." means unchanged.
        var results: String
        /// The answer for each column: d done, = already, ! refused, ~ later; empty if the event is not a request.
        var answers: String
        var event: @Sendable (CallRun) -> CallEvent

        init(
            _ name: String, _ results: String, _ answers: String = "",
            _ event: @escaping @Sendable (CallRun) -> CallEvent
        ) {
            (self.name, self.results, self.answers, self.event) = (name, results, answers, event)
        }

        init(_ name: String, _ results: String, _ answers: String, _ action: CallAction) {
            self.init(name, results, answers) { _ in .requested(action, ActionToken(rawValue: 1000)) }
        }

        var testDescription: String { name }
    }

    // Columns: none, offering, ringing, connecting, active, taking hold, held, away, resuming, ended. Calls ring first.
    static let rows: [Row] = [
        Row("start", "o........o", "~~!~====~~", .start),
        Row("accept", "..c.......", "!!~~====~!", .accept),
        Row("reject", "..e.......", "!!d!!!!!!!", .reject),
        Row("snooze", "..e.......", "!!d!!!!!!!", .snooze(.seconds(300))),
        Row("hold", "....t..ht.", "!!!!~~=d~!", .hold),
        Row("resume", "......u...", "!!!!=~~!~!", .resume),
        Row("end", ".eeeeeeee.", "!dddddddd=", .end),
        Row("another alarm", "r........r") { _ in .rang([CallReason(id: "post", text: "Fetch the post.")]) },
        Row("nothing rings", "..........") { _ in .rang([]) },
        Row("stopped elsewhere", "..e.......") { _ in .ringSettled(["tea"], .stopped) },
        Row("snoozed elsewhere", "..e.......") { _ in .ringSettled(["tea"], .snoozed(nil)) },
        Row("unanswered", "..e.......") { _ in .ringSettled(["tea"], .unanswered) },
        Row("something else is answered", "..........") { _ in .ringSettled(["post"], .stopped) },
        Row("audio is granted", ".c........") { .audioGranted($0.id) },
        Row("audio is refused", ".e........") { .audioRefused($0.id, "busy") },
        Row("connected", "...a....a.") { .connected($0.id, step: $0.step) },
        Row("connected, of an earlier step", "..........") { .connected($0.id, step: $0.step - 1) },
        Row("connected, of another call", "..........") { .connected(CallID(rawValue: "x"), step: $0.step) },
        Row("connection fails", "...eeeeee.") {
            .connectionFailed($0.id, step: $0.step, "no microphone")
        },
        Row("hold is taken", ".....h....") { .holdTaken($0.id, step: $0.step) },
        Row("hold is taken, of an earlier step", "..........") { .holdTaken($0.id, step: $0.step - 1) },
        Row("hold fails", ".....u....") { .holdFailed($0.id, step: $0.step, "the stream stays open") },
        Row("user goes", ".e.et...t.") { _ in .interruptionChanged(.away, true) },
        Row("user comes", ".......u..") { _ in .interruptionChanged(.away, false) },
        Row("another call begins", ".e.et...t.") { _ in .interruptionChanged(.phone, true) },
        Row("another call ends", "..........") { _ in .interruptionChanged(.phone, false) },
        Row("farewell", "....ee....") { _ in .farewellSaid },
        Row("connecting takes too long", "...e....e.") { .timerEnded($0.id, .connecting, step: $0.step) },
        Row("interrupted for too long", ".......e..") { .timerEnded($0.id, .interruption, step: $0.step) },
        Row("an old timer ends", "..........") { .timerEnded($0.id, .interruption, step: $0.step - 1) },
        Row("stopped", ".eeeeeeee.") { _ in .stopped },
    ]

    @Test(arguments: rows) func everyEventLeadsToTheSituationInTheTable(row: Row) {
        #expect(row.results.count == CallSituation.allCases.count)
        #expect(row.answers.isEmpty || row.answers.count == CallSituation.allCases.count)
        for (index, before) in CallSituation.allCases.enumerated() {
            var run = CallRun(before)
            #expect(CallSituation(run.state) == before, "the fixture is not \(before)")
            let effects = run.send(row.event(run))
            let expected = Array(row.results)[index]
            let after = CallSituation(run.state)
            #expect(
                after.rawValue == (expected == "." ? before.rawValue : expected), "\(row.name) in \(before): \(after)")
            guard !row.answers.isEmpty else { continue }
            let answer = effects.compactMap { effect -> CallAnswer? in
                if case .answer(ActionToken(rawValue: 1000), let answer) = effect { answer } else { nil }
            }
            #expect(answer.count <= 1)
            let letter: Character =
                switch answer.first {
                case .done: "d"
                case .already: "="
                case .refused: "!"
                case nil: "~"
                }
            #expect(letter == Array(row.answers)[index], "\(row.name) in \(before): \(letter)")
        }
    }
}
