// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader is given to say, one note after another. Times are the test's own.

import GtkKit
import Testing

@testable import JarvisDesktopKit

struct AnnouncementQueueTests {
    /// All notes until none is left, with their times.
    private func notes(_ queue: inout AnnouncementQueue) -> [(time: Double, text: String)] {
        var notes: [(Double, String)] = []
        while let time = queue.nextTime {
            if let text = queue.next(at: time) { notes.append((time, text)) }
        }
        return notes
    }

    @Test func aNoteWaitsUntilTheLastHasBeenHeard() {
        var queue = AnnouncementQueue()
        queue.add(SpokenNote("Recording", .state), at: 10)
        queue.add(SpokenNote("No microphone", .banner), at: 10)
        let notes = notes(&queue)
        #expect(notes.map(\.text) == ["Recording", "No microphone"])
        let tokens = DesignTokens.Announcements.self
        #expect(notes.map(\.time) == [10, 10 + tokens.gap + 9 * tokens.perCharacter])
    }

    @Test func aLongReplyHoldsNothingUpForLong() {
        var queue = AnnouncementQueue()
        queue.add(SpokenNote(String(repeating: "word ", count: 200), .answer), at: 0)
        queue.add(SpokenNote("Ready", .state), at: 0, patience: 0.1)
        #expect(notes(&queue).last?.time == DesignTokens.Announcements.longestGap)
    }

    @Test func aNewerNoteReplacesAWaitingOneOfItsSubject() {
        var queue = AnnouncementQueue()
        queue.add(SpokenNote("Listening", .state), at: 0)
        #expect(queue.next(at: 0) == "Listening")
        queue.add(SpokenNote("Recording", .state), at: 0.1)
        queue.add(SpokenNote("Processing", .state), at: 0.2)
        #expect(notes(&queue).map(\.text) == ["Processing"])
    }

    @Test func aStateThatPassesAtOnceIsNotSaid() {
        var queue = AnnouncementQueue()
        queue.add(SpokenNote("Waiting for the reply", .state), at: 0, patience: 0.8)
        #expect(queue.next(at: 0.3) == nil)
        queue.add(SpokenNote("", .state), at: 0.4)
        #expect(queue.nextTime == nil)
    }

    @Test func notesWaitWhileJarvisSpeaks() {
        var queue = AnnouncementQueue()
        queue.isHeld = true
        queue.add(SpokenNote("Timer: tea", .ringing), at: 0)
        #expect(queue.nextTime == nil && queue.next(at: 5) == nil)
        queue.isHeld = false
        #expect(queue.next(at: 6) == "Timer: tea")
    }

    @Test func theSameTextIsNotSaidTwiceAtOnce() {
        var queue = AnnouncementQueue()
        for (time, isSaid) in [(0.0, true), (1.5, false), (10, true)] {
            queue.add(SpokenNote("12 messages found", .results), at: time)
            #expect((queue.next(at: time) != nil) == isSaid, "\(time)")
        }
    }
}
