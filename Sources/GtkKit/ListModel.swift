// SPDX-License-Identifier: GPL-3.0-or-later
// Virtualised lists: a model of Swift values and a view that makes rows only for what is visible.

import CGtk

/// A list of Swift values that list views can show.
public final class ListModel<Item>: GObjectRef {
    public init() {
        super.init(adopting: UnsafeMutableRawPointer(jarvis_list_store_new()))
    }

    public var count: Int { Int(g_list_model_get_n_items(opaque)) }

    public subscript(index: Int) -> Item? {
        guard index >= 0, let object = g_list_model_get_item(opaque, guint(index)) else { return nil }
        defer { g_object_unref(object) }
        return ItemBox<Item>.read(object)
    }

    public func append(_ item: Item) { splice(at: count, removing: 0, inserting: [item]) }
    public func remove(at index: Int) { splice(at: index, removing: 1, inserting: []) }
    /// Shows another item in the row of this one: the row stays, with the focus that it may have.
    public func update(at index: Int, with item: Item) {
        guard index >= 0, let object = g_list_model_get_item(opaque, guint(index)) else { return }
        defer { g_object_unref(object) }
        ItemBox<Item>.box(on: object)?.change(to: item, at: index)
    }

    public func replace(at index: Int, with item: Item) { splice(at: index, removing: 1, inserting: [item]) }

    /// Replaces a range in one step: one change for the view, whatever the number.
    public func splice(at position: Int, removing removed: Int, inserting items: [Item]) {
        var objects: [UnsafeMutableRawPointer?] = items.map { ItemBox($0).intoObject() }
        objects.withUnsafeMutableBufferPointer { buffer in
            g_list_store_splice(opaque, guint(position), guint(removed), buffer.baseAddress, guint(buffer.count))
        }
        for object in objects { g_object_unref(object) }
    }
}

/// A row of a list view: made once, then bound to one item after another.
@MainActor
public protocol ListRow: AnyObject {
    associatedtype Item
    init()
    var root: Widget { get }
    /// Shows `item`.
    func bind(_ item: Item, at index: Int)
    /// Forgets the item (cancel what was started for it).
    func unbind()
}

/// A vertical list that keeps rows only for what is on screen.
public final class ListView<Row: ListRow>: Widget {
    public let model: ListModel<Row.Item>

    /// - Parameter configure: called with each new row, to connect it.
    public init(
        _ model: ListModel<Row.Item>, accessibleLabel: String,
        configure: @escaping @MainActor (Row) -> Void = { _ in }
    ) {
        self.model = model
        let factory = GObjectRef(adopting: UnsafeMutableRawPointer(gtk_signal_list_item_factory_new()))
        Self.connect(factory, configure)
        g_object_ref(model.raw)
        let selection = gtk_no_selection_new(model.opaque)
        g_object_ref(factory.raw)
        super.init(gtk_list_view_new(selection, factory.opaque))
        setAccessibleLabel(accessibleLabel)
    }

    private static func connect(_ factory: GObjectRef, _ configure: @escaping @MainActor (Row) -> Void) {
        factory.connect("setup") { arguments in
            guard let item = arguments.object(1) else { return }
            let row = Row()
            configure(row)
            gtk_list_item_set_child(OpaquePointer(item), row.root.widget)
            gtk_list_item_set_activatable(OpaquePointer(item), 0)
            ItemBox<Row>(row).attach(to: item)
        }
        factory.connect("bind") { arguments in
            guard let item = arguments.object(1), let row = ItemBox<Row>.read(item),
                let object = gtk_list_item_get_item(OpaquePointer(item)), let box = ItemBox<Row.Item>.box(on: object)
            else { return }
            row.bind(box.value, at: Int(gtk_list_item_get_position(OpaquePointer(item))))
            box.onChange = { [weak row] in row?.bind($0, at: $1) }
        }
        factory.connect("unbind") { arguments in
            guard let item = arguments.object(1) else { return }
            ItemBox<Row>.read(item)?.unbind()
            gtk_list_item_get_item(OpaquePointer(item)).flatMap { ItemBox<Row.Item>.box(on: $0) }?.onChange = nil
        }
        factory.connect("teardown") { arguments in
            guard let item = arguments.object(1) else { return }
            gtk_list_item_set_child(OpaquePointer(item), nil)
        }
    }
}

/// A Swift value hung on a GObject, released with it.
private final class ItemBox<Value> {
    private(set) var value: Value
    /// Set while a row shows the value.
    var onChange: (@MainActor (Value, Int) -> Void)?

    init(_ value: Value) {
        self.value = value
        LiveCounts.addClosures(1)
    }

    deinit {
        LiveCounts.addClosures(-1)
    }

    /// A new GObject (one reference, the caller's) that carries this box.
    func intoObject() -> UnsafeMutableRawPointer {
        let object = UnsafeMutableRawPointer(jarvis_plain_object_new())
        // g_object_new never returns NULL for a plain GObject.
        guard let object else { preconditionFailure("GLib is out of memory") }
        attach(to: object)
        return object
    }

    func attach(to object: UnsafeMutableRawPointer) {
        g_object_set_data_full(
            object.assumingMemoryBound(to: GObject.self), boxKey, Unmanaged<AnyObject>.passRetained(self).toOpaque(),
            releaseBox)
    }

    @MainActor
    func change(to value: Value, at index: Int) {
        self.value = value
        onChange?(value, index)
    }

    static func read(_ object: UnsafeMutableRawPointer) -> Value? { box(on: object)?.value }

    static func box(on object: UnsafeMutableRawPointer) -> ItemBox? {
        guard let data = g_object_get_data(object.assumingMemoryBound(to: GObject.self), boxKey) else { return nil }
        return Unmanaged<AnyObject>.fromOpaque(data).takeUnretainedValue() as? ItemBox<Value>
    }
}

private let boxKey = "jarvis-swift-value"

private let releaseBox: GDestroyNotify = { data in
    guard let data else { return }
    Unmanaged<AnyObject>.fromOpaque(data).release()
}
