// SPDX-License-Identifier: GPL-3.0-or-later
// Runs each test in this process or on the virtual desktop.

import JarvisConversationTesting
import JarvisPlatform
import JarvisProgramTesting

/// How a test holds its conversation.
enum Transport: String, CustomStringConvertible, Sendable {
    /// In this process, in virtual time.
    case inProcess
    /// The real program in a window on the virtual desktop.
    case desktop

    /// Includes the desktop if `JARVIS_TEST_ON_DESKTOP` is 1, which `scripts/test --all` sets for a separate run.
    static let all: [Transport] =
        Environment.value("JARVIS_TEST_ON_DESKTOP") == "1" ? [.inProcess, .desktop] : [.inProcess]

    var description: String { rawValue }

    /// A conversation with these settings, not yet started.
    /// - Parameter hearing: ignored on the desktop, which always hears sound.
    func stage(
        _ settings: [(key: String, value: String)] = [], hearing: Hearing = .words
    ) async throws -> any ConversationStage {
        let stage: any ConversationStage =
            switch self {
            case .inProcess: try ConversationHarness(hearing: hearing)
            case .desktop: try ProgramStage()
            }
        for (key, value) in settings { try await stage.set(key, value) }
        return stage
    }
}
