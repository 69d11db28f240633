// SPDX-License-Identifier: GPL-3.0-or-later
// The times of what a screen reader is given to say, in seconds.

extension DesignTokens {
    package enum Announcements {
        /// How long a note is left to be heard: a reader set to a usual speed needs about this long.
        package static let gap = 0.5
        package static let perCharacter = 0.04
        package static let longestGap = 5.0
        /// The same note isn't said again within this time.
        package static let memory = 2.0
        /// How long a state must last to be worth saying: an answer often comes sooner.
        package static let patience = 0.8
        /// How long a reader needs to know a window that has opened or has come to the front.
        package static let introductionMilliseconds = 1200
        /// How long a reader is left to say what has the focus now, which changes along with the place.
        package static let afterFocus = 1.0
    }
}
