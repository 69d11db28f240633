// SPDX-License-Identifier: GPL-3.0-or-later
// Decides whether a window shows a call on its screen, as a pill, or not at all. Depends only on the call and on where
// the user went.

import JarvisConversation

struct CallPresentation: Equatable {
    private(set) var call: Call?
    /// True once the user has gone elsewhere in the window.
    private var isLeft = false
    /// True once the user has dismissed a call that is over.
    private var isDone = false

    /// - Parameter isCovered: true if the main screen is hidden; a new call then doesn't interrupt the user.
    mutating func take(_ call: Call?, isCovered: Bool) {
        if call?.id != self.call?.id {
            isLeft = isCovered
            // A window that opens after a call doesn't show it.
            isDone = call?.isOpen == false
        }
        self.call = call
        switch call?.ending {
        // The user ended the call this way, so it needs no confirmation.
        case .rejected, .snoozed, .quit: isDone = true
        // The user is elsewhere, and a call that is over has no pill to lead back to it.
        case .hungUp, .farewell, .missed, .failed, .interrupted: if isLeft { isDone = true }
        case nil: break
        }
    }

    /// True while the call fills the screen.
    var showsScreen: Bool { call != nil && !isLeft && !isDone }

    /// True while the call runs without being on the screen.
    /// - Parameter isCovered: true if the main screen is hidden.
    func showsPill(isCovered: Bool) -> Bool { call?.isOpen == true && (isLeft || isCovered) }

    /// Leaves the call screen, and dismisses a call that is over.
    mutating func leave() {
        if call?.isOpen == true { isLeft = true } else { isDone = true }
    }

    mutating func comeBack() { isLeft = false }
}
