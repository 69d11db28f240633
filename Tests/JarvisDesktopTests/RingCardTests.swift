// SPDX-License-Identifier: GPL-3.0-or-later
// What rings: the words of its card, the waves of its bell, and the card as assistive technology sees it.

import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisDesktopKit

struct RingCardTests {
    private let clock = FakeWallClock()

    private func reminder(_ kind: Reminder.Kind, _ label: String) -> Reminder {
        Reminder(id: "1", kind: kind, label: label, createdAt: clock.now(), dueAt: clock.now())
    }

    @Test(arguments: [
        (Reminder.Kind.timer, "pizza", "Pizza", "Timer · time's up"), (.timer, "", "Timer", "Time's up"),
        (.alarm, "", "TIME", "Alarm"), (.alarm, "work", "Work", "Alarm · TIME"),
        (.reminder, "check the oven", "Check the oven", "Reminder · TIME"), (.reminder, "", "Reminder", "TIME"),
    ])
    func theCardSaysEachFactOnce(kind: Reminder.Kind, label: String, name: String, detail: String) {
        let region = Region(country: "US")
        let time = ClockText.time(clock.local(clock.now()), in: region)
        let reminder = reminder(kind, label)
        #expect(RingText.name(reminder, clock: clock, region: region) == name.replacing("TIME", with: time))
        #expect(RingText.detail(reminder, clock: clock, region: region) == detail.replacing("TIME", with: time))
    }

    @Test func wavesComeAndGoWithoutAJump() {
        var before = BellWaves(at: 0)
        for step in 1...200 {
            let now = BellWaves(at: Double(step) * 0.02)
            for (old, new) in zip(before.waves, now.waves) {
                #expect(abs(new.opacity - old.opacity) < 0.05, "nothing flashes")
                #expect((0...1).contains(new.opacity) && (0..<1).contains(new.reach))
            }
            before = now
        }
        #expect(BellWaves.still.waves.count == 3 && BellWaves.still.waves.allSatisfy { $0.opacity > 0.05 })
    }

    @Test func severalRingOnOneCard() async throws {
        let seen = try await SeenObject.all(after: ["shift"], ["--state", "alarms"])
        #expect(seen.count { $0.role == "alert" } == 1, "\(seen)")
        #expect(seen.buttons.count { $0.hasPrefix("Stop ") } == 4, "each, and all: \(seen.buttons)")
        #expect(seen.buttons.count { $0.hasPrefix("Snooze ") } == 1, "\(seen.buttons)")
        let one = try await SeenObject.all(after: ["shift"], ["--state", "ringing"])
        #expect(one.buttons.contains("Stop Timer: pizza") && one.buttons.contains("Snooze Timer: pizza"))
        #expect(!one.buttons.contains("Stop all"))
    }
}
