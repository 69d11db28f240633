// SPDX-License-Identifier: GPL-3.0-or-later
// A vertical list of any length that keeps rows only for what is in view and a page round it. GtkListView keeps two
// hundred rows and lays all of them out at every step.

import CGtk
import GioKit

/// A row of a list: made once, then bound to one item after another.
@MainActor
public protocol ListRow: AnyObject, Sendable {
    associatedtype Item
    init()
    var root: Widget { get }
    /// Shows `item`.
    /// - Parameter width: of the list, in logical pixels.
    func bind(_ item: Item, width: Int)
    /// Forgets the item (cancel what was started for it).
    func unbind()
}

/// The list; made to stand in a `ScrolledWindow`. It asks for its items by position whenever it makes a row.
public final class RowList<Row: ListRow>: Widget {
    private let layout: RowLayout

    /// - Parameters:
    ///   - item: the item at a position; nil where there is no longer one.
    ///   - configure: called with each new row, to connect it.
    ///   - takesKeyboard: gives the keyboard to something within a row; nil: the row takes it itself.
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
        // Assistive technology gives the keyboard to rows, too.
        focus.onEnter { [weak frame, weak layout] in if let frame { layout?.reveal(frame.position) } }
        frame.widget.add(focus)
    }

    public var count: Int { layout.count }

    /// Rows that exist, seen or not.
    public var rows: [Row] { layout.frames.compactMap { $0.content as? Row } }

    /// The position of the first row of which something is in view; nil without any.
    public var firstInView: Int? { layout.visibleFrames.map(\.position).min() }

    /// Where a row begins, in logical pixels below the view's upper edge.
    public func top(of position: Int) -> Double { Double(layout.heights.top(of: position)) - layout.top }

    /// Called after each layout; it may be the middle of an allocation, where nothing may come or go.
    public func onLayout(_ handler: @escaping @MainActor () -> Void) { layout.onLayout = handler }

    /// Items have gone from a place, and others have come there; what is in view stays where it is.
    public func splice(at position: Int, removing removed: Int, inserting inserted: Int) {
        layout.splice(at: position, removing: removed, inserting: inserted)
    }

    /// The item of a row has changed: the row stays, with the keyboard that it may have.
    public func update(at position: Int) { layout.update(at: position) }

    /// Shows the end, also while rows there get their real height.
    public func revealEnd() {
        layout.anchor = .end
        layout.schedule()
    }

    /// Says which row gets the keyboard when that comes to the list; nil: one in view.
    public func enters(at position: @escaping @MainActor () -> Int?) { layout.entry = position }

    /// Shows a row at the upper edge, as far as there is enough below it.
    public func show(at position: Int) {
        layout.anchor = .row(position, offset: 0)
        layout.schedule()
    }

    /// Gives the keyboard to a row, and shows it.
    @discardableResult
    public func focus(at position: Int) -> Bool { layout.focus(at: position) }

    /// Gives the keyboard to a row in view.
    @discardableResult
    public func enter() -> Bool { layout.enter() }
}
