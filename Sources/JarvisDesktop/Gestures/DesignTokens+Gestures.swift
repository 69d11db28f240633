// SPDX-License-Identifier: GPL-3.0-or-later
// When a movement counts as what; and the measures of the compact window.

extension DesignTokens {
    enum Gesture {
        /// A press that has moved this far, in pixels, is no longer a tap or a hold.
        static let dragThreshold = 12.0
        /// Two presses of a double tap are no further apart than this, in pixels: fingers are not mice.
        static let doubleTapDistance = 24.0
        /// A drag becomes a swipe when it is this long, in pixels, and took no longer than this, in seconds.
        static let swipeDistance = 60.0
        static let swipeSeconds = 0.8
        /// Pixels per second of a swipe on a touchpad.
        static let swipeSpeed = 300.0
        static let touchpadFingers = 3

        /// Scrolling up so far opens the history: clicks of the wheel, or pixels.
        static let scrollClicks = 2.0
        static let scrollPixels = 60.0
        /// A pause after which scrolling counts as a new gesture, in seconds.
        static let scrollPause = 0.4
        /// The logarithm of the zoom by one click of the wheel, or by one pixel.
        static let zoomByClick = 0.1
        static let zoomByPixel = 0.005

        /// Fingers that move apart turn a little, and fingers that turn move: below these nothing happens.
        static let pinchDeadZone = 0.06
        static let turnDeadZoneDegrees = 10.0

        /// One press of the keys for size and hue.
        static let zoomStep = 1.1
        static let hueStep = 15.0
        /// The visualizer's size follows within this time, in seconds.
        static let zoomFollowing = 0.08
        /// A change is kept on disk when it has rested so long, in milliseconds.
        static let keepAfter = 300
    }

    enum Compact {
        static let spacing = 10
        static let icon = 20
        /// Room for the state, meter and timer, in characters: it grows with the desktop's text.
        static let characters = 36
        static let timerCharacters = 5
        static let meterWidth = 64
        static let meterHeight = 24
        static let meterBars = 12
        static let meterBarWidth = 3.0
        /// At most ten frames a second.
        static let frameMilliseconds = 100
        /// Where nothing may move, the timer still counts.
        static let stillMilliseconds = 1000
        /// A window manager that has not granted the size by now is asked again.
        static let sizeCheckMilliseconds = 100
        static let sizeChecks = 8
        /// What desktops add to a window's size for its shadow, at most, in pixels.
        static let widestShadow = 100
    }
}
