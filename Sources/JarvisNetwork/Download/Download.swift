// SPDX-License-Identifier: GPL-3.0-or-later
// Describes a download: its source, its target and its progress.

/// A file to download.
public struct Download: Sendable {
    /// The absolute http or https address of the file.
    public var url: String
    /// Headers for the server of `url` only: those that could hold a key are dropped on redirects to another origin.
    public var headers: [(name: String, value: String)] = []
    /// Where the file goes once it is complete and verified. Until then, its data is in `path` + ".part" and
    /// ".part.json".
    public var path: String
    /// The expected SHA-256 of the file, as 64 hexadecimal digits; nil if unknown.
    public var sha256: String?
    /// The limits of time and size; the defaults suit files as large as language models, at any speed.
    public var limits = TransferLimits(answer: .seconds(30), pause: .seconds(60), maximumBytes: 64 << 30)
    /// True to bypass the proxy, for servers on this computer and its network.
    public var isDirect = false
    public var redirectLimit = HTTPRedirect.usualLimit
    /// True to send a key in the headers to another computer even over plain http (`HTTPRequest.allowsPlainKey`).
    public var allowsPlainKey = false

    public init(url: String, path: String, sha256: String? = nil) {
        self.url = url
        self.path = path
        self.sha256 = sha256
    }
}

/// The progress of a download.
public struct DownloadProgress: Hashable, Sendable {
    /// The bytes on disk, including those of earlier attempts.
    public var receivedBytes: Int
    /// The size of the whole file; nil if the server doesn't report it.
    public var totalBytes: Int?
}
