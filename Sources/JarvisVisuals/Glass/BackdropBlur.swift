// SPDX-License-Identifier: GPL-3.0-or-later
// Blurs the scene behind frosted glass. Draws the frame's tables at a small fraction of their size and blurs the
// result; panes are cut from that grid and cached by their owners. Used from one thread at a time.

import CRasterizer
import Glibc

/// A rectangle of the field, in logical pixels.
public struct FieldRectangle: Hashable, Sendable {
    public var x, y, width, height: Double

    /// Creates a rectangle from its upper left corner and size.
    public init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
}

/// The blurred scene at one moment, as a grid of cells of about eight logical pixels.
public final class BackdropBlur {
    /// The standard deviation of the blur in logical pixels.
    public static let sigma = 20.0
    /// Logical pixels per cell in fields of ordinary size.
    static let reduction = 8.0
    /// The most cells along a side: larger fields get larger cells, which caps the cost of a refresh.
    static let mostCells = 160.0

    private let renderer = SoftwareSceneRenderer()
    private var shown = CellGrid(columns: 0, rows: 0)
    private var previous = CellGrid(columns: 0, rows: 0)
    private var scratch = CellGrid(columns: 0, rows: 0)
    /// The size of the blurred field, in logical pixels.
    public private(set) var field = (width: 0.0, height: 0.0)

    /// Creates a blur without a picture; `cut` returns false until the first update.
    public init() {}

    /// True once there is a picture to cut from.
    public var isReady: Bool { shown.columns > 0 }

    /// Blurs the scene of the given frame.
    ///
    /// `addition` may draw over the small sharp picture before it is blurred: rows of BGRx, and the number of small
    /// pixels per logical pixel.
    public func update(
        _ frame: SceneFrame, grade: GlassGrade, addition: ((SoftwarePicture, Double) -> Void)? = nil
    ) {
        let size = (width: frame.size.width, height: frame.size.height)
        guard size.width >= 1, size.height >= 1 else { return }
        let reduction = max(Self.reduction, max(size.width, size.height) / Self.mostCells)
        let columns = max(16, Int((size.width / reduction).rounded()))
        let rows = max(1, Int((size.height / reduction).rounded()))
        guard let picture = renderer.draw(frame.shrunk(columns: columns, rows: rows)) else { return }
        addition?(picture, Double(columns) / size.width)
        if columns != shown.columns || rows != shown.rows { resize(columns: columns, rows: rows) }
        field = size
        swap(&shown, &previous)
        let sigma = Self.sigma * Double(columns) / size.width
        crasterizer_soften(
            picture.pixels, picture.bytesPerRow, Float(sigma), grade.raw(on: frame.ground), &shown.raw, &scratch.raw)
    }

    private func resize(columns: Int, rows: Int) {
        shown = CellGrid(columns: columns, rows: rows)
        previous = CellGrid(columns: columns, rows: rows)
        scratch = CellGrid(columns: columns, rows: rows)
    }

    /// The largest change of a channel, 0…255, that the last update made to a part of the field.
    public func change(in area: FieldRectangle) -> Double {
        guard isReady else { return 0 }
        let (across, down) = (Double(shown.columns) / field.width, Double(shown.rows) / field.height)
        return Double(
            crasterizer_grid_change(
                &shown.raw, &previous.raw, Self.cell(area.x * across), Self.cell(area.y * down),
                Self.cell((area.x + area.width) * across) + 1, Self.cell((area.y + area.height) * down) + 1))
    }

    private static func cell(_ place: Double) -> Int32 { Int32(min(max(place, -4096), 4096).rounded(.down)) }

    /// Cuts a pane: `area` of the field at `scale` device pixels per logical pixel.
    /// - Returns: False, with the pixels unchanged, if there is no picture.
    public func cut(_ area: FieldRectangle, scale: Double, look: GlassLook, into pixels: GlassPixels) -> Bool {
        guard isReady, pixels.width > 0, pixels.height > 0 else { return false }
        // The cells are square, apart from rounding, so one scale serves both axes.
        let cells = Double(shown.columns) / field.width
        let start = (x: (area.x + 0.5 / scale) * cells - 0.5, y: (area.y + 0.5 / scale) * cells - 0.5)
        var pane = crasterizer_pane(
            pixels: pixels.bytes, stride: pixels.bytesPerRow, width: Int32(pixels.width),
            height: Int32(pixels.height), x: Float(start.x), y: Float(start.y), step: Float(cells / scale),
            radius: Float(look.radius * scale), border_width: Float(look.borderWidth * scale), fill: look.fill.tint,
            border: look.border.tint)
        crasterizer_cut_pane(&shown.raw, &pane)
        return true
    }
}

/// A grid of cells in memory that does not move, for the C code.
private final class CellGrid {
    var raw: crasterizer_grid
    var columns: Int { Int(raw.columns) }
    var rows: Int { Int(raw.rows) }

    init(columns: Int, rows: Int) {
        let count = max(columns * rows * 4, 4)
        let cells = UnsafeMutablePointer<Float>.allocate(capacity: count)
        cells.initialize(repeating: 0, count: count)
        raw = crasterizer_grid(cells: cells, columns: Int32(columns), rows: Int32(rows))
    }

    deinit { raw.cells.deallocate() }
}
