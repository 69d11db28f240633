// SPDX-License-Identifier: GPL-3.0-or-later
// Work that outlives the windows starts once and ends with the session.

import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisTesting
import Testing

@MainActor
struct AssistantSessionTests {
    @Test(.timeLimit(.minutes(3))) func startingTwiceStartsTheWorkOnce() async {
        let fixture = AssistantFixture()
        let (begun, tell) = AsyncStream.makeStream(of: Void.self)
        let session = AssistantSession(fixture.assistant, work: [{ _ in tell.yield() }])
        session.start()
        session.start()
        var works = begun.makeAsyncIterator()
        await works.next()
        // A second run of the work would have started by now.
        for _ in 0..<50 { await Task.yield() }
        await session.stop()
        tell.finish()
        #expect(await works.next() == nil)
    }

    @Test(.timeLimit(.minutes(3))) func workReachesTheConversationAndEndsWithTheSession() async {
        let fixture = AssistantFixture()
        let (ended, tell) = AsyncStream.makeStream(of: Void.self)
        let session = AssistantSession(
            fixture.assistant,
            work: [
                { assistant in
                    await assistant.send(.noticed(.notice(.historyDamaged(lineCount: 2, quarantine: nil))))
                    try? await Task.sleep(for: .seconds(3600))
                    tell.finish()
                }
            ])
        session.start()
        await fixture.until { $0.banner?.message == .notice(.historyDamaged(lineCount: 2, quarantine: nil)) }
        await session.stop()
        for await _ in ended {}
    }

    @Test(.timeLimit(.minutes(3))) func workEndsWhenTheSessionIsDropped() async {
        let fixture = AssistantFixture()
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        var session: AssistantSession? = AssistantSession(
            fixture.assistant,
            work: [
                { _ in
                    begin.finish()
                    try? await Task.sleep(for: .seconds(3600))
                    end.finish()
                }
            ])
        session?.start()
        for await _ in begun {}
        session = nil
        for await _ in ended {}
    }
}
