// SPDX-License-Identifier: GPL-3.0-or-later
// Decides what Esc does: it denies an open question. Otherwise it first stops speech or recording, then closes anything
// open, then goes back.

import JarvisConversation
import JarvisCore
import JarvisDesktopKit

enum EscapeMeaning: Equatable {
    case deny, closeMenu, closeSheet, cancel, closePane, dismissBanner, leaveCompact

    /// - Parameters:
    ///   - hasConsent: true if a consent question is open.
    ///   - hasSheet: true if the quick settings are open.
    ///   - hasPane: true if a pane is open.
    ///   - isRinging: true if a reminder waits to ring again; while it sounds, the phase is speaking.
    ///   - isCompact: true if the window is the pill.
    init(
        _ phase: ConversationPhase, hasConsent: Bool = false, hasMenu: Bool,
        hasSheet: Bool = false, hasPane: Bool, isRinging: Bool = false,
        hasBanner: Bool,
        isCompact: Bool
    ) {
        if hasConsent {
            self = .deny
        } else if hasMenu {
            self = .closeMenu
        } else if hasSheet {
            self = .closeSheet
        } else if phase == .speaking || phase.isRecording {
            self = .cancel
        } else if hasPane {
            self = .closePane
        } else if phase.isProcessing || isRinging {
            self = .cancel
        } else if hasBanner {
            self = .dismissBanner
        } else {
            self = isCompact ? .leaveCompact : .cancel
        }
    }
}
