// SPDX-License-Identifier: GPL-3.0-or-later
// Where the bodies of these tests play.

import JarvisConversationTesting
import JarvisPlatform
import JarvisProgramTesting

/// The two ways to a conversation.
enum Transport: String, CustomStringConvertible, Sendable {
    /// In this process and in virtual time.
    case inProcess
    /// The real program in a window on the virtual desktop.
    case desktop

    /// The desktop takes part where `JARVIS_TEST_ON_DESKTOP` is 1, as `scripts/test --all` sets it for a run of its own.
    static let all: [Transport] =
        Environment.value("JARVIS_TEST_ON_DESKTOP") == "1" ? [.inProcess, .desktop] : [.inProcess]

    var description: String { rawValue }

    /// A conversation with these settings that has not begun.
    func stage(_ settings: [(key: String, value: String)] = []) async throws -> any ConversationStage {
        let stage: any ConversationStage =
            switch self {
            case .inProcess: try ConversationHarness()
            case .desktop: try ProgramStage()
            }
        for (key, value) in settings { try await stage.set(key, value) }
        return stage
    }
}
