// SPDX-License-Identifier: GPL-3.0-or-later
// A vertical list of any length that creates rows only for the view and a page around it. GtkListView creates two
// hundred rows, and lays them all out at every step.

import CGtk
import GioKit

/// A row of a list, created once, then bound to one item after another.
@MainActor
public protocol ListRow: AnyObject, Sendable {
    associatedtype Item
    init()
    var root: Widget { get }
    /// Shows `item`.
    /// - Parameter width: The width of the list, in logical pixels.
    func bind(_ item: Item, width: Int)
    /// Releases the item, cancelling any work started for it.
    func unbind()
}

/// A list of any length. Place it in a `ScrolledWindow`. It requests items by position whenever it creates or reuses a
/// row.
public final class RowList<Row: ListRow>: Widget {
    private let layout: RowLayout

    /// - Parameters:
    ///   - item: Returns the item at a position; nil if it has been removed.
    ///   - configure: Called with each new row, to connect it.
    ///   - takesKeyboard: Focuses something within a row; nil to focus the row itself.
    public init(
        accessibleLabel: String, item: @escaping @MainActor (Int) -> Row.Item?,
        configure: @escaping @MainActor (Row) -> Void = { _ in },
        takesKeyboard: (@MainActor (Row) -> Bool)? = nil
    ) {
        let list = PaintedType.make(RowListType.list)
        let layout = RowLayout(list)
        self.layout = layout
        RowListType.attach(layout, to: list)
        super.init(list)
        gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
        setAccessibleLabel(accessibleLabel)
        layout.make = { [weak layout] in
            let row = Row()
            configure(row)
            let frame = ListRowFrame(row, root: row.root) { position, width in
                if let item = item(position) { row.bind(item, width: width) }
            } unbind: {
                row.unbind()
            }
            if let takesKeyboard { frame.leavesKeyboard { [weak row] in row.map(takesKeyboard) ?? false } }
            Self.connect(frame, layout)
            return frame
        }
        let keys = KeyController()
        keys.onPress { [weak layout] in layout?.take($0) ?? false }
        add(keys)
    }

    private static func connect(_ frame: ListRowFrame, _ layout: RowLayout?) {
        let click = ClickGesture()
        click.onPress { [weak frame] _, _, _ in
            if let frame, frame.widget.isFocusable, !frame.widget.containsFocus { frame.widget.grabFocus() }
        }
        frame.widget.add(click)
        let focus = FocusController()
        // Assistive technology can also move the focus to rows, so scroll to the focused one.
        focus.onEnter { [weak frame, weak layout] in if let frame { layout?.reveal(frame.position) } }
        frame.widget.add(focus)
    }

    public var count: Int { layout.count }

    /// All existing rows, whether visible or not.
    public var rows: [Row] { layout.frames.compactMap { $0.content as? Row } }

    /// The position of the first row that is at least partly in view; nil if there are none.
    public var firstInView: Int? { layout.visibleFrames.map(\.position).min() }

    /// The position of a row's upper edge, in logical pixels below that of the view.
    public func top(of position: Int) -> Double { Double(layout.heights.top(of: position)) - layout.top }

    /// Calls `handler` after each layout, possibly during an allocation, so it must not add or remove widgets.
    public func onLayout(_ handler: @escaping @MainActor () -> Void) { layout.onLayout = handler }

    /// Reports that items were removed and inserted at a position. The rows in view stay in place.
    public func splice(at position: Int, removing removed: Int, inserting inserted: Int) {
        layout.splice(at: position, removing: removed, inserting: inserted)
    }

    /// Reports that an item has changed. Its row stays, and keeps the keyboard focus.
    public func update(at position: Int) { layout.update(at: position) }

    /// Scrolls to the end, and stays there while rows get their real height.
    public func revealEnd() {
        layout.anchor = .end
        layout.schedule()
    }

    /// Sets which row receives the focus when it enters the list; nil for a row in view.
    public func enters(at position: @escaping @MainActor () -> Int?) { layout.entry = position }

    /// Scrolls a row to the upper edge, if there is enough content below it.
    public func show(at position: Int) {
        layout.anchor = .row(position, offset: 0)
        layout.schedule()
    }

    /// Focuses a row and scrolls it into view.
    @discardableResult
    public func focus(at position: Int) -> Bool { layout.focus(at: position) }

    /// Focuses a row that is in view.
    @discardableResult
    public func enter() -> Bool { layout.enter() }
}
