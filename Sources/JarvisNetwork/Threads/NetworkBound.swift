// SPDX-License-Identifier: GPL-3.0-or-later
// Lets any thread hold an object of the network thread: the object is released there, even if another thread drops the
// last reference.

/// Owns an object that may only be used and released on the network thread.
final class NetworkBound<Object: AnyObject & Sendable>: Sendable {
    private let object: Unmanaged<Object>
    private let loop: NetworkLoop

    /// - Parameter object: The object, whose ownership passes to this one: only jobs on the network thread may retain
    ///   it.
    init(_ object: Object, on loop: NetworkLoop) {
        self.object = Unmanaged.passRetained(object)
        self.loop = loop
    }

    deinit {
        // Capture an unretained reference: a closure that retained the object could end before this deinit, which would
        // then release it on this thread.
        loop.perform { [object] in object.release() }
    }

    /// The object. Use it on the network thread only.
    var value: Object { object.takeUnretainedValue() }

    /// Runs a job with the object on the network thread.
    func perform(_ job: @escaping @Sendable (Object) -> Void) {
        loop.perform { [self] in job(value) }
    }
}
