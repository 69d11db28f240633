// SPDX-License-Identifier: GPL-3.0-or-later
// The distances of the voice screen, its recording meter and its type; logical pixels and milliseconds.

extension DesignTokens {
    /// Distances of the voice screen.
    enum Layout {
        /// Windows in which type and controls are a step larger, and two steps.
        static let largeWindow = (width: 1280, height: 960)
        static let vastWindow = (width: 2200, height: 1600)
        static let largeFactor = 1.2
        static let vastFactor = 1.6
        /// In less width buttons are icons alone, although words might fit.
        static let wordsWidth = 820
        /// Window's upper edge to the conversation card.
        static let cardTop = 80
        static let headerHeight = 68.0
        /// Buttons to the window's lower edge, and the least of it in low windows.
        static let bottom = 100.0
        static let leastBottom = 44.0
        /// Visualizer to status line.
        static let statusGap = 40.0
        /// Middle of the microphone to the edge of its widest ring.
        static let rowReach = 47.0
        /// Room below the buttons that a hint cannot have: half of the microphone's overhang, and air.
        static let hintRoom = 21.0
        /// The visualizer's radius gets a share of the room beyond this before the distances grow.
        static let comfortableRadius = 160.0
        static let radiusShare = 0.7
        /// How far the live transcript may lie over the visualizer's rim in low windows.
        static let transcriptOverlap = 30.0
        /// Below this radius the visualizer leaves the middle of the window for more room.
        static let cramped = 160.0
        static let leastRadius = 70.0
        /// Two lines of the largest text.
        static let leastCard = 96
        /// Widest column of conversation in the card.
        static let conversationWidth = 920
        /// Widest live transcript.
        static let transcriptWidth = 720
        /// The live transcript grows in steps of this, so that its words stand still.
        static let transcriptStep = 120
    }

    /// The level strip and the timer beside the status line.
    enum Meter {
        static let bars = 30
        static let barWidth = 3.0
        static let barGap = 2.0
        static let height = 24.0
        static let leastBar = 3.0
        /// One bar's share of the past.
        static let barMilliseconds = 50
        /// Seconds without a frame after which none is expected.
        static let frameless = 0.5
        /// Height of the bars while nothing may move.
        static let stillBar = 16.0
        /// Opacity of what is not lit.
        static let unlit = 0.22
        /// Levels where the colour is orange, and where it is red.
        static let orangeLevel = 0.5
        static let redLevel = 0.85
    }

    /// The type scale: the sizes of the style sheet's classes, in logical pixels at text scale 1.
    enum TypeScale {
        static let sizes: [(name: String, pixels: Double)] = [
            ("hero", 72), ("large-title", 34), ("title-1", 28), ("title-2", 22), ("title-3", 20), ("body", 17),
            ("callout", 16), ("subhead", 15), ("footnote", 13), ("caption", 12), ("mono", 14),
        ]
    }
}
