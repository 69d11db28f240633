// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import JarvisUnderstanding

struct ExactWordingsGrammarTests {
    private let wordings = ExactWordings(
        reading: """
            ignore: please really
            spell: don't = do not
            spell: my self = myself
            join: and
            subject: i
            omit: i am
            typo: myself
            let: end = (stop|call off)
            = stop
            [can you] {end} (it|the [last] task) [now]
            (never|do not) mind
            = sad
            i (hate myself|want to cry)
            i am sad
            + (hello|well then)
            """)

    private func intent(_ text: String) -> String? { wordings.intent(saidBy: SaidText(text)) }

    @Test(arguments: [
        ("stop it", "stop"), ("can you call off the last task now", "stop"), ("please stop the task", "stop"),
        ("hello, stop it!", "stop"), ("stop it and never mind", "stop"), ("stop it well then", "stop"),
        ("I hate my self", "sad"), ("i hate myslef", "sad"), ("i hate myself and want to cry", "sad"),
        ("sad", "sad"), ("i really reeeally hate myself", "sad"),
    ])
    func wholeSentencesAreFound(text: String, found: String) { #expect(intent(text) == found) }

    @Test(arguments: [
        "", "hello", "stop", "stop the last", "stop it tomorrow", "can you", "never", "it stop", "stop it now now",
        "“stop it”", "i want to cry?", "i hate myself and cry",
    ])
    func everyWordCounts(text: String) { #expect(intent(text) == nil) }

    @Test func questionsCountIfTheFileSaysSo() {
        let asking = ExactWordings(reading: "questions: yes\n= real\nare you real")
        #expect(asking.intent(saidBy: SaidText("are you real?")) == "real")
    }

    @Test func longTextsAreNoSentences() {
        let text = Array(repeating: "stop it", count: 21).joined(separator: " ")
        #expect(intent(text) == nil)
        #expect(intent(Array(repeating: "stop it", count: 20).joined(separator: " ")) == "stop")
    }

    @Test(arguments: ["let: broken = (a", "= x\n{unknown} part", "line before any intent", "spell: a"])
    func faultyLinesAreReported(text: String) { #expect(ExactWordings(reading: text).faults.count == 1) }
}
