// SPDX-License-Identifier: GPL-3.0-or-later
// What `jarvis ask --explain` prints.

import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisAgent

@Suite(.timeLimit(.minutes(10)))
struct ExplanationTests {
    private let rig = AgentRig()

    @Test func theChartTheWordsTheCandidatesAndTheDecisionAreShown() {
        let text = rig.agent.explanation(of: "Please set a tea timer for 4 minutes except on Sundays")
        for part in [
            "“Please set a tea timer for 4 minutes except on Sundays”", "Values\n", "duration 4 minutes", "Words\n",
            "names the request", "length: 4 minutes", "left over, and it changes the meaning", "Candidates\n",
            "timer.set", "Decision\n  Asks about “except on Sundays” before acting: set a timer.",
        ] {
            #expect(text.contains(part), "\(part) in:\n\(text)")
        }
    }

    @Test(arguments: [
        ("set a timer for ten minutes", "Acts: set a timer (skill timer, intent timer.set; it adds something)."),
        ("what time is it", "Acts: tell you the time (skill time, intent time.now; it changes nothing)."),
        ("add milk to my shopping list", "intent list.add; it adds something"),
        ("cancel the alarm", "removes something"), ("turn the volume up and pause the music", "Does 2 things: "),
        ("colourless green ideas sleep furiously", "No skill matches"), ("stop", "Stops the current activity."),
        ("what is 12 times 12", "it changes nothing"), ("remind me to call mum at 5 pm tomorrow", "set a reminder"),
        (
            "set a timer for 20 minutes an hour and a half",
            "Asks which one is meant: 20 minutes, or an hour and a half."
        ),
        ("", "Nothing to interpret."),
    ])
    func theDecisionIsASentence(request: String, decision: String) {
        let text = rig.agent.explanation(of: request)
        #expect(text.contains(decision), "\(text)")
    }

    @Test func nothingIsDone() {
        _ = rig.agent.explanation(of: "set a timer for ten minutes")
        #expect(rig.reminders.all.isEmpty)
    }
}
