// SPDX-License-Identifier: GPL-3.0-or-later
// A typed conversation in which requests follow up on earlier ones.

import JarvisConversationTesting
import JarvisPlatform
import Testing

struct TypedDialogueTests {
    @Test(.timeLimit(.minutes(10)), arguments: Transport.all)
    func typedFollowUpsReferToTheRequestBefore(on transport: Transport) async throws {
        let stage = try await transport.stage()
        try await stage.begin()
        func ask(_ text: String) async throws -> JSONObject {
            try #require(try await stage.reply(to: text), "\(text) is answered").object
        }
        let set = try await ask("set a timer for ten minutes")
        #expect(set["value.length"]?.asText == "600", "\(set)")
        let corrected = try await ask("no, make it two hours")
        #expect(corrected["value.length"]?.asText == "7200", "\(corrected)")
        #expect(try await stage.askElsewhere("list my timers").hasPrefix("Your timer has"), "there is one")
        let longer = try await ask("add five minutes")
        #expect(longer["value.length"]?.asText == "300", "\(longer)")
        let asked = try await ask("set an alarm")
        #expect(asked["skill"]?.asText == "alarm", "\(asked)")
        let answered = try await ask("half past seven tomorrow morning")
        #expect(answered["value.time"]?.asText == "07:30", "\(answered)")
        let several = try await ask("what is seven times eight and set a timer for one hour")
        #expect(several["value.result"]?.asText == "56" && several["value.length"]?.asText == "3600", "\(several)")
        let negated = try await ask("please do not change your voice")
        #expect(negated["skill"]?.asText == "stop", "\(negated)")
        let sum = try await ask("what is twelve times four")
        #expect(sum["value.result"]?.asText == "48", "\(sum)")
        let half = try await ask("and half of that")
        #expect(half["value.result"]?.asText == "24", "\(half)")
        try await stage.close()
    }
}
