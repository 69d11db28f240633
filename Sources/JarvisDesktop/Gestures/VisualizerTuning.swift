// SPDX-License-Identifier: GPL-3.0-or-later
// Size and hue of the visualizer as the user sets them, within their ranges.

import JarvisCore

struct VisualizerTuning: Equatable {
    /// Size as a multiple of the usual one, 0.5…2.
    private(set) var zoom = 1.0
    /// Hue shift in degrees, 0…360.
    private(set) var hue = 0.0

    init() {}

    init(_ appearance: AppearanceSettings) {
        zoom = Self.limited(appearance.zoom)
        hue = appearance.hue
    }

    mutating func zoom(by factor: Double) { zoom = Self.limited(zoom * factor) }

    mutating func turn(by degrees: Double) {
        let turned = (hue + degrees).truncatingRemainder(dividingBy: 360)
        hue = turned < 0 ? turned + 360 : turned
    }

    func write(to appearance: inout AppearanceSettings) {
        // Rounded to keep the settings file readable.
        appearance.zoom = (zoom * 1000).rounded() / 1000
        appearance.hue = hue.rounded()
    }

    private static func limited(_ zoom: Double) -> Double {
        let range = SettingDescriptor.range(of: \.appearance.zoom)
        return min(max(zoom, range.lowerBound), range.upperBound)
    }
}
