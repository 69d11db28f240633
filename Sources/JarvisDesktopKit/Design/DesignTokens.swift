// SPDX-License-Identifier: GPL-3.0-or-later
// Colours, sizes and durations for everything that Swift draws; data/style.css holds the same values for CSS.

package import GtkKit

/// The values of the design.
package enum DesignTokens {
    /// Colours by role.
    package enum Palette {
        static let background = Color(0x000000)
        package static let cyan = Color(0x00D4FF)
        package static let orange = Color(0xFF6B35)
        package static let purple = Color(0x7B68EE)
        package static let success = Color(0x00FF88)
        package static let failure = Color(0xFF3366)
        package static let text = Color(0xFFFFFF, alpha: 0.95)
        static let recording = Color(0xEF4444)
        static let voiceActive = Color(0x22C55E)
        static let held = Color(0xF59E0B)
        static let speaking = Color(0x3B82F6)
        package static let neutral = Color(0x9CA3AF)
        package static let white = Color(0xFFFFFF)
        /// The colours of icons on accent discs, and of the background behind translucent accents.
        package static let onAccent = Color(0x00131A)
        static let onHeld = Color(0x1A0F00)
        /// The light in the centre of the arc reactor.
        package static let reactorCore = Color(0xDDF8FF)
    }

    /// Lengths in logical pixels.
    package enum Size {
        package static let windowWidth = 1000
        package static let windowHeight = 700
        /// The share of the screen's width and height that a new window takes, if that is more.
        package static let windowShare = 0.6
        package static let minimumWindowWidth = 480
        package static let minimumWindowHeight = 640
        /// The least height on a screen without room for the usual minimum.
        package static let lowestWindowHeight = 490
        /// The most that desktop panels take of a screen's height.
        package static let panelRoom = 48
        /// The border for resizing a window without a shadow; matches the style sheet's padding.
        package static let windowFrame = 4
        package static let visualizer = 400
        static let microphone = 70.0
        static let microphoneIcon = 28.0
        /// The outer radius of the glow around the disc; ends above the status line.
        static let microphoneGlow = 46.0
        static let stopSquare = 24.0
        /// How much the recording ring's diameter grows at full level.
        static let levelRing = 20.0
        /// The side of the microphone's widget, with room for the recording ring at its widest, `microphone` +
        /// `levelRing`, and its glow.
        package static let microphoneArea = 104
        package static let actionButton = 60
        package static let actionIcon = 28
        package static let actionSpacing = 16
        /// The space between icon and label, and at either side of the two.
        package static let actionWordSpacing = 10
        package static let actionWordPadding = 16
        package static let cardMargin = 20
        package static let cardMaximumHeight = 120
        package static let cardLoader = 48
        static let avatar = 44
        static let statusDot = 8.0
        /// How far the dark background extends beyond the status line's text. The style sheet has the same value.
        package static let statusPadding = 4.0
        /// The side of the dot's widget, with room for the glow.
        static let statusDotArea = 24
    }

    /// Durations in milliseconds.
    package enum Motion {
        package static let stateChange = 300
        /// From the light theme to a dark one and back.
        static let themeFade = 300
        static let errorSlide = 300
        package static let hintFade = 200
        static let statusFade = 300
        /// The time constant of the response to the level, in seconds: 95 % after 50 ms.
        static let levelResponse = 0.017
        /// How long a live transcript keeps all its words after it has grown.
        static let transcriptRest = 300
        package static let holdThreshold = 300
        package static let holdHint = 500
        package static let interruptHint = 1000
        package static let suggestion = 1500
        static let entryStep = 100
        static let entryFade = 300
        static let ripple = 400
        /// The time between two frames of the loader.
        static let loaderFrame = 33
        /// The time after which unfinished work shows the loader.
        static let loaderPatience = 250
        /// The time between two steps of the smoothed light level.
        static let lightStep = 100
        /// How long to draw every frame after a change; by then the longest spring has come to rest.
        static let changing = 1200
        /// How long the user is likely to look after an event.
        static let fresh = 10_000
        /// How long the face takes to calm down after that; the scene calms down in the same time.
        static let settling = 3_000
    }

    /// How often frames are drawn and what they may cost; in milliseconds unless noted.
    package enum Frames {
        /// The interval between frames at half the display's rate.
        static let half = 33
        /// The interval between updates of a growing reply: text appears faster than anyone reads.
        package static let text = 33
        /// In software, the field is redrawn strip by strip, and a round of all strips takes this many seconds. The
        /// visualizer is drawn at every tick.
        package static let fieldSeconds = 0.05
        /// The largest field, in pixels, for which a round takes only that long.
        package static let fieldPixels = 1920 * 1200
        /// The length of a round at rest, and when frames prove expensive: the particle field slows down before the
        /// visualizer.
        package static let calmFieldSeconds = 0.12
        /// The interval between frames that the user is unlikely to watch.
        static let slow = 100
        /// The length of a round of the field while the particles hardly move; one strip per frame of that rate.
        package static let restFieldSeconds = 0.6
        /// The interval between frames in power-saving mode.
        static let saving = 67
        /// The interval between frames that follow the voice only by their brightness.
        static let steady = 100
        /// The number of frames whose median decides about the quality.
        static let qualityWindow = 30
        /// A median above this, in milliseconds, lowers the quality.
        static let tooLong = 12.0
        /// A median below this, for `calmSeconds`, raises it again.
        static let short = 6.0
        static let calmSeconds = 5.0
        static let longestCalmSeconds = 80.0
        /// How many seconds other work may wait for the main loop.
        static let longestWaitSeconds = 0.2
        /// A main-loop iteration longer than this delays the next frame.
        static let heldUp = 25.0
        /// The interval between two measurements of the main loop's delay.
        static let probe = 100
        /// The number of seconds between two frame reports.
        static let reportSeconds = 5.0
    }
}
