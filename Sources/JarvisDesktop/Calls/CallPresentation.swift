// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a window shows a call on its screen, as a pill, or not at all: a pure function of the call and of what the
// user has left.

import JarvisConversation

struct CallPresentation: Equatable {
    private(set) var call: Call?
    /// The user is elsewhere in the window.
    private var isLeft = false
    /// The user is done with a call that is over.
    private var isDone = false

    /// - Parameter isCovered: the main screen cannot be seen: a new call is not shown over what the user does.
    mutating func take(_ call: Call?, isCovered: Bool) {
        if call?.id != self.call?.id {
            isLeft = isCovered
            // A window that opens after a call does not tell of it.
            isDone = call?.isOpen == false
        }
        self.call = call
        switch call?.ending {
        // The user has just done that.
        case .rejected, .snoozed, .quit: isDone = true
        // Nothing leads back to it.
        case .hungUp, .farewell, .missed, .failed, .interrupted: if isLeft { isDone = true }
        case nil: break
        }
    }

    /// True while the call has the screen.
    var showsScreen: Bool { call != nil && !isLeft && !isDone }

    /// True while the call can only be seen by going back to it.
    /// - Parameter isCovered: the main screen cannot be seen.
    func showsPill(isCovered: Bool) -> Bool { call?.isOpen == true && (isLeft || isCovered) }

    /// The screen is left; a call that is over is done with.
    mutating func leave() {
        if call?.isOpen == true { isLeft = true } else { isDone = true }
    }

    mutating func comeBack() { isLeft = false }
}
