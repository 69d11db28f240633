// SPDX-License-Identifier: GPL-3.0-or-later
// Builds a form with files as an HTTP body (RFC 7578). Pure.

/// Collects the parts of a form.
public struct MultipartForm: Sendable {
    private let boundary: String
    private var bytes: [UInt8] = []

    /// - Parameter boundary: A text that does not occur in the parts; random by default.
    public init(boundary: String = String(UInt64.random(in: 1 << 60 ... .max), radix: 16)) {
        self.boundary = "jarvis-" + boundary
    }

    public var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    public mutating func add(_ name: String, _ value: String) {
        begin(name)
        bytes += Array("\r\n\r\n\(value)\r\n".utf8)
    }

    public mutating func add(_ name: String, file: String, type: String, _ content: [UInt8]) {
        begin(name)
        bytes += Array("; filename=\"\(file)\"\r\nContent-Type: \(type)\r\n\r\n".utf8)
        bytes += content
        bytes += Array("\r\n".utf8)
    }

    /// The body of the form, complete with its final boundary.
    public var body: [UInt8] { bytes + Array("--\(boundary)--\r\n".utf8) }

    private mutating func begin(_ name: String) {
        bytes += Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"".utf8)
    }
}
