// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows of a long list exist and where they stand. Rows come and go before a frame's layout, those in view at once
// and those round it a few per frame; one row, or the end, stays in place while others get their real height.

import CGtk
import GioKit

/// A row that exists: its widget, and the position that it shows.
@MainActor
final class ListRowFrame {
    let widget: Widget
    /// The `ListRow`, for callers that know its type.
    let content: AnyObject
    let bind: @MainActor (_ position: Int, _ width: Int) -> Void
    let unbind: @MainActor () -> Void
    var position = -1
    /// The width that it was bound for.
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

    /// Takes the keyboard, or gives it to something within the row.
    private(set) var takeKeyboard: @MainActor () -> Bool

    /// The row itself is not a stop of the keyboard.
    func leavesKeyboard(to take: @escaping @MainActor () -> Bool) {
        takeKeyboard = take
        widget.isFocusable = false
    }

    /// The height that it needs at the width.
    func height(for width: Int) -> Int { measured(widget.widget, GTK_ORIENTATION_VERTICAL, for: width).natural }
}

/// The rows of one list.
@MainActor
final class RowLayout {
    /// What stays in place.
    enum Anchor: Equatable {
        /// A row, so far below the upper edge.
        case row(Int, offset: Double)
        case end
    }

    /// Fewer rows than these are kept whatever the view shows: assistive technology reads round it.
    private static let leastRows = 24
    /// Rows outside the view that are bound per frame.
    private static let rowsPerFrame = 3
    private static let mostSpare = 6

    var heights = RowHeights()
    private(set) var frames: [ListRowFrame] = []
    private(set) var width = 0
    private(set) var page = 0
    var anchor = Anchor.end
    var make: (@MainActor () -> ListRowFrame)?
    /// The position that gets the keyboard when it comes to the list; nil: the one in the middle of the view.
    var entry: (@MainActor () -> Int?)?
    /// Called after each layout.
    var onLayout: (@MainActor () -> Void)?

    /// The widget that owns this object.
    let list: UnsafeMutablePointer<GtkWidget>
    private var spare: [ListRowFrame] = []
    var adjustments: [Bool: (object: GObjectRef, connection: SignalConnection?)] = [:]
    /// The scroll bars follow the list, and not the other way round.
    var isConfiguring = false
    private var isTicking = false
    /// The row that should get the keyboard because the one that had it is gone.
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

    /// The place of the view's upper edge in the whole list.
    var top: Double {
        let most = Double(max(0, heights.total - page))
        guard case .row(let position, let offset) = anchor, position < count else { return most }
        return min(most, max(0, Double(heights.top(of: position)) - offset))
    }

    /// Rows of which something is in view.
    var visibleFrames: [ListRowFrame] { frames.filter { visible.contains($0.position) } }

    private var visible: ClosedRange<Int> { positions(around: 0) }

    /// The least width in logical pixels; rows take all there is.
    var leastWidth: Int {
        frames.map { measured($0.widget.widget, GTK_ORIENTATION_HORIZONTAL, for: -1).minimum }.max() ?? 0
    }

    func frame(at position: Int) -> ListRowFrame? { frames.first { $0.position == position } }

    /// The row that has the keyboard.
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

    /// A row shows something else.
    func update(at position: Int) {
        guard position >= 0, position < count else { return }
        heights.forget(at: position)
        // Bound at the next frame: what follows in the same change may move it.
        frame(at: position)?.width = -1
        schedule()
    }

    /// Lays the list out at the next frame.
    func schedule() {
        gtk_widget_queue_allocate(list)
        guard !isTicking else { return }
        isTicking = true
        RowListType.tick(list)
    }

    /// Before the layout of a frame.
    /// - Returns: whether the next frame has something to do, too.
    func advance() -> Bool {
        isTicking = !prepare()
        gtk_widget_queue_allocate(list)
        return isTicking
    }

    // MARK: Rows

    /// Makes the rows that are in view, and some of those round it.
    /// - Returns: true when none is missing.
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
        // What is measured moves what is in view.
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

    /// The row of a position, made if it is missing.
    @discardableResult
    func show(_ position: Int) -> ListRowFrame? {
        if let frame = frame(at: position) { return frame }
        guard let frame = spare.popLast() ?? make?() else { return nil }
        let index = frames.firstIndex { $0.position > position } ?? frames.count
        frame.position = position
        frame.width = width
        frames.insert(frame, at: index)
        // Assistive technology reads the children in their order.
        gtk_widget_insert_after(frame.widget.widget, list, index > 0 ? frames[index - 1].widget.widget : nil)
        frame.widget.isVisible = true
        frame.bind(position, width)
        heights.set(frame.height(for: width), at: position)
        return frame
    }

    /// Rebinds rows that are bound for another width or to something else.
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
