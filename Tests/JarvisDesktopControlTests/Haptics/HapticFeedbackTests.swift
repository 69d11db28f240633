// SPDX-License-Identifier: GPL-3.0-or-later
// Vibration requests to a feedbackd double.

import GioKit
import JarvisBusTesting
import JarvisDesktopControl
import JarvisCore
import JarvisTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct HapticFeedbackTests {
    private let bus: PrivateBus
    private let settings = FakeSettingsStore()

    init() throws {
        bus = try PrivateBus()
    }

    private func haptics() -> HapticFeedback {
        let bus = bus
        return HapticFeedback(
            settings: settings, connect: { () async throws(BusFailure) in try await bus.connection() })
    }

    @Test func eventsVibrateOnlyIfEnabledInTheSettings() async throws {
        let daemon = try await ServiceDouble(
            "org.sigxcpu.Feedback", path: "/org/sigxcpu/Feedback", interface: "org.sigxcpu.Feedback",
            methods: ["TriggerFeedback": "ssa{sv}i>u"], on: try await bus.connection())
        daemon.replies["TriggerFeedback"] = [.integer(1)]
        let haptics = haptics()
        try settings.update { $0.feedback.vibrates = false }
        haptics.give(.recordingStarted)
        try settings.update { $0.feedback.vibrates = true }
        haptics.give(.error)
        #expect(await eventually { !daemon.calls.isEmpty })
        let call = try #require(daemon.calls.first)
        #expect(daemon.calls.count == 1)
        #expect(call.contains("io.github.jarvis_assistant.Jarvis") && call.contains("bell-terminal"), "\(call)")
        #expect(call.contains("quiet"), "the sound is ours: \(call)")
    }

    @Test func aMissingServiceIsIgnored() async throws {
        let haptics = haptics()
        for feedback in Feedback.allCases { haptics.give(feedback) }
        _ = try await bus.connection()
    }
}
