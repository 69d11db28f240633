// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisLanguageModels
import Testing

struct FailureTextTests {
    @Test func everyFailureHasACauseAndAdvice() {
        let kinds: [LanguageModelFailure.Kind] = [
            .stillLoading, .overloaded, .silent(seconds: 60), .stalled(seconds: 20), .endless(seconds: 600), .cutOff,
            .keyMissing(origin: "http://a:1"), .keyRejected(origin: "http://a:1"),
            .modelMissing("m", known: ["a"]), .modelUnnamed(known: []), .limited(seconds: 3), .limited(seconds: nil),
            .tooLong, .withoutTools("no"), .empty, .unreadableCall(tool: "timer"), .withoutEnd,
            .server(ServerFailure(server: "a:1", kind: .refused)),
        ]
        let texts = kinds.map { LanguageModelFailure(model: "local", kind: $0).explained(to: .commandLine) }
        #expect(texts.allSatisfy { !$0.whatHappened.isEmpty && !$0.whatToDo.isEmpty })
        #expect(Set(texts.map(\.text)).count == texts.count, "each has its own words")
        #expect(!texts.contains { $0.text.contains("%") })
    }

    @Test func theWindowNamesNoCommands() {
        for kind in [LanguageModelFailure.Kind.keyMissing(origin: "http://a:1"), .keyRejected(origin: "http://a:1")] {
            let text = LanguageModelFailure(model: "local", kind: kind).explained(to: .window).whatToDo
            #expect(text.contains("Settings") && !text.contains("jarvis"), "\(text)")
        }
    }
}
