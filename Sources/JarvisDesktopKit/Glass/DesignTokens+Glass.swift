// SPDX-License-Identifier: GPL-3.0-or-later
// The values of glass and its motion; the style sheet holds those for the parts that CSS draws.

import GtkKit
package import JarvisVisuals

extension DesignTokens {
    package enum Glass {
        private static let white = SceneColor(hex: 0xFFFFFF)
        private static let clear = GlassLook.Tint(white, 0)

        package static let card = GlassLook(
            radius: 16, borderWidth: 1, fill: .init(white, 0.05), border: .init(white, 0.10))
        package static let pill = GlassLook(
            radius: 18, borderWidth: 1, fill: .init(white, 0.05), border: .init(white, 0.10))
        static let action = GlassLook(radius: 30, borderWidth: 1, fill: .init(white, 0.08), border: .init(white, 0.20))
        /// The timer pill, whose height is twice this radius.
        package static let timer = GlassLook(
            radius: 22, borderWidth: 1, fill: .init(white, 0.08), border: .init(white, 0.20))
        /// The look of a hovered or pressed button; its border has the theme's first accent.
        static func actionHover(_ accent: Color = Palette.cyan) -> GlassLook {
            action.tinted(.init(white, 0.11), border: .init(SceneColor(accent), 0.5))
        }
        static func actionPressed(_ accent: Color = Palette.cyan) -> GlassLook {
            action.tinted(.init(white, 0.12), border: .init(SceneColor(accent), 1))
        }
        static let error = card.tinted(
            .init(SceneColor(hex: 0xEF4444), 0.30), border: .init(SceneColor(hex: 0xEF4444), 0.65))
        static let notice = card.tinted(
            .init(SceneColor(hex: 0xFFB700), 0.18), border: .init(SceneColor(hex: 0xFFB700), 0.60))
        /// A question's card, dark enough for text over the brightest part of the scene.
        package static let consent = GlassLook(
            radius: 20, borderWidth: 1, fill: .init(SceneColor(hex: 0x0A0A0F), 0.84), border: .init(white, 0.20))
        package static let pane = GlassLook(
            radius: 0, borderWidth: 0, fill: .init(SceneColor(hex: 0x0A0A0F), 0.83), border: clear)

        /// A blur spreads the light of small things until little is left; this restores some.
        static let grade = GlassGrade(gain: 2.2, saturation: 1.5, limit: 0.009)
        /// The light behind a pane that covers the window, which hides four fifths of it.
        static let paneGrade = GlassGrade(gain: 1.6, saturation: 1.2, limit: 0.3)

        /// How far below its final place a banner starts and ends, in logical pixels.
        static let bannerTravel = 64.0

        /// The light of an activation's ripple, and how far it spreads over the main area.
        static let ripple = Color(0xFFFFFF, alpha: 0.22)
        static func screenRipple(_ accent: Color) -> Color { accent.mixed(with: Palette.white, 0.5).faded(0.30) }
        static let screenRippleRadius = 150.0
        static let entryRadius = 14.0
        static let cardRadius = 16.0

        /// The shortest interval between two updates of the light behind glass.
        static let refreshMilliseconds = 125
        /// The same while the scene has calmed down.
        static let calmMilliseconds = 1_000
        /// How long after the last frame to update the glass once more.
        static let settleMilliseconds = 400
        /// How many of 255 levels the light behind glass must change before the glass is redrawn.
        static let visibleChange = 2.0
        /// The most device pixels of the picture behind a pane. A larger pane stretches a smaller picture.
        static let mostPanePixels = 2_500_000.0
    }
}

extension SceneColor {
    fileprivate init(_ color: Color) { self.init(red: color.red, green: color.green, blue: color.blue) }
}

extension GlassLook {
    fileprivate func tinted(_ fill: Tint, border: Tint) -> GlassLook {
        GlassLook(radius: radius, borderWidth: borderWidth, fill: fill, border: border)
    }
}
