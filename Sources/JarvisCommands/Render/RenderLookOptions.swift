// SPDX-License-Identifier: GPL-3.0-or-later
// How `jarvis render` draws the face: size, theme and user options.

import ArgumentParser
import JarvisConversation
import JarvisCore
import JarvisVisuals

struct RenderLookOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Logical pixels; 640x640 unless given.", valueName: "WxH"), transform: Self.size)
    var size = Dimensions(width: 640, height: 640)
    @Option(parsing: .unconditional, help: ArgumentHelp("Device pixels per logical pixel, 0.5 to 4.", valueName: "N"))
    var scale = 1.0
    @Option(help: ArgumentHelp("The colours.", valueName: Theme.usage), transform: Theme.init(text:))
    var theme = Theme.dark
    @Option(help: ArgumentHelp("The custom theme's accent.", valueName: "RRGGBB"), transform: Self.color)
    var accent: HexColor?
    @Option(help: ArgumentHelp("The custom theme's warm accent.", valueName: "RRGGBB"), transform: Self.color)
    var warm: HexColor?
    @Option(help: ArgumentHelp("The custom theme's deep accent.", valueName: "RRGGBB"), transform: Self.color)
    var deep: HexColor?
    @Option(
        help: ArgumentHelp("Colour vision.", valueName: Self.visions), transform: Self.vision)
    var colorVision = ColorVision.typical
    @Option(help: ArgumentHelp("Picture quality.", valueName: Self.qualities), transform: Self.quality)
    var quality = SceneQuality.full
    @Option(parsing: .unconditional, help: ArgumentHelp("Brightness in the room's light, 0.5 to 1.", valueName: "X"))
    var brightness: Double?
    @Option(parsing: .unconditional, help: ArgumentHelp("Warmth in the room's light, 0 to 1.", valueName: "X"))
    var warmth: Double?
    @Option(
        parsing: .unconditional, help: ArgumentHelp("Particles, \(Self.particleRange.inWords).", valueName: "N"))
    var particles: Int?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Animation speed as a factor, \(Self.speedRange.inWords).", valueName: "X"))
    var speed: Double?
    @Option(
        parsing: .unconditional, help: ArgumentHelp("Hue shift in degrees, -360 to 360.", valueName: "D"))
    var hue: Double?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Size of the visualizer as a factor, \(Self.zoomRange.inWords).", valueName: "Z"))
    var zoom: Double?
    @Flag(help: "Nothing moves; states change by opacity.") var reducedMotion = false

    enum Theme: String, CaseIterable {
        case dark, light, vivid, custom
        case highContrast = "high-contrast"

        static var usage: String { allCases.map(\.rawValue).joined(separator: "|") }

        init(text: String) throws {
            guard let theme = Theme(rawValue: text) else {
                throw ValidationError("\"\(text)\" isn't a theme; use dark, light, vivid, custom or high-contrast.")
            }
            self = theme
        }
    }

    struct Dimensions: Hashable {
        var width: Double
        var height: Double
    }

    /// The valid side lengths, in logical and in device pixels; the software renderer draws no larger or smaller ones.
    private static let sides = 16.0...8192
    /// The most device pixels in a picture, which takes half a gigabyte of memory at this size.
    private static let mostPixels = 32_000_000.0

    func validate() throws {
        try NumberOption.check("--scale", scale, 0.5...4)
        for side in [size.width, size.height] where !Self.sides.contains(side * scale) {
            throw ValidationError("A side of \(Int(side * scale)) pixels is too small or too large; use 16 to 8192.")
        }
        guard size.width * size.height * scale * scale <= Self.mostPixels else {
            throw ValidationError("The picture is too large; use a --size and --scale of at most 32 million pixels.")
        }
        guard theme == .custom || (accent ?? warm ?? deep) == nil else {
            throw ValidationError("--accent, --warm and --deep go with --theme custom.")
        }
        try NumberOption.check("--brightness", brightness, 0.5...1)
        try NumberOption.check("--warmth", warmth, 0...1)
        try NumberOption.check("--particles", particles.map(Double.init), Self.particleRange)
        try NumberOption.check("--speed", speed, Self.speedRange)
        try NumberOption.check("--hue", hue, -360...360)
        try NumberOption.check("--zoom", zoom, Self.zoomRange)
    }

    /// The size of the field in the picture.
    var sceneSize: SceneSize { SceneSize(width: size.width, height: size.height, scale: scale) }

    /// The scene's settings according to the options.
    var settings: SceneSettings {
        var settings = SceneSettings()
        settings.palette = palette.adapted(to: colorVision)
        settings.quality = quality
        settings.brightness = brightness ?? settings.brightness
        settings.warmth = warmth ?? settings.warmth
        settings.increasesContrast = theme == .highContrast
        settings.particleCount = particles ?? settings.particleCount
        settings.animationSpeed = speed ?? settings.animationSpeed
        settings.hueRotation = (hue ?? 0) / 360
        settings.zoom = zoom ?? settings.zoom
        settings.reducesMotion = reducedMotion
        return settings
    }

    private var palette: ScenePalette {
        switch theme {
        case .dark: .dark
        case .light: .light
        case .vivid, .highContrast: .vivid
        case .custom: custom
        }
    }

    private var custom: ScenePalette {
        let plain = ScenePalette.vivid
        return .custom(
            accent: accent.map { SceneColor(hex: $0.value) } ?? plain.accent,
            warm: warm.map { SceneColor(hex: $0.value) } ?? plain.warm,
            deep: deep.map { SceneColor(hex: $0.value) } ?? plain.deep)
    }

    private static let particleRange = SettingDescriptor.range(of: \.particleCount)
    private static let speedRange = SettingDescriptor.range(of: \.animationSpeed)
    private static let zoomRange = SettingDescriptor.range(of: \.appearance.zoom)
    private static let visions = ColorVision.allCases.map(\.rawValue).joined(separator: "|")
    private static let qualities = SceneQuality.allCases.map(\.rawValue).joined(separator: "|")

    private static func vision(_ text: String) throws -> ColorVision {
        guard let vision = ColorVision(rawValue: text) else {
            throw ValidationError("\"\(text)\" isn't a colour vision; use \(visions).")
        }
        return vision
    }

    private static func quality(_ text: String) throws -> SceneQuality {
        guard let quality = SceneQuality(rawValue: text) else {
            throw ValidationError("\"\(text)\" isn't a quality; use \(qualities).")
        }
        return quality
    }

    private static func size(_ text: String) throws -> Dimensions {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { UInt32($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1] else {
            throw ValidationError("\"\(text)\" isn't a size; use WIDTHxHEIGHT, as in \"640x480\".")
        }
        return Dimensions(width: Double(width), height: Double(height))
    }

    private static func color(_ text: String) throws -> HexColor {
        guard let color = HexColor(text: text) else {
            throw ValidationError("\"\(text)\" isn't a colour; use six hexadecimal digits, as in \"00d4ff\".")
        }
        return color
    }
}
