// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths and durations of the first setup; its colours are in data/style-setup.css.

import JarvisDesktopKit

extension DesignTokens {
    enum Onboarding {
        /// The size of the animated logo.
        static let logo = 200
        /// How many seconds the logo takes to assemble.
        static let assembly = 2.5
        static let dot = 5.0
        static let dotGap = 40.0
        /// The height of the strip of dots, with room for their glow.
        static let dotsHeight = 32
        /// How many seconds the light takes from dot to dot.
        static let energy = 0.7
        static let turnMilliseconds = 300
        static let fadeMilliseconds = 250
        /// The number of rows of voice cards in view at once.
        static let voiceRows = 2
        /// The least width of a slider beside another.
        static let sliderWidth = 280
        static let pageSpacing = 12
        static let buttonSpacing = 12
        static let column = 640
        /// The time between two readings of the microphone.
        static let lookMilliseconds = 50
        /// The time between two lines of the start sequence.
        static let lineMilliseconds = 380
        /// How long the last line of the start sequence stays.
        static let readyMilliseconds = 900
        /// The change of speed and pitch by one spoken command.
        static let speedStep = 0.1
        static let pitchStep = 1.0
    }
}
