// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of controls in a grid, and their differences from a reference.

import CGtk
import GtkKit

/// Rows of cells, one row for each control, one column for each state.
struct ControlSheet {
    /// The mean difference at which a state counts as visible.
    private static let visible = 0.4
    private static let cellWidth = 320
    private static let margin = 14

    private struct Cell {
        var width: Int
        var height: Int
        var pixels: [UInt8]
    }

    private var rows: [(control: ShownControl, cells: [Cell])] = []
    private var widest = 0

    /// Cuts a control with some of its surroundings out of a picture of the window.
    mutating func add(
        _ picture: CapturedPixels, _ place: Place, _ control: ShownControl, _ state: ControlState, isMirrored: Bool,
        textScale: Double
    ) {
        let most = Int(Double(Self.cellWidth) * max(1, textScale * 0.75))
        let width = min(place.width + 2 * Self.margin, most)
        // A slider shows most at its thumb, everything else at its start.
        let space = place.width + 2 * Self.margin - width
        let skipped = control.element == "scale" ? space / 2 : isMirrored ? space : 0
        let (left, top) = (place.x - Self.margin + skipped, place.y - Self.margin)
        let cell = Self.cut(
            picture.bytes, picture.width, x: left, y: top, width: width, height: place.height + 2 * Self.margin)
        widest = max(widest, most)
        if state == .rest { rows.append((control, [])) }
        rows.lastIndex { $0.control.name == control.name }.map { rows[$0].cells.append(cell) }
    }

    /// The states that look like rest.
    func unseenStates() -> [String] {
        rows.flatMap { control, cells in
            zip(ControlState.allCases, cells).dropFirst().compactMap { state, cell in
                guard control.hasStates, state != .pressed, let rest = cells.first else { return nil }
                // Fields and sliders show the pointer by its shape.
                if state == .pointer, ["entry", "scale", "switch"].contains(control.element) { return nil }
                let difference = KeptPicture.difference(rest.pixels, cell.pixels)
                return difference < Self.visible ? "\(control.name): \(state.rawValue) is not to be seen" : nil
            }
        }
    }

    /// - Returns: False if the file can't be written.
    func save(to path: String) -> Bool {
        let whole = picture
        guard whole.height > 0 else { return false }
        let bytes = g_bytes_new(whole.pixels, gsize(whole.pixels.count))
        defer { g_bytes_unref(bytes) }
        guard
            let texture = gdk_memory_texture_new(
                gint(whole.width), gint(whole.height), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes,
                gsize(whole.width * 4))
        else { return false }
        defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
        return gdk_texture_save_to_png(texture, path) != 0
    }

    /// The differences from a reference file.
    func differences(from path: String) -> [String] {
        let whole = picture
        guard let kept = KeptPicture(path: path) else { return ["there is no \(path)"] }
        guard (kept.width, kept.height) == (whole.width, whole.height) else {
            return ["the sheet is \(whole.width)×\(whole.height), and was \(kept.width)×\(kept.height)"]
        }
        var found: [String] = []
        for (row, place) in zip(rows, places) {
            for (column, cell) in row.cells.enumerated() {
                let was = Self.cut(
                    kept.bytes, kept.width, x: column * widest, y: place, width: cell.width, height: cell.height)
                let difference = KeptPicture.difference(was.pixels, cell.pixels)
                let state = ControlState.allCases[column].rawValue
                print("compared\t\(row.control.name)\t\(state)\t\((difference * 100).rounded() / 100)")
                if difference > KeptPicture.tolerance {
                    found.append("\(row.control.name) looks otherwise: \(state), by \(difference)")
                }
            }
        }
        return found
    }

    /// The positions of the rows.
    private var places: [Int] {
        var y = 0
        return rows.map { row in
            defer { y += row.cells.first?.height ?? 0 }
            return y
        }
    }

    private var picture: Cell {
        let height = rows.reduce(0) { $0 + ($1.cells.first?.height ?? 0) }
        let width = widest * ControlState.allCases.count
        // Row by row, since tests run this without optimization.
        let black = (0..<width).flatMap { _ in [0, 0, 0, 255] as [UInt8] }
        var pixels: [UInt8] = []
        for _ in 0..<height { pixels += black }
        for (row, place) in zip(rows, places) {
            for (column, cell) in row.cells.enumerated() {
                for y in 0..<min(cell.height, height - place) {
                    let start = ((place + y) * width + column * widest) * 4
                    let line = y * cell.width * 4..<(y + 1) * cell.width * 4
                    pixels.replaceSubrange(start..<(start + cell.width * 4), with: cell.pixels[line])
                }
            }
        }
        return Cell(width: width, height: height, pixels: pixels)
    }

    /// A part of a picture; areas outside it stay empty.
    private static func cut(_ bytes: [UInt8], _ rowWidth: Int, x: Int, y: Int, width: Int, height: Int) -> Cell {
        var pixels = [UInt8](repeating: 0, count: width * height * 4)
        let (first, last) = (max(0, x), min(x + width, rowWidth))
        for line in 0..<height {
            let (from, to) = (((y + line) * rowWidth + first) * 4, ((y + line) * rowWidth + last) * 4)
            guard first < last, from >= 0, to <= bytes.count else { continue }
            let start = (line * width + first - x) * 4
            pixels.replaceSubrange(start..<(start + to - from), with: bytes[from..<to])
        }
        return Cell(width: width, height: height, pixels: pixels)
    }
}
