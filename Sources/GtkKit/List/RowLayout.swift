// SPDX-License-Identifier: GPL-3.0-or-later
// Decides which rows of a long list exist, and where they are. Rows are added and removed before a frame's layout: rows
// in view at once, and those around it a few per frame. One row, or the end of the list, stays in place while other
// rows get their real height.

import CGtk
import GioKit

/// An existing row: its widget, and its position in the list.
@MainActor
final class ListRowFrame {
    let widget: Widget
    /// The `ListRow` itself, for callers that know its type.
    let content: AnyObject
    let bind: @MainActor (_ position: Int, _ width: Int) -> Void
    let unbind: @MainActor () -> Void
    var position = -1
    /// The width of the list when the row was last bound.
    var width = 0

    init(
        _ content: AnyObject, root: Widget, bind: @escaping @MainActor (Int, Int) -> Void,
        unbind: @escaping @MainActor () -> Void
    ) {
        self.content = content
        self.bind = bind
        self.unbind = unbind
        let widget = Widget(PaintedType.make(RowListType.row))
        self.widget = widget
        takeKeyboard = { [weak widget] in widget?.grabFocus() ?? false }
        gtk_widget_set_focusable(widget.widget, 1)
        gtk_widget_set_parent(root.widget, widget.widget)
    }

    /// Moves the keyboard focus to the row, or to something within it.
    private(set) var takeKeyboard: @MainActor () -> Bool

    /// Lets the row pass the focus on to something within it.
    func leavesKeyboard(to take: @escaping @MainActor () -> Bool) {
        takeKeyboard = take
        widget.isFocusable = false
    }

    /// The height that the row needs at this width.
    func height(for width: Int) -> Int { measured(widget.widget, GTK_ORIENTATION_VERTICAL, for: width).natural }
}

/// Manages the rows of one list.
@MainActor
final class RowLayout {
    /// The point that stays in place during a layout.
    enum Anchor: Equatable {
        /// A row, at this offset below the upper edge of the view.
        case row(Int, offset: Double)
        case end
    }

    /// The fewest rows to keep, because assistive technology reads around the view.
    private static let leastRows = 24
    /// The most rows outside the view to bind per frame.
    private static let rowsPerFrame = 3
    private static let mostSpare = 6

    var heights = RowHeights()
    private(set) var frames: [ListRowFrame] = []
    private(set) var width = 0
    private(set) var page = 0
    var anchor = Anchor.end
    var make: (@MainActor () -> ListRowFrame)?
    /// Returns the row to focus when the focus enters the list; nil for the one in the middle of the view.
    var entry: (@MainActor () -> Int?)?
    /// Called after each layout.
    var onLayout: (@MainActor () -> Void)?

    /// The widget of the list, which owns this object.
    let list: UnsafeMutablePointer<GtkWidget>
    private var spare: [ListRowFrame] = []
    var adjustments: [Bool: (object: GObjectRef, connection: SignalConnection?)] = [:]
    /// True while the list updates the scroll bars, so that it doesn't follow them.
    var isConfiguring = false
    private var isTicking = false
    /// The row to focus next, because the focused one was removed; nil for none.
    private var heir: Int?

    init(_ list: UnsafeMutablePointer<GtkWidget>) {
        self.list = list
    }

    isolated deinit {
        for (object, connection) in adjustments.values {
            withExtendedLifetime(object) { if let connection, connection.isConnected { connection.disconnect() } }
        }
    }

    var count: Int { heights.count }

    /// The position of the view's upper edge in the whole list.
    var top: Double {
        let most = Double(max(0, heights.total - page))
        guard case .row(let position, let offset) = anchor, position < count else { return most }
        return min(most, max(0, Double(heights.top(of: position)) - offset))
    }

    /// The rows that are at least partly in view.
    var visibleFrames: [ListRowFrame] { frames.filter { visible.contains($0.position) } }

    private var visible: ClosedRange<Int> { positions(around: 0) }

    /// The minimum width of the list in logical pixels; rows take all the width there is.
    var leastWidth: Int {
        frames.map { measured($0.widget.widget, GTK_ORIENTATION_HORIZONTAL, for: -1).minimum }.max() ?? 0
    }

    func frame(at position: Int) -> ListRowFrame? { frames.first { $0.position == position } }

    /// The row that contains the keyboard focus; nil if none does.
    var focused: ListRowFrame? { frames.first { $0.widget.containsFocus } }

    // MARK: Changes

    func splice(at position: Int, removing removed: Int, inserting inserted: Int) {
        heights.splice(at: position, removing: removed, inserting: inserted)
        let change = inserted - removed
        if case .row(let row, let offset) = anchor {
            if row >= position + removed {
                anchor = .row(row + change, offset: offset)
            } else if row >= position {
                anchor = count == 0 ? .end : .row(min(position, count - 1), offset: offset)
            }
        }
        let gone = position..<(position + removed)
        if let heir, heir >= gone.upperBound { self.heir = heir + change }
        if let focused, gone.contains(focused.position) { heir = position }
        for frame in frames where frame.position >= position {
            if gone.contains(frame.position) { retire(frame) } else { frame.position += change }
        }
        schedule()
    }

