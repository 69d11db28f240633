// SPDX-License-Identifier: GPL-3.0-or-later
// Single moments of the face, for pictures.

/// Asks for one moment of the face.
public struct SceneStill: Sendable {
    /// The phase that the face shows.
    public var phase: ScenePhase
    /// The phase before, to show a morph; nil starts in `phase`.
    public var previous: ScenePhase?
    /// Seconds since `phase` began.
    public var time: Double
    /// Loudness, 0…1.
    public var level: Double
    /// 64 bands, 0…1, low to high; empty means silence.
    public var spectrum: [Float]
    /// The settings of that moment.
    public var settings: SceneSettings
    /// The picture's field.
    public var size: SceneSize
    /// Seconds since an error was shown.
    public var errorTime: Double?
    /// What the face tells besides.
    public var readings = SceneReadings()

    /// Asks for a moment.
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
        let sound = SceneSound(level: level, spectrum: spectrum)
        let end = max(time, 0)
        var reel = SceneReel(
            [SceneReel.Cue(previous ?? phase, begin: -1), SceneReel.Cue(phase, begin: 0)], settings: settings,
            size: size, errorTime: errorTime.map { end - $0 }, readings: readings.advanced(by: -end),
            sound: { _ in sound })
        return reel.frame(at: end)
    }
}
