// SPDX-License-Identifier: GPL-3.0-or-later
// What two fingers do to the visualizer: apart or together its size, round each other its hue.

struct PinchRecognizer {
    private var start: VisualizerTuning?
    private var zooms = false
    private var turns = false

    mutating func begin(_ tuning: VisualizerTuning) {
        self = PinchRecognizer()
        start = tuning
    }

    /// - Parameters:
    ///   - scale: the fingers' distance as a multiple of the first one.
    ///   - angle: their turn in radians, clockwise.
    /// - Returns: size and hue now; nil while the fingers have hardly moved.
    mutating func change(scale: Double, angle: Double) -> VisualizerTuning? {
        guard var tuning = start, scale.isFinite, angle.isFinite, scale > 0 else { return nil }
        // Turns near a full one come as small ones backwards.
        let degrees = (angle * 180 / .pi).remainder(dividingBy: 360)
        zooms = zooms || abs(scale - 1) > DesignTokens.Gesture.pinchDeadZone
        turns = turns || abs(degrees) > DesignTokens.Gesture.turnDeadZoneDegrees
        guard zooms || turns else { return nil }
        if zooms { tuning.zoom(by: scale) }
        if turns { tuning.turn(by: degrees) }
        return tuning
    }
}
