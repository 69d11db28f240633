// SPDX-License-Identifier: GPL-3.0-or-later
// What Esc does: first it ends what is heard or hears, then it closes what is open, then it goes back.

import JarvisConversation
import JarvisCore

enum EscapeMeaning: Equatable {
    case closeMenu, cancel, closePane, dismissBanner, leaveCompact

    /// - Parameters:
    ///   - hasPane: a pane is open.
    ///   - isRinging: a reminder waits to be told again; what sounds is spoken.
    ///   - isCompact: the window is the pill.
    init(
        _ phase: ConversationPhase, hasMenu: Bool, hasPane: Bool, isRinging: Bool = false, hasBanner: Bool,
        isCompact: Bool
    ) {
        if hasMenu {
            self = .closeMenu
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
