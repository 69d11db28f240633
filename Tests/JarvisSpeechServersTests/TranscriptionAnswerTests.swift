// SPDX-License-Identifier: GPL-3.0-or-later
// Parsing transcription answers, without a server.

import JarvisNetwork
import JarvisPlatform
import Testing

@testable import JarvisSpeechServers

struct TranscriptionAnswerTests {
    @Test(arguments: [
        ("Call (415) 555-1234", "Call (415) 555-1234"), ("What is 3 * 4 * 5?", "What is 3 * 4 * 5?"),
        ("[BLANK_AUDIO] Stop. (wind blowing)", "Stop."), ("*sighs* No, *door closes* yes", "No, yes"),
        ("an [open bracket", "an [open bracket"), ("♪ la la ♪", "la la"), ("red\u{0}\u{1B}[31m sky", "red [31m sky"),
    ])
    func noiseAnnotationsAreRemovedAndSpeechStays(text: String, said: String) {
        #expect(TranscriptionAnswer(text: text).text == said)
    }

    /// This once took half a minute.
    @Test func longRunsOfBracketsAreCutOff() {
        let answer = TranscriptionAnswer(text: "hello " + String(repeating: "(", count: 300_000))
        #expect(answer.text.hasPrefix("hello ((") && answer.text.utf8.count <= TranscriptionAnswer.longestText)
        var deltas = TranscriptionDeltas()
        let event = ServerSentEvent(name: "", data: "{\"delta\":\"([([([([([\"}")
        let changes = (0..<20_000).count { _ in deltas.take(event) }
        #expect(changes <= TranscriptionAnswer.longestText / 10 + 1)
        #expect(TranscriptionAnswer(text: "[wind blowing " + String(repeating: "a", count: 80) + "]").text != "")
    }

    /// The limit falls inside the last letter, half of which would become a longer replacement character.
    @Test func longAnswersAreCutBetweenLetters() {
        let text = String(repeating: "a", count: TranscriptionAnswer.longestText - 1)
        #expect(TranscriptionAnswer(text: text + "é").text == text)
    }

    @Test func confidenceIsAlwaysFinite() throws {
        let body =
            "{\"text\": \"hello\", \"segments\": [{\"start\": -1e308, \"end\": 1e308, \"avg_logprob\": -1e308}]}"
        let answer = try TranscriptionAnswer(json: Array(body.utf8), server: "here")
        #expect(answer.confidence.map { (0...1).contains($0) } == true)
    }

    @Test(arguments: ["", "\n", "\n\n\u{2028}", "<html>"])
    func errorWithoutAMessageHasAnEmptyReason(body: String) {
        #expect(ServerEndpoint.message(in: Array(body.utf8)).isEmpty)
    }
}
