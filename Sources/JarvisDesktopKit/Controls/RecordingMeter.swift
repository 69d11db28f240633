// SPDX-License-Identifier: GPL-3.0-or-later
// The level strip and the length of a recording. The length follows the clock at every whole second, independent of
// frames.

import GioKit
import GtkKit

@MainActor
package final class RecordingMeter {
    let root: Widget

    private let strip = LevelStrip()
    private let time = Label(classes: ["elapsed", "mono"])
    private let level: @MainActor () -> Double
    private var start: Double?
    private var secondTimer: LoopTimer?
    private var lastFrame = 0.0

    /// - Parameter level: the microphone's level, 0…1.
    init(level: @escaping @MainActor () -> Double) {
        self.level = level
        time.setRole(.timer)
        root = Box(.row, spacing: 12, [strip.root, time])
        root.align(horizontal: .center, vertical: .center)
        root.isVisible = false
    }

    /// - Parameter isRecording: the first true starts the time, which keeps running if the recording mode changes.
    package func show(isRecording: Bool) {
        guard isRecording != (start != nil) else { return }
        root.isVisible = isRecording
        secondTimer = nil
        start = nil
        guard isRecording else { return }
        strip.clear()
        start = FramePacer.now
        tick()
    }

    /// Adds the level for a frame.
    func advance(to time: Double, isMotionReduced: Bool) {
        guard start != nil else { return }
        lastFrame = time
        strip.add(level(), at: time, isStill: isMotionReduced)
    }

    private func tick() {
        guard let start else { return }
        let now = FramePacer.now
        let elapsed = ElapsedTime(from: start, to: now)
        time.text = elapsed.text
        time.setAccessibleLabel(localized("Recording for %1", elapsed.text))
        // Without motion there are no frames, but the bars still light up with the voice.
        if now - lastFrame > DesignTokens.Meter.frameless { strip.add(level(), at: now, isStill: true) }
        strip.report()
        secondTimer = .once(milliseconds: ElapsedTime.untilNext(from: start, to: now)) { [weak self] in self?.tick() }
    }
}
