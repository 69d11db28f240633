// SPDX-License-Identifier: GPL-3.0-or-later
// Single moments of the face for pictures: the same animator as in the window, run through its past at 60 per second.

/// Asks for one moment of the face.
public struct SceneStill: Sendable {
    public var phase: ScenePhase
    /// The phase before, to show a morph; nil starts in `phase`.
    public var previous: ScenePhase?
    /// Seconds since `phase` began.
    public var time: Double
    /// Loudness, 0…1.
    public var level: Double
    /// 64 bands, 0…1, low to high; empty means silence.
    public var spectrum: [Float]
    public var settings: SceneSettings
    public var size: SceneSize
    /// Seconds since an error was shown.
    public var errorTime: Double?

    public init(
        phase: ScenePhase, previous: ScenePhase? = nil, time: Double, level: Double = 0, spectrum: [Float] = [],
        settings: SceneSettings = SceneSettings(), size: SceneSize, errorTime: Double? = nil
    ) {
        self.phase = phase
        self.previous = previous
        self.time = time
        self.level = level
        self.spectrum = spectrum
        self.settings = settings
        self.size = size
        self.errorTime = errorTime
    }

    /// The frame of that moment.
    public func frame() -> SceneFrame {
        var animator = SceneAnimator(settings: settings, size: size, phase: previous ?? phase)
        let step = 1.0 / 60
        var now = 0.0
        var frame = animator.advance(to: now, phase: previous ?? phase, level: level, spectrum: spectrum)
        // One second of the past settles springs and smoothing.
        for _ in 0..<60 {
            now += step
            frame = animator.advance(to: now, phase: previous ?? phase, level: level, spectrum: spectrum)
        }
        let end = now + max(time, 0)
        var errorAt = errorTime.map { end - $0 }
        if time > 0 || previous == nil {
            while now < end {
                now = min(now + step, end)
                if let moment = errorAt, now >= moment {
                    animator.showError()
                    errorAt = nil
                }
                frame = animator.advance(to: now, phase: phase, level: level, spectrum: spectrum)
            }
        }
        return frame
    }
}
