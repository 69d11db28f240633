// SPDX-License-Identifier: GPL-3.0-or-later
// Who may have what done: docs/agency.md matches the code, and items that are only mentioned are kept.

import JarvisCore
import JarvisControlTesting
import JarvisTesting
import JarvisUnderstanding
import Testing

@testable import JarvisAgent
@testable import JarvisSkills

@Suite(.timeLimit(.minutes(10)))
struct AgencyTests {
    /// The rows of the page's table of rulings: who asks, and the ruling on each action.
    private static func rulings() throws -> [String: [String: String]] {
        let lines = ChildProcess.contents(of: "docs/agency.md").split(separator: "\n").map(String.init)
        func cells(_ line: String) -> [String] {
            line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map { cell in
                cell.split(separator: " ").joined(separator: " ")
            }
        }
        let head = try #require(lines.firstIndex { $0.hasPrefix("| Who asks |") })
        let deeds = cells(lines[head]).dropFirst()
        var rows: [String: [String: String]] = [:]
        for line in lines[(head + 2)...].prefix(while: { $0.hasPrefix("|") }) {
            let row = cells(line)
            rows[row[0]] = Dictionary(uniqueKeysWithValues: zip(deeds, row.dropFirst()))
        }
        return rows
    }

    @Test func theDocumentedRulingsMatchTheCode() throws {
        let page = try Self.rulings()
        #expect(Set(page.keys) == Set(Asker.allCases.map(\.rawValue)))
        for asker in Asker.allCases {
            for deed in DeedKind.allCases {
                let ruling = Agency.ruling(on: deed, by: asker).rawValue
                #expect(page[asker.rawValue]?[deed.rawValue] == ruling, "\(asker) \(deed)")
            }
        }
    }

    @Test func onlyTheUserMayConfigureConsentOrRecord() {
        for asker in Asker.allCases where ![.user, .userUnclearly, .userQuoting].contains(asker) {
            #expect(Agency.ruling(on: .configures, by: asker) == .never)
            #expect(Agency.ruling(on: .consents, by: asker) == .never)
            #expect(Agency.ruling(on: .records, by: asker) == .never)
            #expect(Agency.ruling(on: .removes, by: asker) != .does)
        }
    }

    @Test(arguments: [
        ("cancel the timer", DeedWording.said), ("could you get rid of the alarm", .said),
        ("turn the alarm off", .said), ("take milk off the list", .said), ("i don't need the timer anymore", .said),
        ("no more timer", .said), ("do not remind me of that", .said), ("i want my alarm cancelled", .said),
        ("leave out friday", .said), ("except on friday", .said), ("not on friday", .said),
        ("keep the reminder", .refused), ("leave the alarm", .refused), ("don't cancel the alarm", .refused),
        ("never delete the list", .refused), ("let the timer run", .refused),
        ("is there the timer", .unsaid), ("the reminder", .unsaid), ("did you cancel the timer", .unsaid),
        ("who deleted the note", .unsaid), ("he deleted the list", .unsaid), ("when does the timer go off", .unsaid),
        ("keep the timer and cancel the alarm", .unsaid),
    ])
    func removalWordingsAreClassified(text: String, expected: DeedWording) {
        let words = Utterance(text).words
        #expect(AgentRig.language.lexicon.removalWording(of: words) == expected, "\(text)")
    }

    @Test(arguments: [
        "keep the reminder to call mum", "leave the reminder to call mum", "the reminder to call mum",
        "is there the 45 minute timer", "not the pasta timer", "never the alarm", "keep my alarm for seven",
        "i like the pasta timer", "the pasta timer was a good idea", "what about the reminder to call mum",
        "did you cancel the pasta timer", "who deleted my last note", "my note about the key is important",
        "the milk on the shopping list", "hold on to the alarm", "please don't touch the timers",
        "leave all my alarms as they are", "save the note about the key",
    ])
    func itemsThatAreOnlyMentionedAreKept(sentence: String) async throws {
        let rig = try await FullRig.make()
        let before = try await FullRig.kept(by: rig)
        let answer = try await rig.ask(sentence)
        #expect(try await FullRig.kept(by: rig).filter(before.contains) == before, "\(sentence): \(answer.text)")
    }

    @Test(arguments: [
        "cancel the reminder to call mum", "get rid of the pasta timer",
        "turn off my alarm", "take milk off my shopping list", "drop the pasta timer",
    ])
    func removalRequestsRemoveTheItem(sentence: String) async throws {
        let rig = try await FullRig.make()
        let before = try await FullRig.kept(by: rig)
        let answer = try await rig.ask(sentence)
        #expect(try await FullRig.kept(by: rig).count < before.count, "\(sentence): \(answer.text)")
    }

    @Test(arguments: [
        "why oh why screen lock", "why oh why clipboard copy", "why oh why undo", "i woke up at seven",
        "we had dinner at eight", "i set the alarm for six yesterday", "why is the volume up", "keep your voice",
        "i like your voice", "people speak faster in spain", "i am keen on online services", "my name is not important",
        "who shut down the computer", "should i shut down the computer at night", "is the screen locked",
        "the computer shut down yesterday", "my screen locks after five minutes", "the session for good",
        "is there an undo", "undo is useful", "keen on online services", "never lock the screen",
        "my phone has an alarm at seven", "my alarm for seven makes me happy", "the alarm for seven stays",
        "what happens if i cancel the alarm",
        "what would happen if i deleted my last note", "what happens when i clear the shopping list",
    ])
    func statementsAndQuestionsChangeNothing(sentence: String) async throws {
        let rig = try await FullRig.make()
        let before = (try await FullRig.kept(by: rig), try await FullRig.set(by: rig))
        let answer = try await rig.ask(sentence)
        #expect(try await FullRig.kept(by: rig) == before.0, "\(sentence): \(answer.text)")
        #expect(try await FullRig.set(by: rig) == before.1, "\(sentence): \(answer.text)")
        #expect(try await rig.desktop.clipboard.text() == nil, "\(sentence): \(answer.text)")
    }

    @Test func keepingAnItemIsConfirmed() async throws {
        let rig = try await FullRig.make()
        #expect(try await rig.ask("keep the reminder to call mum").text == "OK, I won't remove anything.")
        #expect(try await rig.ask("keep the pasta timer").text == "OK, I won't remove anything.")
        _ = try await rig.ask("pause the pasta timer")
        #expect(try await rig.ask("keep the pasta timer going").text.contains("running again"))
    }
}
