// SPDX-License-Identifier: GPL-3.0-or-later
// What a recording shows of itself: the level strip and the time since it began. The time comes from the clock at every
// whole second, however the frames come.

import GioKit
import GtkKit

@MainActor
final class RecordingMeter {
    let root: Widget

    private let strip = LevelStrip()
    private let time = Label(classes: ["elapsed", "mono"])
    private let level: @MainActor () -> Double
    private var start: Double?
    private var secondTimer: LoopTimer?
    private var lastFrame = 0.0

    /// - Parameter level: of the microphone, 0…1.
    init(level: @escaping @MainActor () -> Double) {
        self.level = level
        time.setRole(.timer)
        root = Box(.row, spacing: 12, [strip.root, time])
        root.align(horizontal: .center, vertical: .center)
        root.isVisible = false
    }

    /// - Parameter isRecording: the first true begins the time; it runs on through changes of the way of recording.
    func show(isRecording: Bool) {
        guard isRecording != (start != nil) else { return }
        root.isVisible = isRecording
        secondTimer = nil
        start = nil
        guard isRecording else { return }
        strip.clear()
        start = FramePacer.now
        tick()
    }

    /// Takes the level of this frame.
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
        // Where nothing moves there are no frames either; the light of the bars follows the voice all the same.
        if now - lastFrame > DesignTokens.Meter.frameless { strip.add(level(), at: now, isStill: true) }
        strip.report()
        secondTimer = .once(milliseconds: ElapsedTime.untilNext(from: start, to: now)) { [weak self] in self?.tick() }
    }
}
