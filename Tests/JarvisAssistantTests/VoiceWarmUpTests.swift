// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisAssistant

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct VoiceWarmUpTests {
    @Test(arguments: [true, false]) func theVoiceIsWarmedUpSoonAfterTheStartIfRepliesAreSpoken(speaks: Bool) async {
        let fixture = AssistantFixture { $0.speaksReplies = speaks }
        fixture.assistant.start()
        await fixture.until { $0.phase.isListening }
        #expect(fixture.synthesizer.warmedVoices.isEmpty, "the window comes first")
        await fixture.until { fixture.clock.sleeperCount == 1 }
        fixture.clock.advance(by: .seconds(1))
        if speaks { await fixture.until { !fixture.synthesizer.warmedVoices.isEmpty } }
        for _ in 0..<100 { await Task.yield() }
        #expect(fixture.synthesizer.warmedVoices == (speaks ? [Settings().voice] : []))
    }
}
