// SPDX-License-Identifier: GPL-3.0-or-later
// Writes bytes in order to a GIO output stream, without blocking. Used on the network thread only.

import CSoup
import JarvisCore

/// Queues bytes and writes them as fast as the other end accepts them.
final class StreamWriter {
    private let stream: UnsafeMutablePointer<GOutputStream>?
    private let cancellable: UnsafeMutablePointer<GCancellable>?
    /// Called with nil after each block, and with the failure that ends the writing.
    private let report: (ServerFailure.Kind?) -> Void
    private var queue: [UInt8] = []
    private var isWriting = false
    private var isBroken = false
    private var closesWhenEmpty: (() -> Void)?
    private var bytesInBlock = 0
    private var waitForRoom: (limit: Int, action: () -> Void)?

    /// Creates a writer that has nothing to write.
    /// - Parameters:
    ///   - stream: The stream, which the owner of this writer retains.
    ///   - cancellable: Cancels a write in progress.
    init(
        _ stream: UnsafeMutablePointer<GOutputStream>?, cancellable: UnsafeMutablePointer<GCancellable>?,
        report: @escaping (ServerFailure.Kind?) -> Void
    ) {
        self.stream = stream
        self.cancellable = cancellable
        self.report = report
    }

    /// The number of bytes not yet written, excluding those in the system's buffers.
    var waiting: Int { queue.count + bytesInBlock }

    func write(_ bytes: [UInt8]) {
        guard !isBroken else { return }
        queue += bytes
        writeNext()
    }

    /// Calls `action` once fewer than `limit` bytes are waiting, or once writing has ended. Only one caller may wait at
    /// a time.
    func whenWaiting(below limit: Int, _ action: @escaping () -> Void) {
        guard waiting >= limit, !isBroken else { return action() }
        waitForRoom = (limit, action)
    }

    private func tellOfRoom() {
        guard let wait = waitForRoom, isBroken || waiting < wait.limit else { return }
        waitForRoom = nil
        wait.action()
    }

    /// Calls `action` once everything has been written.
    func whenEmpty(_ action: @escaping () -> Void) {
        closesWhenEmpty = action
        writeNext()
    }

    private func writeNext() {
        guard !isWriting else { return }
        guard !queue.isEmpty else {
            closesWhenEmpty?()
            closesWhenEmpty = nil
            return
        }
        isWriting = true
        // The block has to stay in the same place until the call has finished.
        let block = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: queue.count)
        _ = block.initialize(from: queue)
        bytesInBlock = block.count
        queue.removeAll(keepingCapacity: true)
        let done = AsyncCompletion.box { [self] result in
            block.deallocate()
            let error = LibraryError()
            let succeeded = error.catching { g_output_stream_write_all_finish(stream, result, nil, $0) } != 0
            isWriting = false
            bytesInBlock = 0
            if !succeeded {
                isBroken = true
                queue = []
            }
            tellOfRoom()
            report(succeeded ? nil : error.kind)
            if succeeded { writeNext() }
        }
        g_output_stream_write_all_async(
            stream, block.baseAddress, gsize(block.count), G_PRIORITY_DEFAULT, cancellable, AsyncCompletion.callback,
            done)
    }
}
