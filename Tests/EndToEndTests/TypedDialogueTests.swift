// SPDX-License-Identifier: GPL-3.0-or-later
// A conversation typed in the window: what follows a request is about that request.

import JarvisPlatform
import JarvisTesting
import Testing

@Suite(.serialized)
struct TypedDialogueTests {
    /// Types it and waits for the answer.
    private func ask(_ text: String, _ program: JarvisProgram, after index: inout Int) async throws -> JSONObject {
        try await program.ask(text)
        let reply = try #require(try await program.event("reply", after: index), "\(text) is answered")
        index = reply.index
        return reply.object
    }

    private func pending(_ program: JarvisProgram) async throws -> String {
        let result = try await program.command(["ask", "list my timers"])
        return result.output
    }

    @Test(.timeLimit(.minutes(2))) func aTimerIsCorrectedAndTakenBack() async throws {
        let program = try JarvisProgram()
        var index = try await program.openAndWait()
        let set = try await ask("set a timer for ten minutes", program, after: &index)
        #expect(set["value.length"]?.asText == "600", "\(set)")
        let corrected = try await ask("no, make it two hours", program, after: &index)
        #expect(corrected["value.length"]?.asText == "7200", "\(corrected)")
        #expect(try await pending(program).hasPrefix("Your timer has"), "there is one")
        let longer = try await ask("add five minutes", program, after: &index)
        #expect(longer["value.length"]?.asText == "300", "\(longer)")
        let asked = try await ask("set an alarm", program, after: &index)
        #expect(asked["skill"]?.asText == "alarm", "\(asked)")
        let answered = try await ask("half past seven tomorrow morning", program, after: &index)
        #expect(answered["value.time"]?.asText == "07:30", "\(answered)")
        let several = try await ask("what is seven times eight and set a timer for one hour", program, after: &index)
        #expect(several["value.result"]?.asText == "56" && several["value.length"]?.asText == "3600", "\(several)")
        let negated = try await ask("please do not change your voice", program, after: &index)
        #expect(negated["skill"]?.asText == "stop", "\(negated)")
        let sum = try await ask("what is twelve times four", program, after: &index)
        #expect(sum["value.result"]?.asText == "48", "\(sum)")
        let half = try await ask("and half of that", program, after: &index)
        #expect(half["value.result"]?.asText == "24", "\(half)")
        program.expectHealthy()
        try await program.close()
    }
}
