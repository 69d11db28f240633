// SPDX-License-Identifier: GPL-3.0-or-later
// Status labels for conversation phases.

import JarvisConversation
import Testing

@testable import JarvisDesktop
@testable import JarvisDesktopKit

struct PhaseAppearanceTests {
    @Test func overheardSpeechIsLabelledNotForMe() {
        let phase = ConversationPhase.listening(for: .speech)
        #expect(PhaseAppearance(phase, muting: .none).status == "Listening…")
        #expect(PhaseAppearance(phase, muting: .none, isOverheard: true).status == "Not for me")
        #expect(PhaseAppearance(.speaking, muting: .none, isOverheard: true).status == "Speaking…")
    }
}
