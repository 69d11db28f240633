// SPDX-License-Identifier: GPL-3.0-or-later
// Questions about what the user is to be reminded of, as a whole and about one thing.

import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ReminderQuestionTests {
    private let rig = AgentRig()

    @Test(arguments: [
        "tell me everything on my reminder list", "read me the list of my reminders", "what was i trying to remember",
        "what are those things i wanted to remember", "go over my list of reminders",
        "what did i want to remember again",
        "what do i have on my reminders list", "walk me through my reminders",
    ])
    func allOfThemAreTold(request: String) async throws {
        try await rig.ask("remind me to sweep the yard tomorrow at noon")
        let answer = try await rig.ask(request)
        #expect(answer.text == "You have 1 reminder: sweep the yard, tomorrow at noon.", "\(answer.text)")
    }

    @Test(arguments: [
        ("is sweep the yard on my reminder list", "Yes: sweep the yard, tomorrow at noon."),
        ("do i have a reminder to sweep the yard", "Yes: sweep the yard"),
        ("is sweeping the yard already in my reminders", "Yes: sweep the yard"),
        ("did i set up a reminder to feed the birds", "No, but you have 1 reminder: sweep the yard"),
        ("check my reminders for birds", "No, but you have 1 reminder: sweep the yard"),
    ])
    func oneOfThemIsFound(request: String, reply: String) async throws {
        try await rig.ask("remind me to sweep the yard tomorrow at noon")
        let answer = try await rig.ask(request)
        #expect(answer.text.hasPrefix(reply), "\(answer.text)")
        #expect(rig.reminders.all.count == 1)
    }
}
