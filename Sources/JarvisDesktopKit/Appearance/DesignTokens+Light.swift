// SPDX-License-Identifier: GPL-3.0-or-later
// The light theme: its values of the colours in data/style.css, of those that Swift draws, and of glass.

package import GtkKit
import JarvisVisuals

extension DesignTokens {
    /// The colours of the light theme: dark text on a soft, cool white.
    enum Light {
        static let accent = Color(0x005B7C)
        static let text = Color(0x14202B)
        /// The lightest and the darkest thing there is.
        static let white = Color(0xFFFFFF)

        private static let ink = SceneColor(hex: 0x0F2A40)
        private static let paper = SceneColor(hex: 0xFFFFFF)

        /// How the colours of `Palette` look on a light ground. Signs on the discs are white there, and dark only on
        /// amber.
        static let counterparts: [Color: Color] = [
            Palette.background: Color(0xF1F5F9), Palette.cyan: accent, Palette.orange: Color(0xC2470F),
            Palette.purple: Color(0x5B45C9), Palette.success: Color(0x0A7A44), Palette.failure: Color(0xC01446),
            Palette.text: text, Palette.recording: Color(0xC81E1E), Palette.voiceActive: Color(0x0E8F48),
            Palette.held: Color(0xB86E00), Palette.speaking: Color(0x1D4ED8), Palette.neutral: Color(0x57626E),
            Palette.onAccent: white, Palette.reactorCore: Color(0xE3F4FA),
        ]

        /// The glow round a disc, which is a soft shadow in its colour here, as a multiple of that in the dark.
        static let discGlow = 0.55
        /// The fill of the held microphone, on which the sign is dark.
        static let held = (from: Color(0xF0A020), to: Color(0xFFC65C))

        /// A pane of glass on a light ground: white glass, or paper with a breath of the same tint.
        static func glass(_ look: GlassLook) -> GlassLook {
            var look = look
            if look.fill.color == paper {
                look.fill = .init(paper, 0.55 + look.fill.strength)
            } else if look.fill.strength > 0.8 {
                // Nearly solid: it needs no border to stand out.
                look.fill = .init(SceneColor(hex: 0xF6F9FC), look.fill.strength + 0.06)
                look.border.strength = 0
            } else {
                look.fill = .init(pale(look.fill.color), 0.9)
            }
            if look.border.color == paper { look.border = .init(ink, look.border.strength * 0.8) }
            return look
        }

        private static func pale(_ color: SceneColor) -> SceneColor {
            func channel(_ value: Double) -> Double { 1 - (1 - value) * 0.17 }
            return SceneColor(red: channel(color.red), green: channel(color.green), blue: channel(color.blue))
        }

        /// The light values of the named colours in `data/style.css`.
        static let css = """
            @define-color background #f1f5f9;
            @define-color deep_space #eef3f7;
            @define-color cyan #00506d;
            @define-color orange #7f3208;
            @define-color text #14202b;
            @define-color secondary #3c4854;
            @define-color glass rgba(255, 255, 255, 0.72);
            @define-color glass_hover rgba(255, 255, 255, 0.95);
            @define-color glass_pressed #dcebf2;
            @define-color glass_border rgba(15, 42, 64, 0.20);
            @define-color card rgba(255, 255, 255, 0.82);
            @define-color card_border rgba(15, 42, 64, 0.10);
            @define-color recording #a81616;
            @define-color armed #0b6b37;
            @define-color held #734300;
            @define-color held_fill #f2a93b;
            @define-color on_held #1a0f00;
            @define-color speaking #1b48c8;
            @define-color neutral #57626e;
            @define-color white #0b1620;
            @define-color on_accent #ffffff;
            @define-color raised #ffffff;
            @define-color icon #0b4158;
            @define-color accent_hover #006a90;
            @define-color error_fill #fbe4e6;
            @define-color error_text #7a0c1b;
            @define-color notice_fill #fbf0d6;
            @define-color notice_text #553a00;
            @define-color deep_cyan #006a90;
            @define-color shade rgba(241, 245, 249, 0.46);
            @define-color field rgba(255, 255, 255, 0.85);
            @define-color menu_border rgba(15, 42, 64, 0.18);
            @define-color scroll_thumb rgba(15, 42, 64, 0.34);
            @define-color bubble_start #00607f;
            @define-color bubble_end #00506d;
            @define-color bubble_text #ffffff;
            @define-color glass_solid_start #f3fafd;
            @define-color glass_solid_middle #ffffff;
            @define-color glass_solid_end #f7f5fe;
            @define-color glass_solid #ffffff;
            @define-color shimmer_cyan #8fc6d8;
            @define-color shimmer_dim #d3dbe2;
            @define-color shimmer_purple #b7ace8;
            @define-color purple #5b45c9;
            @define-color purple_text #412e9c;
            @define-color orange_text #7f3208;
            @define-color danger_text #8f0f37;
            @define-color number_fill #6a4200;
            @define-color pane_card rgba(255, 255, 255, 0.72);
            @define-color hairline rgba(15, 42, 64, 0.09);
            @define-color track rgba(15, 42, 64, 0.16);
            @define-color faint_cyan alpha(@cyan, 0.07);
            @define-color glow alpha(@cyan, 0.20);
            @define-color glow_wide alpha(@cyan, 0.10);
            @define-color thumb #ffffff;
            @define-color timestamp #55606b;
            @define-color mark_text #ffffff;
            @define-color scrim rgba(24, 48, 72, 0.22);
            @define-color success #08562f;
            @define-color failure #a81240;
            @define-color solid_card #ffffff;
            @define-color solid_button #eaf0f5;
            @define-color solid_border #b4c0ca;
            @define-color solid_notice #fbf0d6;
            @define-color strong #000000;
            @define-color strong_secondary #1d2731;
            @define-color strong_pressed #d7e2ea;
            @define-color black #ffffff;
            @define-color strong_error #9a0010;
            """
    }
}

extension Color {
    /// How this colour of the palette looks on a light ground; others stay as they are.
    package var inLight: Color { DesignTokens.Light.counterparts[self] ?? self }
}

extension Widget {
    /// True if the window has the light theme.
    package var isLight: Bool { windowHasClass(Appearance.Theme.light.rawValue) }

    /// A colour of the palette as the window's theme shows it.
    package func themed(_ color: Color) -> Color { isLight ? color.inLight : color }
}
