// SPDX-License-Identifier: GPL-3.0-or-later
// Recognizes what two fingers do to the visualizer: pinching changes its size, rotating its hue.

import JarvisDesktopKit

struct PinchRecognizer {
    private var start: VisualizerTuning?
    private var zooms = false
    private var turns = false

    mutating func begin(_ tuning: VisualizerTuning) {
        self = PinchRecognizer()
        start = tuning
    }

    /// - Parameters:
    ///   - scale: the fingers' distance as a multiple of their first distance.
    ///   - angle: their rotation in radians, clockwise.
    /// - Returns: the current size and hue; nil while the fingers have hardly moved.
    mutating func change(scale: Double, angle: Double) -> VisualizerTuning? {
        guard var tuning = start, scale.isFinite, angle.isFinite, scale > 0 else { return nil }
        // GTK reports a rotation close to a full turn as nearly 360 degrees; it is really a small one backwards.
        let degrees = (angle * 180 / .pi).remainder(dividingBy: 360)
        zooms = zooms || abs(scale - 1) > DesignTokens.Gesture.pinchDeadZone
        turns = turns || abs(degrees) > DesignTokens.Gesture.turnDeadZoneDegrees
        guard zooms || turns else { return nil }
        if zooms { tuning.zoom(by: scale) }
        if turns { tuning.turn(by: degrees) }
        return tuning
    }
}
