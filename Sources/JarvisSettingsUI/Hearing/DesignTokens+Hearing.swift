// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths and durations of the sound displays in the settings.

import JarvisDesktopKit

extension DesignTokens {
    enum Hearing {
        static let fieldHeight = 64
        static let fieldGap = 10
        /// The distance from one bar to the next; each bar is a reading of the microphone.
        static let barStep = 6.0
        static let barWidth = 4.0
        static let leastBar = 2.0
        static let lineWidth = 2.0
        static let dash = 6.0
        /// The opacity of the level, and that of sound that doesn't count as speech.
        static let faint = 0.28
        static let unheard = 0.75
        /// The height of the single bar that is shown while motion is off.
        static let gauge = 14.0
        static let lookMilliseconds = 50

        static let choiceWidth = 250
        static let slimChoiceWidth = 170
        static let choiceSpacing = 12
        static let dot = 18

        static let sampleSeconds = 5.0
        static let secondMilliseconds = 1000
    }
}
