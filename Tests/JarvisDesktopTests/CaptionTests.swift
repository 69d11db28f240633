// SPDX-License-Identifier: GPL-3.0-or-later
// The caption card: recent turns, and the part of the reply heard so far.

import JarvisConversation
import JarvisCore
import Testing

@testable import JarvisDesktop

struct CaptionTests {
    private func speaking(heard characters: Int) -> AssistantState {
        var state = AssistantState(turn: TurnID(rawValue: 5))
        state.phase = .speaking
        state.turn.question = Question(text: "how far away is the moon", source: .voice)
        state.turn.reply.clauses = ["About 239 thousand miles,", "a little more than a light second."]
        state.turn.reply.heard = HeardPosition(clause: 0, characters: characters)
        return state
    }

    @Test func replyWordsAppearAsTheyAreSpoken() throws {
        #expect(ConversationLine.lines(speaking(heard: 0)).map(\.speaker) == [.user], "nothing has been heard")
        let line = try #require(ConversationLine.lines(speaking(heard: 9)).last)
        #expect(line.text == "About 239")
        #expect(line.whole == "About 239 thousand miles, a little more than a light second.")
    }

    @Test func unspokenRepliesAreShownAtOnce() throws {
        var silent = speaking(heard: 0)
        silent.policy.speaksReplies = false
        #expect(ConversationLine.lines(silent).last?.text == silent.turn.reply.text)
        var broken = speaking(heard: 4)
        broken.turn.speech.output = .failed
        #expect(ConversationLine.lines(broken).last?.text == broken.turn.reply.text)
    }

    /// A model writes 20 clauses a second; speech is far slower.
    @Test func replyTextAheadOfSpeechIsLaidOutInBatches() {
        let clauses = (0..<100).map { "This is part \($0) of a long story," }
        var state = speaking(heard: 0)
        var (shown, layouts): (ConversationLine?, Int) = (nil, 0)
        func show(clauses count: Int, heard clause: Int) {
            state.turn.reply.clauses = Array(clauses.prefix(count))
            state.turn.reply.heard = HeardPosition(clause: clause, characters: clauses[clause].count)
            guard let line = ConversationLine.lines(state).last?.laidOut(after: shown), line.speaker == .assistant
            else {
                return
            }
            #expect(line.whole?.hasPrefix(line.text) == true)
            if line.whole != shown?.whole { layouts += 1 }
            shown = line
        }
        for count in 1...100 { show(clauses: count, heard: min(count - 1, count / 60)) }
        #expect(layouts < 15, "all of it came, and only its beginning was laid out: \(layouts)")
        for clause in 2..<100 { show(clauses: 100, heard: clause) }
        #expect(shown?.whole == clauses.joined(separator: " ") && layouts < 20, "\(layouts)")
    }

    @Test func aNewReplyIsLaidOutAtOnce() {
        let long = String(repeating: "word ", count: 100)
        let old = ConversationLine(speaker: .assistant, text: "word", whole: long)
        let other = ConversationLine(speaker: .assistant, text: "No", whole: "No" + long)
        #expect(other.laidOut(after: old) == other)
        let ended = ConversationLine(speaker: .assistant, text: long)
        #expect(ended.laidOut(after: old) == ended)
    }
}
