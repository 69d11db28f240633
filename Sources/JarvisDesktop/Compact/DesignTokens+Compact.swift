// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths and durations of the compact window.

import JarvisDesktopKit

extension DesignTokens {
    enum Compact {
        static let spacing = 10
        static let icon = 20
        /// Room for the state, meter and timer. Measured in characters, so it scales with the desktop's text size.
        static let characters = 36
        static let timerCharacters = 5
        static let meterWidth = 64
        static let meterHeight = 24
        static let meterBars = 12
        static let meterBarWidth = 3.0
        /// The shortest time between two frames: ten a second.
        static let frameMilliseconds = 100
        /// The time between two updates while motion is off; the timer still counts.
        static let stillMilliseconds = 1000
        /// How soon to ask a window manager again for a size that it hasn't granted.
        static let sizeCheckMilliseconds = 100
        static let sizeChecks = 8
        /// The widest shadow that a desktop adds to a window's size, in pixels.
        static let widestShadow = 100
    }
}
