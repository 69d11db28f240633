// SPDX-License-Identifier: GPL-3.0-or-later
// Changes the visualizer's size and hue: the window shows them at once, the settings get them once they stop changing.

import GioKit
import GtkKit
import JarvisCore
import JarvisDesktopKit
import JarvisSettingsUI

@MainActor
final class VisualizerTuner {
    /// Called when the shown values change.
    var onChange: (@MainActor () -> Void)?

    private let settings: SettingsModel
    /// The values that are shown but not yet saved.
    private var pending: VisualizerTuning?
    private var timer: LoopTimer?

    init(_ services: DesktopServices) { settings = SettingsModel(services.forSettings) }

    var tuning: VisualizerTuning {
        get { pending ?? VisualizerTuning(settings.current.appearance) }
        set {
            guard newValue != tuning else { return }
            pending = newValue
            timer = .once(milliseconds: DesignTokens.Gesture.keepAfter) { [weak self] in self?.keep() }
            onChange?()
        }
    }

    /// The settings, with the shown values that aren't saved yet.
    func completing(_ settings: Settings) -> Settings {
        var settings = settings
        pending?.write(to: &settings.appearance)
        return settings
    }

    /// Saves the shown values if they aren't saved yet.
    func keep() {
        timer = nil
        guard let tuning = pending else { return }
        settings.change { tuning.write(to: &$0.appearance) }
        pending = nil
    }
}
