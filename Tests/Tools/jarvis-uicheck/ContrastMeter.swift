// SPDX-License-Identifier: GPL-3.0-or-later
// Contrast as on screen: measured on the pixels of a captured window, not derived from the style sheet.

import Glibc
import GtkKit

/// Measures glyphs against their surroundings by WCAG's formula for relative luminance (WCAG 2.2, "contrast ratio").
struct ContrastMeter {
    private let picture: CapturedPixels
    /// The logical coordinates of the picture's upper left corner.
    private let origin: (x: Int, y: Int)
    /// The margin around a glyph's rectangle that counts as its background, in logical pixels: less above and below,
    /// where borders of buttons are close.
    private static let margin = (x: 4, y: 1)
    private static let linear: [Double] = (0...255).map { value in
        let share = Double(value) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }

    init(_ picture: CapturedPixels, originX: Int, originY: Int) {
        self.picture = picture
        origin = (originX, originY)
    }

    /// The ratio of the most extreme pixel inside `place` to the worst hundredth of its surroundings; nil outside the
    /// picture.
    func ratio(of place: Place) -> Double? {
        let outer = Place(
            x: place.x - Self.margin.x, y: place.y - Self.margin.y, width: place.width + 2 * Self.margin.x,
            height: place.height + 2 * Self.margin.y)
        let inside = luminances(in: place, except: nil)
        let around = luminances(in: outer, except: place).sorted()
        guard let brightest = inside.max(), let darkest = inside.min(), around.count > 20 else { return nil }
        let ground = around[around.count / 2]
        let hundredth = around.count / 100
        // Light on dark or dark on light: whichever has more contrast.
        let light = Self.ratio(brightest, ground) >= Self.ratio(darkest, ground)
        let glyph = light ? brightest : darkest
        let worst = light ? around[around.count - 1 - hundredth] : around[hundredth]
        return Self.ratio(glyph, worst)
    }

    /// The colour of the pixel at a point, 0xRRGGBB; nil outside the picture.
    func color(x: Int, y: Int) -> UInt32? {
        let (column, row) = ((x - origin.x) * picture.scale, (y - origin.y) * picture.scale)
        guard column >= 0, row >= 0, column < picture.width, row < picture.height else { return nil }
        let start = (row * picture.width + column) * 4
        let bytes = picture.bytes
        return UInt32(bytes[start + 2]) << 16 | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start])
    }

    private static func ratio(_ one: Double, _ other: Double) -> Double {
        (max(one, other) + 0.05) / (min(one, other) + 0.05)
    }

    private func luminances(in place: Place, except hole: Place?) -> [Double] {
        let scale = picture.scale
        func columns(_ place: Place) -> Range<Int> {
            let start = max(0, (place.x - origin.x) * scale)
            return start..<max(start, min(picture.width, (place.x + place.width - origin.x) * scale))
        }
        func rows(_ place: Place) -> Range<Int> {
            let start = max(0, (place.y - origin.y) * scale)
            return start..<max(start, min(picture.height, (place.y + place.height - origin.y) * scale))
        }
        let (holeColumns, holeRows) = (hole.map(columns) ?? 0..<0, hole.map(rows) ?? 0..<0)
        // Once for all pixels: without optimization each access through the picture counts references.
        let (bytes, width, linear) = (picture.bytes, picture.width, Self.linear)
        let (wantedRows, wantedColumns) = (rows(place), columns(place))
        var found: [Double] = []
        found.reserveCapacity(wantedRows.count * wantedColumns.count)
        for row in wantedRows {
            for column in wantedColumns where !(holeRows.contains(row) && holeColumns.contains(column)) {
                let start = (row * width + column) * 4
                let blue = 0.0722 * linear[Int(bytes[start])]
                let green = 0.7152 * linear[Int(bytes[start + 1])]
                found.append(blue + green + 0.2126 * linear[Int(bytes[start + 2])])
            }
        }
        return found
    }
}
