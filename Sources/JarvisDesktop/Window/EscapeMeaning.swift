// SPDX-License-Identifier: GPL-3.0-or-later
// What Esc does: it denies what is asked; otherwise first it ends what is heard or hears, then it closes what is open, then it goes back.

import JarvisConversation
import JarvisCore

enum EscapeMeaning: Equatable {
    case deny, closeMenu, closeSheet, cancel, closePane, dismissBanner, leaveCompact

    /// - Parameters:
    ///   - hasConsent: the user is asked whether something may be done.
    ///   - hasSheet: the quick settings are open.
    ///   - hasPane: a pane is open.
    ///   - isRinging: a reminder waits to be told again; what sounds is spoken.
    ///   - isCompact: the window is the pill.
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
