// SPDX-License-Identifier: GPL-3.0-or-later
// Owns GObjects: one Swift object holds exactly one reference to one GObject. Main thread only.

import CGio
import Synchronization

/// Holds one reference to a GObject while this exists.
@MainActor
open class GObjectRef {
    /// The GObject, valid while this wrapper exists. Never read it from a temporary ("Label().raw"): the wrapper may be
    /// released before the call that receives the pointer. Pass wrappers, or assign them to a variable first.
    public let raw: UnsafeMutableRawPointer

    /// Takes over the caller's reference ("transfer full" in GLib's documentation).
    public init(adopting raw: UnsafeMutableRawPointer) {
        self.raw = raw
        LiveCounts.addReferences(1)
    }

    /// Adds a reference, or sinks the floating reference of a new widget ("transfer none", "floating").
    public init(retaining raw: UnsafeMutableRawPointer) {
        g_object_ref_sink(raw)
        self.raw = raw
        LiveCounts.addReferences(1)
    }

    isolated deinit {
        g_object_unref(raw)
        LiveCounts.addReferences(-1)
    }

    /// The object as a pointer to a type with a public C structure.
    public final func pointer<Type>(as type: Type.Type = Type.self) -> UnsafeMutablePointer<Type> {
        raw.assumingMemoryBound(to: type)
    }

    /// The object as a pointer to an opaque C type.
    public final var opaque: OpaquePointer { OpaquePointer(raw) }
}

/// Counts live wrappers and closure boxes; leak tests compare the counts before and after.
public enum LiveCounts {
    /// KiB that any code has allocated and not freed. The rest of the process's memory is fragmentation and overhead.
    public static var allocatedKiB: Int { Int(jarvis_allocated_bytes()) / 1024 }

    private static let liveReferences = Atomic<Int>(0)
    private static let liveClosures = Atomic<Int>(0)

    /// The number of Swift wrappers that hold a GObject.
    public static var references: Int { liveReferences.load(ordering: .relaxed) }
    /// The number of Swift closures and values that GObjects, timers or ticks hold.
    public static var closures: Int { liveClosures.load(ordering: .relaxed) }

    package static func addReferences(_ change: Int) { liveReferences.add(change, ordering: .relaxed) }
    package static func addClosures(_ change: Int) { liveClosures.add(change, ordering: .relaxed) }
}

/// A weak pointer to a GObject, which becomes nil when the object is finalized; for leak tests.
@MainActor
public final class WeakObject {
    private let slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    public init(_ object: GObjectRef) {
        slot = .allocate(capacity: 1)
        slot.initialize(to: object.raw)
        g_object_add_weak_pointer(object.pointer(as: GObject.self), slot)
    }

    /// True while the object exists.
    public var isAlive: Bool { slot.pointee != nil }

    isolated deinit {
        if let object = slot.pointee {
            g_object_remove_weak_pointer(object.assumingMemoryBound(to: GObject.self), slot)
        }
        slot.deallocate()
    }
}
