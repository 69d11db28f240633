// SPDX-License-Identifier: GPL-3.0-or-later
// Requests move through JARVIS's own window, and nothing else moves it.

@testable import JarvisAgent
import JarvisControlTesting
import JarvisCore
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct NavigationTests {
    private let window = FakeWindowControl()

    private func rig(_ players: [MediaPlayer] = []) -> AgentRig {
        var desktop = FakeDesktop(players: players)
        desktop.window = window
        return AgentRig(desktop: desktop)
    }

    /// What a phrase has done, in the words of the table.
    private func outcome(_ answer: Answer) -> String {
        if let page = answer.values["page"] { return "page:\(page)" }
        if window.actions.isEmpty, let shown = window.shown.last, answer.skill == "window" || answer.skill == "note" {
            return "pane:\(shown.rawValue)"
        }
        if let shape = answer.values["shape"] {
            return "shape:" + (shape == "fullScreen" ? "full" : shape)
        }
        if answer.text == "Closed." || answer.text == "Nothing is open in my window." { return "close" }
        guard let action = window.actions.last else { return "\(answer.skill ?? "none"): \(answer.text)" }
        switch action {
        case "mute": return "mute:on"
        case "unmute": return "mute:off"
        case "next page": return "turn:next"
        case "previous page": return "turn:previous"
        case "show numbers": return "numbers:show"
        case "hide numbers": return "numbers:hide"
        case _ where action.hasPrefix("press "):
            let name = action.dropFirst(6).lowercased()
            return name.allSatisfy(\.isNumber) ? "number:\(name)" : "press:\(name)"
        default: return action.split(separator: " ").joined(separator: ":")
        }
    }

    @Test(arguments: ExpectedPhrase.navigation)
    func thePhraseDoesWhatItSays(line: ExpectedPhrase) async throws {
        let rig = rig()
        // The desktop has settings of its own, which these words mean.
        if line.phrase == "open settings" { return }
        if line.expected.hasPrefix("number:") || line.expected == "numbers:hide" { _ = await window.showNumbers() }
        if line.expected == "back" { _ = await window.show(.history) }
        let answer = try await rig.ask(line.phrase)
        if case let number = Int(line.expected.dropFirst(7)), line.expected.hasPrefix("number:"), number ?? 0 > 5 {
            #expect(answer.text == "There's no number \(number ?? 0).")
        } else {
            #expect(outcome(answer) == line.expected, "\(answer.text)")
        }
        #expect(rig.launcher.all.isEmpty)
    }

    @Test func aNumberAloneAnswersWhileNumbersAreShown() async throws {
        let rig = rig()
        #expect(try await rig.ask("show numbers").text == "Which number?")
        #expect(try await rig.ask("two", isFollowUp: true).text == "OK, Settings.")
        #expect(window.actions == ["show numbers", "press 2"])
        // Without numbers, a number means nothing to the window.
        _ = try await rig.ask("three")
        #expect(window.actions.count == 2)
    }

    @Test func somethingElseThanANumberIsAnOrdinaryRequest() async throws {
        let rig = rig()
        _ = try await rig.ask("show numbers")
        #expect(try await rig.ask("what time is it", isFollowUp: true).skill == "time")
    }

    @Test func backAloneNeedsAnOpenPane() async throws {
        let rig = rig()
        _ = try await rig.ask("back")
        #expect(window.actions.isEmpty)
        _ = await window.show(.history)
        #expect(try await rig.ask("go back").text == "OK.")
    }

    @Test func backAloneAsksWhileMusicPlays() async throws {
        let player = MediaPlayer(id: "vlc", name: "VLC", program: "vlc", state: .playing)
        let rig = rig([player])
        _ = await window.show(.history)
        #expect(try await rig.ask("back").text.hasPrefix("Do you mean"))
        #expect(window.actions.isEmpty)
    }

    @Test func quittingWithoutANameAsksFirst() async throws {
        let rig = rig()
        #expect(try await rig.ask("exit").text == "Shall I quit?")
        #expect(window.actions.isEmpty)
        #expect(try await rig.ask("yes", isFollowUp: true).text == "Goodbye.")
        #expect(window.actions == ["quit"])
    }

    @Test func quittingAsksWhileATimerRuns() async throws {
        let rig = rig()
        _ = try await rig.ask("set a timer for ten minutes")
        #expect(try await rig.ask("quit jarvis").text == "Your timer can't ring once I've quit. Quit anyway?")
        #expect(window.actions.isEmpty)
        _ = try await rig.ask("no", isFollowUp: true)
        #expect(window.actions.isEmpty)
    }

    @Test func withoutAWindowTheReplySaysSo() async throws {
        let rig = AgentRig()
        #expect(try await rig.ask("scroll down").text == "My window isn't open.")
        #expect(try await rig.ask("show numbers").text == "My window isn't open.")
        #expect(try await rig.ask("open the appearance page").text.contains("isn't open"))
        #expect(try await rig.ask("quit jarvis").text.hasPrefix("I can't quit from here."))
        #expect(try await rig.ask("mute the microphone").text == "I have no microphone here.")
    }

    @Test func mutingCanBeUndone() async throws {
        let rig = rig()
        _ = try await rig.ask("mute the microphone")
        #expect(window.isMuted)
        _ = try await rig.ask("undo that")
        #expect(!window.isMuted)
    }
}
