// SPDX-License-Identifier: GPL-3.0-or-later
// Colours, sizes and durations for what Swift draws; the style sheet data/style.css holds the same for CSS.

import GtkKit

/// The figures of the design.
enum DesignTokens {
    /// Colours by their role.
    enum Palette {
        static let background = Color(0x000000)
        static let cyan = Color(0x00D4FF)
        static let orange = Color(0xFF6B35)
        static let purple = Color(0x7B68EE)
        static let success = Color(0x00FF88)
        static let failure = Color(0xFF3366)
        static let text = Color(0xFFFFFF, alpha: 0.95)
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
        /// On a screen that has no room for that.
        static let lowestWindowHeight = 490
        /// What panels of the desktop take of a screen's height, at most.
        static let panelRoom = 48
        /// The strip round the content that resizes a window without shadow; the style sheet's padding.
        static let windowFrame = 4
        static let visualizer = 400
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
        /// Between the icon and its word, and on either side of both.
        static let actionWordSpacing = 10
        static let actionWordPadding = 16
        static let cardMargin = 20
        static let cardMaximumHeight = 120
        static let cardLoader = 48
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
        /// A live transcript does not lose words sooner than this after it has grown.
        static let transcriptRest = 300
        static let holdThreshold = 300
        static let holdHint = 500
        static let interruptHint = 1000
        static let suggestion = 1500
        static let entryStep = 100
        static let entryFade = 300
        static let ripple = 400
        /// Between two pictures of the loader.
        static let loaderFrame = 33
        /// Work that is done sooner shows no loader.
        static let loaderPatience = 250
        /// Between two steps of the smoothed light sensor.
        static let lightStep = 100
        /// How long every frame counts after a change: the longest spring has come to rest by then.
        static let changing = 1200
        /// How long somebody is likely to look after anything has happened.
        static let fresh = 10_000
    }

    /// How often frames are drawn and what they may cost; milliseconds where nothing else is said.
    enum Frames {
        /// Between frames at half the display's rate.
        static let half = 33
        /// Between two states of a reply that grows, which is faster than anyone reads.
        static let text = 33
        /// A round of the field's strips, where the software draws it; the visualizer is drawn at every tick.
        static let fieldSeconds = 0.05
        /// Fields of up to this many pixels are drawn as often as that.
        static let fieldPixels = 1920 * 1200
        /// The same while the conversation rests, and where frames have turned out to be dear: the far field gives way
        /// before the visualizer does.
        static let calmFieldSeconds = 0.12
        /// Between frames that are not seen.
        static let slow = 83
        /// Between frames while power is saved.
        static let saving = 67
        /// Between frames that follow the voice by brightness only.
        static let steady = 100
        /// Frames whose median decides about quality.
        static let qualityWindow = 30
        /// A median above this takes quality away.
        static let tooLong = 12.0
        /// A median below this, for `calmSeconds`, gives it back.
        static let short = 6.0
        static let calmSeconds = 5.0
        static let longestCalmSeconds = 80.0
        /// Seconds that others may wait for the main loop.
        static let longestWaitSeconds = 0.2
        /// A turn of the main loop that takes longer holds up the next frame.
        static let heldUp = 25.0
        /// Between two looks at how late the main loop is.
        static let probe = 100
        /// Seconds between two reports about frames.
        static let reportSeconds = 5.0
        /// Level of the microphone above which there is sound.
        static let audible: Float = 0.5
    }
}
