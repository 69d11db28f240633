// SPDX-License-Identifier: GPL-3.0-or-later
// Which voice is heard, as long as the user has chosen none.

import JarvisCore
import Testing

struct StandardVoiceTests {
    private static let basic = Voice(id: Voice.basic, name: "English", languages: ["en-us"], kind: .espeak)
    private static let natural = Voice(id: Voice.standard, name: "Heart", languages: ["en-us"], kind: .natural)

    @Test func theNaturalVoiceIsHeardWhereItIsInstalled() {
        #expect(Voice.heard(Settings().voice, of: [Self.basic, Self.natural]) == Voice.standard)
        #expect(Voice.heard(Settings().voice, of: [Self.basic]) == Voice.basic)
        #expect(Voice.heard(Settings().voice, of: []) == Voice.basic)
    }

    @Test func aChosenVoiceIsNotReplaced() {
        #expect(Voice.heard(Voice.basic, of: [Self.basic, Self.natural]) == Voice.basic)
        #expect(Voice.heard("en-us/joe", of: [Self.basic]) == "en-us/joe", "its absence is a fault")
    }
}
