// SPDX-License-Identifier: GPL-3.0-or-later
// An object of the network thread that others hold: it ends on that thread, wherever its last reference is dropped.

/// Owns an object whose libraries want it to be used and released on the network thread only.
final class NetworkBound<Object: AnyObject & Sendable>: Sendable {
    private let object: Unmanaged<Object>
    private let loop: NetworkLoop

    /// - Parameter object: To be handed over: only jobs of the thread may keep it.
    init(_ object: Object, on loop: NetworkLoop) {
        self.object = Unmanaged.passRetained(object)
        self.loop = loop
    }

    deinit {
        // A closure that held the object itself could end before this deinit, which would be the last holder then.
        loop.perform { [object] in object.release() }
    }

    /// The object; on the network thread only.
    var value: Object { object.takeUnretainedValue() }

    /// Does something with the object on the network thread.
    func perform(_ job: @escaping @Sendable (Object) -> Void) {
        loop.perform { [self] in job(value) }
    }
}
