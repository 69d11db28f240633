// SPDX-License-Identifier: GPL-3.0-or-later
// The card's lines: the last three turns, and of the reply what has been heard.

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

    @Test func wordsAppearAsTheyAreHeard() throws {
        #expect(ConversationLine.lines(speaking(heard: 0)).map(\.speaker) == [.user], "nothing has been heard")
        let line = try #require(ConversationLine.lines(speaking(heard: 9)).last)
        #expect(line.text == "About 239")
        #expect(line.whole == "About 239 thousand miles, a little more than a light second.")
    }

    @Test func aReplyThatIsNotSpokenIsShownAtOnce() throws {
        var silent = speaking(heard: 0)
        silent.policy.speaksReplies = false
        #expect(ConversationLine.lines(silent).last?.text == silent.turn.reply.text)
        var broken = speaking(heard: 4)
        broken.turn.speech.output = .failed
        #expect(ConversationLine.lines(broken).last?.text == broken.turn.reply.text)
    }
}
