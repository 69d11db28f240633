// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import Testing

struct StopPhrasesTests {
    @Test(arguments: [
        "stop", "Stop!", "Jarvis, stop.", "stop please", "hey jarvis cancel", "never mind", "Never mind, Jarvis",
        "be quiet",
        "shut up", "ENOUGH", "that’s enough", "please be quiet now", "nevermind",
    ])
    func stopPhrasesAreRecognized(text: String) {
        #expect(StopPhrases.isStopPhrase(text))
    }

    @Test(arguments: [
        "", "jarvis", "please", "stop the timer", "cancel all alarms", "do not stop", "stopwatch", "never", "mind",
        "where does the bus stop", "stop stop the music", String(repeating: "stop ", count: 2000),
    ])
    func otherUtterancesAreNotStopPhrases(text: String) {
        #expect(!StopPhrases.isStopPhrase(text))
    }

    @Test func everyListedPhraseIsRecognized() {
        #expect(!StopPhrases.all.isEmpty)
        for phrase in StopPhrases.all { #expect(StopPhrases.isStopPhrase(phrase), "\(phrase)") }
    }
}
