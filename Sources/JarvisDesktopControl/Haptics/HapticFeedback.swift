// SPDX-License-Identifier: GPL-3.0-or-later
// Vibration through feedbackd, the service of phones and tablets; its own specification defines the event names.

public import GioKit
public import JarvisCore

/// Vibrates for events if feedbackd is installed.
public final class HapticFeedback: FeedbackPlayer {
    private static let name = "org.sigxcpu.Feedback"
    private static let path = "/org/sigxcpu/Feedback"

    private let settings: any SettingsStore
    private let link: BusLink

    /// - Parameter connect: opens feedbackd's bus; by default the session bus.
    public init(
        settings: any SettingsStore,
        connect: @escaping @MainActor @Sendable () async throws(BusFailure) -> BusConnection = {
            () async throws(BusFailure) in try await BusConnection.open(.session)
        }
    ) {
        self.settings = settings
        link = BusLink(connect)
    }

    public func give(_ feedback: Feedback) {
        guard settings.current.feedback.vibrates else { return }
        Task { @MainActor [link] in
            // Without feedbackd, nothing can vibrate.
            guard let connection = try? await link.open() else { return }
            _ = try? await connection.call(
                Self.name, path: Self.path, interface: Self.name, method: "TriggerFeedback",
                [
                    .text(SoundStreams.ownIdentifier), .text(feedback.hapticEvent),
                    // The "quiet" profile leaves out feedbackd's own sound, because JARVIS plays one.
                    .table(["profile": .text("quiet")]), .integer(-1),
                ], signature: "ssa{sv}i", within: .seconds(2))
        }
    }
}

extension Feedback {
    /// The closest event in the list of feedbackd's specification.
    var hapticEvent: String {
        switch self {
        case .speechDetected, .holdBegan, .recordingStarted, .wakeWordHeard, .replyStarted: "button-pressed"
        case .holdReleased, .recordingStopped, .interrupted: "button-released"
        case .messageSent: "message-sent-instant"
        case .error: "bell-terminal"
        case .callRinging: "phone-incoming-call"
        }
    }
}
