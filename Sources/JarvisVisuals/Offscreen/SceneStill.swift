// SPDX-License-Identifier: GPL-3.0-or-later
// Composes single moments of the face, for pictures.

/// A request for one moment of the face.
public struct SceneStill: Sendable {
    /// The phase that the face shows.
    public var phase: ScenePhase
    /// The preceding phase, if the picture shows the change from it; nil if nothing is changing.
    public var previous: ScenePhase?
    /// Seconds since `phase` began.
    public var time: Double
    /// The loudness, 0…1.
    public var level: Double
    /// The levels of 64 bands, 0…1, low to high; empty means silence.
    public var spectrum: [Float]
    /// The settings at that moment.
    public var settings: SceneSettings
    /// The size of the picture.
    public var size: SceneSize
    /// Seconds since an error was shown; nil for none.
    public var errorTime: Double?
    /// The clock, battery, timers and alarms to show.
    public var readings = SceneReadings()

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

    /// Composes the frame of this moment.
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
