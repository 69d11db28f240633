// SPDX-License-Identifier: GPL-3.0-or-later
// The thresholds of gestures.

extension DesignTokens {
    package enum Gesture {
        /// A press that moves this far, in pixels, stops being a tap or a hold.
        static let dragThreshold = 12.0
        /// The largest distance between the presses of a double tap, in pixels, which allows for fingers.
        static let doubleTapDistance = 24.0
        /// A swipe is a drag that is at least this long, in pixels, and takes no longer than this, in seconds.
        static let swipeDistance = 60.0
        static let swipeSeconds = 0.8
        /// The least speed of a touchpad swipe, in pixels per second.
        package static let swipeSpeed = 300.0
        package static let touchpadFingers = 3

        /// How far up to scroll to open the history, in wheel clicks or pixels.
        package static let scrollClicks = 2.0
        package static let scrollPixels = 60.0
        /// The pause after which scrolling counts as a new gesture, in seconds.
        package static let scrollPause = 0.4
        /// The change in the logarithm of the zoom per wheel click, or per pixel.
        package static let zoomByClick = 0.1
        package static let zoomByPixel = 0.005

        /// Ignore changes below these: pinching fingers also rotate a little, and rotating fingers also pinch.
        package static let pinchDeadZone = 0.06
        package static let turnDeadZoneDegrees = 10.0

        /// The change by one press of a size or hue key.
        package static let zoomStep = 1.1
        package static let hueStep = 15.0
        /// How long the visualizer's size takes to catch up, in seconds.
        package static let zoomFollowing = 0.08
        /// How long a value must stay unchanged before it is saved, in milliseconds.
        package static let keepAfter = 300
    }
}
