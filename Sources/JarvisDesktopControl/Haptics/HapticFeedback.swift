// SPDX-License-Identifier: GPL-3.0-or-later
// Vibrations by feedbackd, the service of phones and tablets, which names its events in a specification of its own.

public import GioKit
public import JarvisCore

/// Makes events felt where feedbackd is installed.
public final class HapticFeedback: FeedbackPlayer {
    private static let name = "org.sigxcpu.Feedback"
    private static let path = "/org/sigxcpu/Feedback"

    private let settings: any SettingsStore
    private let link: BusLink

    /// - Parameter connect: opens the bus of feedbackd; by default the session's.
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
            // Elsewhere there is nothing that could vibrate.
            guard let connection = try? await link.open() else { return }
            _ = try? await connection.call(
                Self.name, path: Self.path, interface: Self.name, method: "TriggerFeedback",
                [
                    .text(SoundStreams.ownIdentifier), .text(feedback.hapticEvent),
                    // Without its sound: the event has one of ours.
                    .table(["profile": .text("quiet")]), .integer(-1),
                ], signature: "ssa{sv}i", within: .seconds(2))
        }
    }
}

extension Feedback {
    /// The nearest event of feedbackd's own list.
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
