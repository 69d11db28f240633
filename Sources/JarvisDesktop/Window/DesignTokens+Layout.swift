// SPDX-License-Identifier: GPL-3.0-or-later
// The distances of the voice screen, in logical pixels.

import JarvisDesktopKit

extension DesignTokens {
    /// Distances of the voice screen.
    enum Layout {
        /// The window sizes at which type and controls become one and two steps larger.
        static let largeWindow = (width: 1280, height: 960)
        static let vastWindow = (width: 2200, height: 1600)
        static let largeFactor = 1.2
        static let vastFactor = 1.6
        /// Below this width buttons are icons only, even if labels might fit.
        static let wordsWidth = 820
        /// The distance from the window's upper edge to the conversation card.
        static let cardTop = 80
        static let headerHeight = 68.0
        /// The distance from the buttons to the window's lower edge: the usual one, and the minimum in low windows.
        static let bottom = 100.0
        static let leastBottom = 44.0
        /// The distance from the visualizer to the status line.
        static let statusGap = 40.0
        /// The distance from the middle of the microphone to the edge of its widest ring.
        static let rowReach = 47.0
        /// The room below the buttons that hints can't use: the half of the microphone that overhangs, and a margin.
        static let hintRoom = 21.0
        /// Up to this radius the visualizer gets all the room; beyond it, it shares room with the distances.
        static let comfortableRadius = 160.0
        static let radiusShare = 0.7
        /// How far the live transcript may overlap the visualizer's rim in low windows.
        static let transcriptOverlap = 30.0
        /// Below this radius the visualizer moves off the window's middle to gain room.
        static let cramped = 160.0
        static let leastRadius = 70.0
        /// The card's least height: two lines of the largest text.
        static let leastCard = 96
        /// The widest conversation card at the usual size of text, and its least width.
        static let conversationWidth = 720
        static let leastConversationWidth = 240
    }
}