    /// Updates the row at a position.
    func update(at position: Int) {
        guard position >= 0, position < count else { return }
        heights.forget(at: position)
        // Bind the row in the next frame, since later steps of the same change may still move it.
        frame(at: position)?.width = -1
        schedule()
    }

    /// Schedules a layout for the next frame.
    func schedule() {
        gtk_widget_queue_allocate(list)
        guard !isTicking else { return }
        isTicking = true
        RowListType.tick(list)
    }

    /// Prepares the layout of a frame.
    /// - Returns: True if the next frame has more to do.
    func advance() -> Bool {
        isTicking = !prepare()
        gtk_widget_queue_allocate(list)
        return isTicking
    }

    // MARK: Rows

    /// Creates the rows in view, and some around it.
    /// - Returns: True if no row is missing.
    @discardableResult
    func prepare() -> Bool {
        guard width > 0, page > 0 else { return true }
        guard count > 0 else {
            heir = nil
            frames.forEach(retire)
            trim()
            return true
        }
        fit()
        if let heir {
            self.heir = nil
            focus(at: heir)
        }
        // Repeat, since measuring rows changes which ones are in view.
        for _ in 0..<6 {
            let missing = visible.filter { frame(at: $0) == nil }
            if missing.isEmpty { break }
            retire(outside: wanted)
            missing.forEach { show($0) }
        }
        let wanted = wanted
        retire(outside: wanted)
        let middle = (visible.lowerBound + visible.upperBound) / 2
        let missing = wanted.filter { frame(at: $0) == nil }.sorted { abs($0 - middle) < abs($1 - middle) }
        missing.prefix(Self.rowsPerFrame).forEach { show($0) }
        trim()
        return missing.count <= Self.rowsPerFrame
    }

    /// The row at a position, created if it is missing.
    @discardableResult
    func show(_ position: Int) -> ListRowFrame? {
        if let frame = frame(at: position) { return frame }
        guard let frame = spare.popLast() ?? make?() else { return nil }
        let index = frames.firstIndex { $0.position > position } ?? frames.count
        frame.position = position
        frame.width = width
        frames.insert(frame, at: index)
        // Keep the children in order, since assistive technology reads them in this order.
        gtk_widget_insert_after(frame.widget.widget, list, index > 0 ? frames[index - 1].widget.widget : nil)
        frame.widget.isVisible = true
        frame.bind(position, width)
        heights.set(frame.height(for: width), at: position)
        return frame
    }

    /// Binds rows again whose width or content is outdated.
    private func fit() {
        for frame in frames where frame.width != width {
            frame.width = width
            frame.bind(frame.position, width)
            heights.set(frame.height(for: width), at: frame.position)
        }
    }

    private func retire(outside wanted: ClosedRange<Int>) {
        for frame in frames where !wanted.contains(frame.position) && !frame.widget.containsFocus { retire(frame) }
    }

    private func retire(_ frame: ListRowFrame) {
        frames.removeAll { $0 === frame }
        frame.unbind()
        spare.append(frame)
    }

    private func trim() {
        while spare.count > Self.mostSpare { gtk_widget_unparent(spare.removeLast().widget.widget) }
        for frame in spare { frame.widget.isVisible = false }
    }

    private func positions(around distance: Int) -> ClosedRange<Int> {
        guard count > 0 else { return 0...0 }
        let top = Int(top)
        let first = heights.position(at: top - distance)
        return first...max(first, heights.position(at: top + page + distance))
    }

    private var wanted: ClosedRange<Int> {
        let range = positions(around: page)
        let lack = max(0, Self.leastRows - range.count)
        let first = max(0, range.lowerBound - lack / 2)
        let last = min(count - 1, max(range.upperBound, first + Self.leastRows - 1))
        return max(0, min(first, last - Self.leastRows + 1))...last
    }

    // MARK: Layout

    func allocate(width: Int, height: Int) {
        if width != self.width { heights.forgetAll() }
        let isOther = width != self.width || height != page
        (self.width, page) = (width, height)
        for frame in frames { heights.set(frame.height(for: width), at: frame.position) }
        configure()
        let top = Int(top.rounded())
        for frame in frames {
            var place = GtkAllocation(
                x: 0, y: gint(clamping: heights.top(of: frame.position) - top), width: gint(width),
                height: gint(heights[frame.position]))
            gtk_widget_size_allocate(frame.widget.widget, &place, -1)
        }
        if isOther || count > 0 && visible.contains(where: { frame(at: $0) == nil }) { schedule() }
        onLayout?()
    }
}
