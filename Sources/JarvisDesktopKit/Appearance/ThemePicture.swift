// SPDX-License-Identifier: GPL-3.0-or-later
// A small picture of the face in a theme, for the theme's card. Drawn in the background, and again only when its input
// changes: the user's colours, hue, colour vision or contrast.

package import GtkKit
package import JarvisCore
import JarvisVisuals

@MainActor
package final class ThemePicture {
    package let root: DrawingArea

    private let theme: ThemeChoice
    /// The scenes that the picture shows.
    private var looks: [SceneSettings] = []
    private var picture: ThemePixels?
    private var source: PixelSource?
    private var work: Task<Void, Never>?

    package init(_ theme: ThemeChoice) {
        self.theme = theme
        root = DrawingArea(height: DesignTokens.Themes.pictureHeight)
        root.setRole(.none)
        root.onDraw { [weak self] canvas, width, height in self?.draw(canvas, width, height) }
    }

    /// Shows the theme with the user's current colours.
    package func show(_ settings: Settings) {
        var looks = ThemeLook.scenes(of: theme, settings)
        for place in looks.indices where root.windowHasClass("high-contrast") { looks[place].increasesContrast = true }
        guard looks != self.looks else { return }
        self.looks = looks
        work?.cancel()
        work = Task { [weak self] in
            guard let pixels = await ThemeLook.pixels(of: looks), !Task.isCancelled else { return }
            self?.take(pixels)
        }
    }

    /// Cancels the drawing. Call before the page closes.
    package func finish() { work?.cancel() }

    private func take(_ pixels: ThemePixels) {
        picture = pixels
        source = PixelSource(
            pixels: pixels.bytes, owner: pixels, width: pixels.width, height: pixels.height,
            bytesPerRow: pixels.width * 4, scale: DesignTokens.Themes.scale)
        root.queueDraw()
    }

    private func draw(_ canvas: Canvas, _ width: Double, _ height: Double) {
        let tokens = DesignTokens.Themes.self
        // If the card is wider, the picture is at its leading edge, like the text.
        let shown = min(width, tokens.sceneWidth)
        canvas.saved {
            if root.isRightToLeft { canvas.translate(width - shown, 0) }
            canvas.rectangle(0, 0, shown, height, radius: tokens.radius)
            canvas.clip()
            canvas.setColor(root.themed(DesignTokens.Palette.background))
            canvas.paint()
            guard let picture, let source else { return }
            // The face stays in the middle, however much of the picture the card shows.
            let (own, tall) = (Double(picture.width) / tokens.scale, Double(picture.height) / tokens.scale)
            canvas.translate((shown - own) / 2, (height - tall) / 2)
            canvas.rectangle(0, 0, own, tall)
            canvas.clip()
            canvas.copy(source)
        }
    }
}

/// The pixels of a theme's picture.
final class ThemePixels: @unchecked Sendable {
    // Sendable: `bytes` are written only in `init`, before anything else can see them; `width` and `height` are
    // constants.
    let bytes: UnsafeMutablePointer<UInt8>
    let width, height: Int

    /// - Parameter images: all of the same size; each fills its share of the picture, from left to right.
    init?(_ images: [SceneImage]) {
        guard let first = images.first else { return nil }
        (width, height) = (first.width, first.height)
        bytes = .allocate(capacity: first.width * first.height * 4)
        for y in 0..<height {
            for x in 0..<width {
                let at = (y * width + x) * 4
                let color = images[x * images.count / width][x, y]
                (bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]) = (color.blue, color.green, color.red, 255)
            }
        }
    }

    deinit { bytes.deallocate() }
}

/// Draws the scenes of a theme.
enum ThemeLook {
    /// The scenes that the theme may show: one, or one for each colour scheme of the desktop.
    static func scenes(of theme: ThemeChoice, _ settings: Settings) -> [SceneSettings] {
        var settings = settings
        settings.appearance.theme = theme
        settings.appearance.followsAmbientLight = false
        let schemes: [DesktopState.ColorScheme] = theme == .auto ? [.dark, .light] : [.dark]
        return schemes.map { scheme in
            var desktop = DesktopState()
            desktop.colorScheme = scheme
            var scene = Appearance(settings, desktop).scene
            // Use constants for settings that don't belong to the theme, since changes of them would only cause
            // redrawing.
            scene.particleCount = DesignTokens.Themes.particles
            scene.zoom = DesignTokens.Themes.zoom
            scene.animationSpeed = 1
            scene.reducesMotion = true
            return scene
        }
    }

    /// Draws the scenes side by side.
    /// - Returns: nil if memory is insufficient.
    @concurrent
    static func pixels(of looks: [SceneSettings]) async -> ThemePixels? {
        let tokens = DesignTokens.Themes.self
        let size = SceneSize(width: tokens.sceneWidth, height: tokens.sceneHeight, scale: tokens.scale)
        var images: [SceneImage] = []
        for look in looks where !Task.isCancelled {
            var animator = SceneAnimator(settings: look, size: size)
            let frame = animator.advance(to: 0, phase: .idle)
            guard let image = try? OffscreenRenderer(kind: .software).image(frame) else { return nil }
            images.append(image)
        }
        return images.count == looks.count ? ThemePixels(images) : nil
    }
}
