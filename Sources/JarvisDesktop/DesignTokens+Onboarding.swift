// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths and durations of the first setup; its colours are in data/style-setup.css.

extension DesignTokens {
    enum Onboarding {
        /// The logo that assembles itself.
        static let logo = 200
        /// Seconds until it stands.
        static let assembly = 2.5
        static let dot = 5.0
        static let dotGap = 40.0
        /// The strip of dots with the room for their glow.
        static let dotsHeight = 44
        /// Seconds that the energy takes from dot to dot.
        static let energy = 0.7
        static let turnMilliseconds = 450
        static let fadeMilliseconds = 200
        static let waveform = (width: 280, height: 72)
        static let waveformBars = 56
        static let barGap = 2.0
        static let leastBar = 3.0
        static let pageSpacing = 16
        static let buttonSpacing = 12
        static let column = 640
        /// Between two looks at the microphone.
        static let lookMilliseconds = 50
        /// Between two lines of the start.
        static let lineMilliseconds = 380
        /// The start's last line stands for so long.
        static let readyMilliseconds = 900
        /// What one word changes of speed and pitch.
        static let speedStep = 0.1
        static let pitchStep = 1.0
    }
}
