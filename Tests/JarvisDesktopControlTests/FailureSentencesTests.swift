// SPDX-License-Identifier: GPL-3.0-or-later
// Every failure explains in full sentences what happened and, if possible, what to do about it.

import JarvisCore
import Testing

struct FailureSentencesTests {
    private static let sound: [SoundFailure] = [
        .serverUnavailable(reason: "Timeout"), .noOutput, .noInput, .notAVolume(percent: 120), .notPlaying("Firefox"),
        .refused(reason: "No such entity"),
    ]
    private static let media: [MediaFailure] =
        [
            .unavailable(reason: ""), .noPlayer, .notRunning(name: "VLC"), .gone(name: "VLC"), .notAVolume(percent: -1),
            .notAnswering(name: "VLC"), .refused(name: "VLC", reason: "the disc is out"),
        ]
        + [MediaAbility.play, .pause, .next, .previous, .stop, .seek, .volume].map { .unable(name: "VLC", $0) }
    private static let brightness: [BrightnessFailure] = [
        .noBacklight, .notABrightness(percent: 101), .notPermitted(reason: ""), .unreadable(path: "/sys/x"),
    ]
    private static let session: [SessionFailure] =
        [
            .lockUnconfirmed, .noDoNotDisturb(server: ""), .noDoNotDisturb(server: "dunst"),
            .doNotDisturbFailed(reason: "x"), .doNotDisturbNeedsWindow, .noScreenshots, .screenshotFailed(reason: ""),
            .screenshotFailed(reason: "x"),
        ]
        + SessionAction.allCases.flatMap { action -> [SessionFailure] in
            [
                .notPossible(action), .notPermitted(action), .heldUp(action, names: ["Backup", "Disc Writer"]),
                .failed(action, reason: "x"),
            ]
        }
    private static let others: [any ExplainedFailure] = [
        ClipboardFailure.unavailable, ClipboardFailure.notText, ClipboardFailure.failed(reason: "x"),
        ClipboardFailure.needsFocus, ClipboardFailure.needsTool(package: "wl-clipboard"),
        ReadingFailure.noSensors, ReadingFailure.noAddress, ReadingFailure.noProcesses,
    ]
    private static let all: [any ExplainedFailure] = sound + media + brightness + session + others

    @Test func everyFailureSaysWhatHappenedAndWhatToDo() {
        for failure in Self.all {
            for reader in [FailureReader.window, .commandLine] {
                let text = failure.explained(to: reader)
                #expect(text.whatHappened.last == "." && text.whatToDo.last == ".", "\(failure): \(text)")
                #expect(!text.text.contains("%") && !text.text.contains("()"), "\(failure): \(text)")
            }
        }
    }

    @Test func failuresWithoutARemedyOmitAdvice() {
        #expect(ReadingFailure.noBattery.advice == "This computer has no battery.")
        #expect(
            SessionFailure.cancelled.advice == "I didn't take a screenshot. Press Print Screen to take one yourself.")
    }
}
