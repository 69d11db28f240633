// SPDX-License-Identifier: GPL-3.0-or-later
// "What do you keep about me", and erasing all of it, which needs a yes.

import JarvisCore
import JarvisTesting
import Synchronization
import Testing

@testable import JarvisAgent

struct PrivacySkillTests {
    private let kept = FakeKeptData()
    private let rig: AgentRig

    init() {
        let kept = kept
        rig = AgentRig { $0.kept = kept }
    }

    @Test(arguments: ["what do you keep about me", "tell me what you store about me", "What have you saved about me?"])
    func keptDataIsReported(request: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.skill == "privacy")
        #expect(
            answer.text.hasPrefix("I store the conversation with 12 messages, 1 note and 2 lists, all on this"),
            "\(answer.text)")
        #expect(kept.erased.withLock { $0.isEmpty })
    }

    @Test(arguments: ["forget everything about me", "erase all my data", "delete everything you know about me"])
    func everythingIsErasedAfterAYes(request: String) async throws {
        let question = try await rig.ask(request)
        #expect(question.text.hasPrefix("Erase everything for good?"), "\(question.text)")
        #expect(kept.erased.withLock { $0.isEmpty })
        #expect(try await rig.ask("no", isFollowUp: true).text == "All right, I won't.")
        #expect(kept.erased.withLock { $0.isEmpty })
        _ = try await rig.ask(request)
        #expect(try await rig.ask("yes", isFollowUp: true).text == "I've forgotten everything about you.")
        #expect(Set(kept.erased.withLock { $0 }) == KeptKind.personal)
        #expect(kept.erased.withLock { $0.last } == .conversation)
        #expect(try await rig.ask("undo that").text == "I can't undo that.")
    }

    @Test func dataThatCouldNotBeErasedIsNamed() async throws {
        kept.failing.withLock { $0 = [.keys] }
        _ = try await rig.ask("forget everything about me")
        let answer = try await rig.ask("yes", isFollowUp: true)
        #expect(answer.text == "I couldn't erase the keys. Everything else is gone.")
    }
}

private final class FakeKeptData: KeptDataLibrary {
    let erased = Mutex<[KeptKind]>([])
    let failing = Mutex<Set<KeptKind>>([])

    func entries() async -> [KeptEntry] {
        [
            KeptEntry(kind: .conversation, count: 12), KeptEntry(kind: .notes, count: 1),
            KeptEntry(kind: .lists, count: 2),
        ]
            + [KeptEntry(kind: .keys, count: 0), KeptEntry(kind: .models, count: 3)]
    }
    func recipients() async throws -> [KeptRecipient] { [] }
    func erase(_ kind: KeptKind, askedIn turn: TurnID?) async throws {
        if failing.withLock({ $0.contains(kind) }) { throw StoreFailure.locked }
        erased.withLock { $0.append(kind) }
    }
}
