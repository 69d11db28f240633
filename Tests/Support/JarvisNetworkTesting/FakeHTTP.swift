// SPDX-License-Identifier: GPL-3.0-or-later
// HTTP without a network, for addresses that tests must not contact.

public import JarvisNetwork
import Synchronization

/// Answers every request with one status and no body, and remembers the requests.
public final class FakeHTTP: HTTPStreaming {
    private let status: Int
    private let sent = Mutex<[HTTPRequest]>([])

    public init(status: Int = 200) {
        self.status = status
    }

    /// The requests, in order.
    public var requests: [HTTPRequest] { sent.withLock { $0 } }

    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        sent.withLock { $0.append(request) }
        return HTTPResponse(status: status, headers: [:])
    }
}
