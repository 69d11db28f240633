// SPDX-License-Identifier: GPL-3.0-or-later
// Ownership: one Swift object holds exactly one reference on one GObject. Main thread only.

import CGio
import Synchronization

/// Holds one reference on a GObject for as long as it lives.
@MainActor
open class GObjectRef {
    /// The GObject; valid for as long as this wrapper is alive. Never take it from a temporary ("Label().raw"): the
    /// wrapper may be gone before the call that gets the pointer. Pass wrappers, or name them first.
    public let raw: UnsafeMutableRawPointer

    /// Takes over a reference that the caller owns ("transfer full").
    public init(adopting raw: UnsafeMutableRawPointer) {
        self.raw = raw
        LiveCounts.addReferences(1)
    }

    /// Adds a reference, or takes the floating one of a new widget ("transfer none", "floating").
    public init(retaining raw: UnsafeMutableRawPointer) {
        g_object_ref_sink(raw)
        self.raw = raw
        LiveCounts.addReferences(1)
    }

    isolated deinit {
        g_object_unref(raw)
        LiveCounts.addReferences(-1)
    }

    /// The object as a pointer to a type whose fields C shows.
    public final func pointer<Type>(as type: Type.Type = Type.self) -> UnsafeMutablePointer<Type> {
        raw.assumingMemoryBound(to: type)
    }

    /// The object as a pointer to a type that C hides.
    public final var opaque: OpaquePointer { OpaquePointer(raw) }
}

/// How many wrappers and closure boxes are alive: leak tests compare these before and after.
public enum LiveCounts {
    /// KiB that are allocated and not freed, by any code: what the process has in memory beyond it is room between.
    public static var allocatedKiB: Int { Int(jarvis_allocated_bytes()) / 1024 }

    private static let liveReferences = Atomic<Int>(0)
    private static let liveClosures = Atomic<Int>(0)

    /// Swift wrappers that hold a GObject.
    public static var references: Int { liveReferences.load(ordering: .relaxed) }
    /// Swift closures and values that a GObject, timer or tick holds.
    public static var closures: Int { liveClosures.load(ordering: .relaxed) }

    package static func addReferences(_ change: Int) { liveReferences.add(change, ordering: .relaxed) }
    package static func addClosures(_ change: Int) { liveClosures.add(change, ordering: .relaxed) }
}

/// A weak pointer to a GObject that becomes nil when the object is finalized; for leak tests.
@MainActor
public final class WeakObject {
    private let slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    public init(_ object: GObjectRef) {
        slot = .allocate(capacity: 1)
        slot.initialize(to: object.raw)
        g_object_add_weak_pointer(object.pointer(as: GObject.self), slot)
    }

    /// True while the object still has an owner.
    public var isAlive: Bool { slot.pointee != nil }

    isolated deinit {
        if let object = slot.pointee {
            g_object_remove_weak_pointer(object.assumingMemoryBound(to: GObject.self), slot)
        }
        slot.deallocate()
    }
}
