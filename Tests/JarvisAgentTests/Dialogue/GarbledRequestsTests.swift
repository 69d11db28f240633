// SPDX-License-Identifier: GPL-3.0-or-later

@testable import JarvisAgent
@testable import JarvisSkills
import JarvisCore
import JarvisTesting
import Testing

/// Misheard requests, and text that is not a request.
@Suite(.timeLimit(.minutes(10)))
struct GarbledRequestsTests {
    private static let requests = [
        "cancel the tea timer", "cancel all timers", "delete my last note", "delete all my notes", "cancel my alarm",
        "cancel the alarm for seven", "set a timer for ten minutes", "remind me to call mum at six pm", "read my notes",
        "what time is it", "goodbye", "delete the note about milk", "cancel all reminders", "turn the volume up",
        "shut down the computer", "restart the computer", "log me out", "clear the shopping list", "undo that",
        "add five minutes to the timer", "how much time is left", "wake me up at six tomorrow", "take a note buy bread",
        "what is twelve times four", "no, make it five minutes", "cancel that", "not that one", "another one",
    ]
    private static let nearby = [
        "cancel": ["council", "can sell", "cans"], "timer": ["time", "timers", "dime"], "all": ["call", "or", "old"],
        "notes": ["note", "nodes", "boats"], "note": ["notes", "not", "node"], "my": ["by", "the", "mine"],
        "delete": ["deleted", "the lead", "elite"], "alarm": ["arm", "alarms", "a lamb"],
        "set": ["said", "sat", "get"],
        "the": ["a", "all the", "of"], "reminders": ["reminder", "remainders"], "down": ["town", "done"],
        "computer": ["commuter", "computers"], "last": ["least", "lost", "list"], "five": ["fine", "nine"],
        "time": ["dime", "timer"], "ten": ["then", "tan", "two ten"], "log": ["lock", "long"], "out": ["house", "up"],
    ]
    private static let noise = ["all", "the", "my", "and", "of", "every", "no", "yes", "it", "to", "a", "please", "uh"]

    /// Drops, replaces and adds words, always with the same result.
    static func distorted(_ count: Int) -> [String] {
        var random = SeededGenerator(seed: 20_260_105)
        return (0..<count).map { number in
            var words = requests[number % requests.count].split(separator: " ").map(String.init)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                guard !words.isEmpty else { break }
                let place = Int.random(in: 0..<words.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: words.remove(at: place)
                case 1: words.insert(noise.randomElement(using: &random) ?? "", at: place)
                default: words[place] = nearby[words[place]]?.randomElement(using: &random) ?? words[place] + "s"
                }
            }
            return words.joined(separator: " ")
        }
    }

    @Test func misheardRequestsRemoveAtMostOneItem() async throws {
        var rig = try await AgentRig.filled()
        for (number, text) in Self.distorted(300).enumerated() {
            // Restore all items now and then.
            if number % 30 == 0 { rig = try await AgentRig.filled() }
            let before = rig.count
            let answer = try await rig.ask(text)
            #expect(before - rig.count <= 1, "\(text): \(answer.text)")
            #expect(!answer.clauses.isEmpty || answer.skill == "stop", "\(text)")
            // Anything that ends the session needs a yes.
            if answer.skill == "session" { #expect(answer.summary.followUp == .dictation, "\(text)") }
        }
    }

    @Test(arguments: [0.2, 0.45])
    func lowConfidenceRequestsChangeNothing(confidence: Double) async throws {
        let rig = try await AgentRig.filled()
        let (all, settings) = (rig.count, rig.settings.current)
        for text in Self.distorted(100) { try await rig.hear(text, confidence: confidence) }
        #expect(rig.count == all && rig.settings.current == settings)
    }

    @Test(arguments: [
        String(repeating: "cancel all timers and ", count: 5_000), String(repeating: "a", count: 100_000),
        String(repeating: "remind me to ", count: 8_000), String(repeating: "seven ", count: 16_000),
        String(repeating: "(", count: 100_000) + "1", String(repeating: "no, ", count: 25_000),
        "מה השעה עכשיו", "ضع مؤقتا لعشر دقائق", "🎉🎉🎉 set 🎉 a 🎉 timer 🎉",
        "set a timer for \u{0}\u{7}\u{1b}[31m ten minutes",
        "\u{202e}setunim net rof remit a tes", "\n\n\t\t\u{feff}\u{200b}",
        "set a timer for 99999999999999999999999 hours",
        "what is 9e999 times 9e999", "%s%n%x {0} ${HOME} `ls` $(ls)", "and and and and", "not not not",
        "no no no no no",
        "remind me to to to to at at at", "the second one", "half of that", "instead", "make it", "and",
    ])
    func hostileTextGetsAShortReply(text: String) async throws {
        let rig = try await AgentRig.filled()
        let all = rig.count
        let answer = try await rig.ask(text)
        #expect(!answer.clauses.isEmpty, "\(text.prefix(40))")
        #expect(answer.clauses.allSatisfy { !$0.isEmpty } && answer.text.count < 1_000, "\(text.prefix(40))")
        #expect(all - rig.count <= 1)
    }

    /// Random characters of many kinds, and random words of requests.
    @Test func randomTextGetsAReply() async throws {
        var random = SeededGenerator(seed: 7)
        let rig = try await AgentRig.filled()
        let words = Self.requests.flatMap { $0.split(separator: " ").map(String.init) } + Self.noise
        let scalars = [0...0x7f, 0x80...0x24f, 0x590...0x6ff, 0x2000...0x206f, 0x1f300...0x1f64f]
        for number in 0..<120 {
            let text: String
            if number % 2 == 0 {
                text = (0..<Int.random(in: 1...12, using: &random)).map { _ in words.randomElement(using: &random) ?? ""
                }
                .joined(separator: " ")
            } else {
                text = String(
                    String.UnicodeScalarView(
                        (0..<60).compactMap { _ in
                            Unicode.Scalar(
                                UInt32(
                                    Int.random(in: scalars.randomElement(using: &random) ?? 0...0x7f, using: &random)))
                        }))
            }
            let before = rig.count
            let answer = try await rig.ask(text)
            #expect(!answer.clauses.isEmpty || answer.skill == "stop", "\(text)")
            #expect(before - rig.count <= 1, "\(text): \(answer.text)")
        }
    }
}
