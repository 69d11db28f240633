// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the visualizer's size and hue: shown at once, kept in the settings when they have rested.

import GioKit
import GtkKit
import JarvisCore

@MainActor
final class VisualizerTuner {
    /// Called when the shown values change.
    var onChange: (@MainActor () -> Void)?

    private let settings: SettingsModel
    /// The values that are shown but not yet saved.
    private var pending: VisualizerTuning?
    private var timer: LoopTimer?

    init(_ services: DesktopServices) { settings = SettingsModel(services) }

    var tuning: VisualizerTuning {
        get { pending ?? VisualizerTuning(settings.current.appearance) }
        set {
            guard newValue != tuning else { return }
            pending = newValue
            timer = .once(milliseconds: DesignTokens.Gesture.keepAfter) { [weak self] in self?.keep() }
            onChange?()
        }
    }

    /// The settings with what is not kept yet.
    func completing(_ settings: Settings) -> Settings {
        var settings = settings
        pending?.write(to: &settings.appearance)
        return settings
    }

    /// Keeps what is shown, if it is not yet.
    func keep() {
        timer = nil
        guard let tuning = pending else { return }
        settings.change { tuning.write(to: &$0.appearance) }
        pending = nil
    }
}
