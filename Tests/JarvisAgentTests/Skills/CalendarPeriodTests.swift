// SPDX-License-Identifier: GPL-3.0-or-later
// Questions about the calendar that name a period: hours of a day, some days, a month.

import Testing

@Suite(.timeLimit(.minutes(10)))
struct CalendarPeriodTests {
    private let rig = AgentRig()

    @Test(arguments: [
        ("do i have any meetings today between two and four", "from 2:00 PM to 4:00 PM", true),
        ("do i have any meetings tomorrow between 9 and 11", "tomorrow from 9:00 AM to 11:00 AM", false),
        ("am i free from 10 to 12", "from 10:00 AM to noon", false),
        ("what do i have on my calendar in the next three days", "the next three days", true),
        ("what is on my calendar this month", "this month", true),
        ("what appointments do i have in march", "in march", false),
        ("what do i have from monday to wednesday", "from monday to wednesday", true),
    ])
    func aPeriodIsAskedAbout(request: String, name: String, isBusy: Bool) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.skill == "calendar" && answer.text.contains(name), "\(answer.text)")
        #expect(answer.text.lowercased().contains("you have") == isBusy, "\(answer.text)")
    }
}
