// SPDX-License-Identifier: GPL-3.0-or-later
// Colours, sizes and durations for what Swift draws; the style sheet data/style.css holds the same for CSS.

import GtkKit

/// The figures of the design.
enum DesignTokens {
    /// Colours by their role.
    enum Palette {
        static let background = Color(0x000000)
        static let deepSpace = Color(0x0A0A0F)
        static let cyan = Color(0x00D4FF)
        static let orange = Color(0xFF6B35)
        static let purple = Color(0x7B68EE)
        static let success = Color(0x00FF88)
        static let text = Color(0xFFFFFF, alpha: 0.95)
        static let secondaryText = Color(0xB8B8C8, alpha: 0.7)
        static let recording = Color(0xEF4444)
        static let voiceActive = Color(0x22C55E)
        static let held = Color(0xF59E0B)
        static let speaking = Color(0x3B82F6)
        static let neutral = Color(0x9CA3AF)
        static let white = Color(0xFFFFFF)
        /// Signs on discs of the accent, and the accent's ground where it is translucent.
        static let onAccent = Color(0x00131A)
        static let onHeld = Color(0x1A0F00)
        /// The light in the middle of the arc reactor.
        static let reactorCore = Color(0xDDF8FF)
    }

    /// Lengths in logical pixels.
    enum Size {
        static let windowWidth = 1000
        static let windowHeight = 700
        static let minimumWindowWidth = 480
        static let minimumWindowHeight = 640
        /// The strip round the content that resizes a window without shadow; the style sheet's padding.
        static let windowFrame = 4
        static let visualizer = 400
        /// Side of the animated field under software rendering.
        static let softwareField = 640
        static let microphone = 70.0
        static let microphoneIcon = 28.0
        /// Radius where the glow round the disc ends: short of the status line.
        static let microphoneGlow = 46.0
        static let stopSquare = 24.0
        /// Growth of the recording ring's diameter at full level.
        static let levelRing = 20.0
        /// The microphone's widget: room for the ring of 70 + 20 L and its glow.
        static let microphoneArea = 104
        static let actionButton = 60
        static let actionIcon = 28
        static let actionSpacing = 16
        static let cardMargin = 20
        static let cardMaximumHeight = 120
        static let avatar = 44
        static let statusDot = 8.0
        /// The dark ground goes so far beyond the status line's text; the style sheet has the same.
        static let statusPadding = 4.0
        /// The dot with its glow.
        static let statusDotArea = 24
    }

    /// Durations in milliseconds.
    enum Motion {
        static let stateChange = 300
        static let errorSlide = 300
        static let hintFade = 200
        static let statusFade = 300
        /// Time constant of the response to the level, in seconds: 95 % after 50 ms.
        static let levelResponse = 0.017
        /// Time constant of the visualizer's size, in seconds: 95 % after 300 ms.
        static let fitResponse = 0.1
        /// A live transcript does not lose words sooner than this after it has grown.
        static let transcriptRest = 300
        static let holdThreshold = 300
        static let holdHint = 500
        static let interruptHint = 1000
        static let suggestion = 1500
        static let entryStep = 100
        /// How long the display's full rate lasts after a change at rest.
        static let fresh = 2000
    }
}
