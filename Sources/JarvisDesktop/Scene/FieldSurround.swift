// SPDX-License-Identifier: GPL-3.0-or-later
// The black round the scene's field, drawn after it. It lets the window go without a background of its own: what GTK's
// cairo renderer draws first, on nothing, it draws straight to where it belongs, and over a background by way of a
// copy, which costs a fifth of a frame.

import GtkKit

@MainActor
final class FieldSurround {
    let root: Widget
    private let hole = Box(.row)

    init() {
        let edges = (0..<4).map { _ in
            let edge = Box(.row)
            edge.addClass("surround")
            return edge
        }
        edges[0].expand(vertical: true)
        edges[1].expand(horizontal: true)
        edges[2].expand(horizontal: true)
        edges[3].expand(vertical: true)
        let column = Box(.column, [edges[0], Box(.row, [edges[1], hole, edges[2]]), edges[3]])
        root = column
        root.receivesPointer = false
        root.isVisible = false
        for part in edges + [hole, root] { part.setRole(.none) }
    }

    /// Leaves the field free but for its outermost pixels, so that rounding opens no gap between them.
    func fit(width: Int, height: Int) { hole.setSizeRequest(width: width - 2, height: height - 2) }
}
