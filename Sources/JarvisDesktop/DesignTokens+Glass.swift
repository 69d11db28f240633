// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of the glass and of its motion; the style sheet holds what CSS draws of it.

import GtkKit
import JarvisVisuals

extension DesignTokens {
    enum Glass {
        private static let white = SceneColor(hex: 0xFFFFFF)
        private static let clear = GlassLook.Tint(white, 0)

        static let card = GlassLook(radius: 16, borderWidth: 1, fill: .init(white, 0.05), border: .init(white, 0.10))
        static let pill = GlassLook(radius: 18, borderWidth: 1, fill: .init(white, 0.05), border: .init(white, 0.10))
        static let action = GlassLook(radius: 18, borderWidth: 1, fill: .init(white, 0.08), border: .init(white, 0.20))
        /// The button of the next timer: as high as its radius twice.
        static let timer = GlassLook(radius: 22, borderWidth: 1, fill: .init(white, 0.08), border: .init(white, 0.20))
        /// Under the pointer, and pressed: the border is the window's first accent.
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
        /// Dark enough for texts over the brightest part of the scene.
        static let consent = GlassLook(
            radius: 20, borderWidth: 1, fill: .init(SceneColor(hex: 0x0A0A0F), 0.84), border: .init(white, 0.20))
        static let pane = GlassLook(
            radius: 0, borderWidth: 0, fill: .init(SceneColor(hex: 0x0A0A0F), 0.80), border: clear)

        /// A blur spreads the light of small things until little is left of it; glass gathers some again.
        static let grade = GlassGrade(gain: 2.2, saturation: 1.5, limit: 0.009)
        /// Behind a pane that covers the window; four fifths of its light are hidden.
        static let paneGrade = GlassGrade(gain: 1.6, saturation: 1.2, limit: 0.3)

        /// Below its place, in logical pixels, a banner begins and ends.
        static let bannerTravel = 64.0

        /// The ripple of an activation: its light, and how far it spreads over the main area.
        static let ripple = Color(0xFFFFFF, alpha: 0.22)
        static func screenRipple(_ accent: Color) -> Color { accent.mixed(with: Palette.white, 0.5).faded(0.30) }
        static let screenRippleRadius = 150.0
        static let buttonRadius = 12.0
        static let actionRadius = 18.0
        static let cardRadius = 16.0

        /// At most so often does glass follow what moves behind it.
        static let refreshMilliseconds = 125
        /// When frames have stopped, glass shows the last one after this.
        static let settleMilliseconds = 400
        /// Levels of 255 by which the light behind a pane must have changed to cut it again.
        static let visibleChange = 2.0
        /// Device pixels that the picture behind a pane may have; larger panes stretch a smaller one.
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
