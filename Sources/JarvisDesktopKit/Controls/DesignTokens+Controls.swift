// SPDX-License-Identifier: GPL-3.0-or-later
// The values of the live transcript, the recording meter and the type scale, in logical pixels and milliseconds.

extension DesignTokens {
    enum Transcript {
        /// The largest width of the live transcript.
        static let width = 720
        /// The live transcript grows in steps of this width, so its words stay in place.
        static let step = 120
    }

    /// The level strip and the timer beside the status line.
    enum Meter {
        static let bars = 30
        static let barWidth = 3.0
        static let barGap = 2.0
        static let height = 24.0
        static let leastBar = 3.0
        /// The time that each bar covers.
        static let barMilliseconds = 50
        /// After this many seconds without a frame, expect none.
        static let frameless = 0.5
        /// The height of the bars while motion is off.
        static let stillBar = 16.0
        /// The opacity of unlit bars.
        static let unlit = 0.22
        /// The levels at which the colour becomes orange and red.
        static let orangeLevel = 0.5
        static let redLevel = 0.85
    }

    /// The type scale: the font sizes of the style sheet's classes, in logical pixels at text scale 1.
    enum TypeScale {
        static let sizes: [(name: String, pixels: Double)] = [
            ("hero", 72), ("large-title", 34), ("title-1", 28), ("title-2", 22), ("title-3", 20), ("body", 17),
            ("callout", 16), ("subhead", 15), ("footnote", 13), ("caption", 12), ("mono", 14),
        ]
    }
}
