// SPDX-License-Identifier: GPL-3.0-or-later
// `hold [--state NAME|morphs] [--size WxH] [--particles N] [--renderer R] [--events FILE]`: keeps the window in one
// state, with a voice that never pauses, until it is ended; for the benchmarks. `morphs` changes the state four times a
// second.

import GioKit
import GtkKit
import Glibc
import JarvisCore
import JarvisDesktop
import JarvisSettingsUI
import JarvisPlatform
import JarvisVisuals

@MainActor
final class HoldCheck {
    private let desktop: DesktopApplication
    private var state = "idle"
    private var look = LookOptions()
    private var timer: LoopTimer?
    private var turn = 0
    private let round = ["listening", "recording", "thinking", "speaking", "held"]

    init(_ arguments: [String]) {
        var options = DesktopApplication.Options()
        options.isUnique = false
        var settings = Settings()
        var services = sampleServices(SampleData.conversation())
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--state": state = rest.popFirst() ?? state
            case "--size": look.take(option, rest.popFirst())
            case "--particles": settings.particleCount = rest.popFirst().flatMap(Double.init) ?? settings.particleCount
            case "--renderer": options.renderer = rest.popFirst().flatMap(SceneBackendRequest.init) ?? .automatic
            case "--events":
                if let path = rest.popFirst(), let log = try? JSONLinesEventLog(path: path) {
                    services.forSettings.log = log
                    options.measuresFrames = true
                }
            default: break
            }
        }
        services.forSettings.settings = HeldSettings(settings)
        services.meters = MovingMeters()
        desktop = DesktopApplication(services, options: options)
    }

    func run() -> Int32 {
        desktop.onFirstFrame = { [weak self] in self?.begin() }
        return desktop.run()
    }

    private func begin() {
        if let window = desktop.window { look.resize(window) }
        guard state == "morphs" else { return show(state) }
        timer = LoopTimer(milliseconds: 250) { [weak self] in
            guard let self else { return false }
            show(round[turn % round.count])
            turn += 1
            return true
        }
    }

    private func show(_ name: String) {
        if let state = SampleState.named(name) { desktop.window?.show(state) }
    }
}

/// Settings that never change.
private final class HeldSettings: SettingsStore {
    let current: Settings
    let notices: [Notice] = []

    init(_ settings: Settings) { current = settings }

    func update(_ change: @escaping @Sendable (inout Settings) throws -> Void) throws -> Task<Void, any Error> {
        Task {}
    }

    func settle() async {}

    func changes() -> AsyncStream<Settings> { AsyncStream { _ in } }
}

/// Level and spectrum of a continuous voice: waves that move across the bands, driven by the clock.
private final class MovingMeters: VoiceMeters {
    var inputLevel: Float { level }
    var outputLevel: Float { level }

    func readSpectrum(into bands: inout [Float]) {
        let time = VoiceClock.now
        for index in bands.indices {
            let band = Float(index)
            bands[index] = 0.5 + 0.5 * sinf(band * 0.7 + time * 5) * sinf(band * 0.13 - time * 2.3)
        }
    }

    private var level: Float { 0.5 + 0.4 * sinf(VoiceClock.now * 4) }
}

private enum VoiceClock {
    /// Seconds of the monotonic clock, in a range that single precision can hold.
    static var now: Float {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Float(time.tv_sec % 1000) + Float(time.tv_nsec) / 1e9
    }
}
