// SPDX-License-Identifier: GPL-3.0-or-later
// A download: its source, its target and its progress.

/// A file of a server.
public struct Download: Sendable {
    /// Absolute, http or https.
    public var url: String
    /// For the server of `url` only: redirects to another origin lose what could be a key.
    public var headers: [(name: String, value: String)] = []
    /// Where the file will be, once all of it is there and right. Beside it are `path` + ".part" and ".part.json" before.
    public var path: String
    /// The expected SHA-256 of the file, as 64 hexadecimal digits; nil when unknown.
    public var sha256: String?
    /// By default for files as large as language models, at any speed.
    public var limits = TransferLimits(answer: .seconds(30), pause: .seconds(60), maximumBytes: 64 << 30)
    /// Never by way of a proxy: for servers on this computer and in its network.
    public var isDirect = false
    public var redirectLimit = HTTPRedirect.usualLimit
    /// A key in the headers may go over plain http to another computer (`HTTPRequest.allowsPlainKey`).
    public var allowsPlainKey = false

    public init(url: String, path: String, sha256: String? = nil) {
        self.url = url
        self.path = path
        self.sha256 = sha256
    }
}

/// How far a download has come.
public struct DownloadProgress: Hashable, Sendable {
    /// The bytes on disk, with those of earlier attempts.
    public var receivedBytes: Int
    /// Nil when the server does not say.
    public var totalBytes: Int?
}
