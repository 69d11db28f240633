// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths and durations of what can be seen and heard in the settings.

extension DesignTokens {
    enum Hearing {
        static let fieldHeight = 64
        static let fieldGap = 10
        /// From bar to bar: each is a look at the microphone.
        static let barStep = 6.0
        static let barWidth = 4.0
        static let leastBar = 2.0
        static let lineWidth = 2.0
        static let dash = 6.0
        /// How much is left of a colour: of how loud it is, and of what is not taken for speech.
        static let faint = 0.28
        static let unheard = 0.75
        /// Height of the bar that stands where nothing may move.
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
