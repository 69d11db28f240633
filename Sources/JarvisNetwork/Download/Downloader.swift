// SPDX-License-Identifier: GPL-3.0-or-later
// Downloads files to disk. Received data survives any failure, and corrupt data is removed.

import JarvisCore
import JarvisPlatform

/// Downloads files piece by piece, using a fixed amount of memory, and resumes interrupted downloads.
public struct Downloader: Sendable {
    private let http: any HTTPStreaming

    public init(http: any HTTPStreaming) {
        self.http = http
    }

    /// Returns once the whole file is in place and durable. After a failure or cancellation the part is kept, and the
    /// next call requests the rest, provided that the server can confirm that the file has not changed. A file with a
    /// wrong checksum is removed.
    /// - Parameter progress: Called often, from any thread.
    /// - Throws: `ServerFailure`, `StoreFailure` or `CancellationError`.
    public func download(
        _ download: Download, progress: @escaping @Sendable (DownloadProgress) -> Void = { _ in }
    ) async throws {
        let worker = WorkerThread(name: "download")
        let file = try await worker.run { try PartialFile(for: download.path) }
        let attempt = DownloadAttempt(download, http: http, worker: worker, file: file, progress: progress)
        // Unlock explicitly: another attempt may follow before the worker has released the file.
        defer { file.release() }
        try await run(attempt, download, file, on: worker)
    }

    private func run(
        _ attempt: DownloadAttempt, _ download: Download, _ file: PartialFile, on worker: WorkerThread
    ) async throws {
        if try await !attempt.fetch() {
            // The server's file has changed since the part was downloaded.
            try await worker.run { try file.restart() }
            guard try await attempt.fetch() else {
                throw attempt.failure(.malformed(.otherPart))
            }
        }
        if let expected = download.sha256 {
            guard try await attempt.checksum() == expected.lowercased() else {
                await attempt.discard()
                throw attempt.failure(.damaged)
            }
        }
        try await worker.run { try file.commit() }
    }
}

/// Carries out one call of `download`.
private struct DownloadAttempt: Sendable {
    private let download: Download
    private let http: any HTTPStreaming
    private let worker: WorkerThread
    private let file: PartialFile
    private let progress: @Sendable (DownloadProgress) -> Void

    init(
        _ download: Download, http: any HTTPStreaming, worker: WorkerThread, file: PartialFile,
        progress: @escaping @Sendable (DownloadProgress) -> Void
    ) {
        self.download = download
        self.http = http
        self.worker = worker
        self.file = file
        self.progress = progress
    }

    /// Downloads the rest.
    /// - Returns: False if the part does not match the server's file.
    func fetch() async throws -> Bool {
        let part = try await usablePart()
        if let length = part.record?.length, part.size == length { return true }
        let response = try await http.send(request(part))
        switch response.status {
        case 200:
            let record = DownloadRecord(url: download.url, headers: response.headers)
            try await worker.run { [file] in try file.begin(record) }
            try await receive(response, 0, of: record.length)
            return true
        case 206:
            guard let range = ContentRange(response.headers["content-range"]), range.first == part.size,
                let record = part.record, record.agrees(with: response.headers, range: range)
            else { return false }
            try await receive(response, part.size, of: range.total ?? record.length)
            return true
        case 416 where part.size > 0:
            // The server has nothing after the part, which may be a complete file of unknown length.
            let range = ContentRange(response.headers["content-range"])
            return range?.total == part.size && range?.first == nil
        case let status:
            // The status is enough if the body can't be read.
            let body = (try? await response.bytes()) ?? []
            throw failure(.rejected(status: status, message: ServerEndpoint.message(in: body)))
        }
    }

    /// The part left by earlier attempts; empty if it can't be resumed.
    private func usablePart() async throws -> (size: Int, record: DownloadRecord?) {
        try await worker.run { [file, download] in
            if file.record?.url != download.url || file.record?.validator == nil, file.size > 0 { try file.restart() }
            return (file.size, file.record)
        }
    }

    private func request(_ part: (size: Int, record: DownloadRecord?)) -> HTTPRequest {
        var request = HTTPRequest(
            url: download.url, headers: download.headers, limits: download.limits, isDirect: download.isDirect,
            redirectLimit: download.redirectLimit, allowsPlainKey: download.allowsPlainKey)
        // Ranges count bytes as sent, so the server must send the file uncompressed.
        request.headers.append((name: "Accept-Encoding", value: "identity"))
        if part.size > 0, let validator = part.record?.validator {
            request.headers.append((name: "Range", value: "bytes=\(part.size)-"))
            request.headers.append((name: "If-Range", value: validator))
        }
        return request
    }

    private func receive(_ response: HTTPResponse, _ present: Int, of total: Int?) async throws {
        var received = present
        progress(DownloadProgress(receivedBytes: received, totalBytes: total))
        for try await piece in response.body {
            received += piece.count
            if let total, received > total { break }
            try await worker.run { [file] in try file.append(piece) }
            progress(DownloadProgress(receivedBytes: received, totalBytes: total))
        }
        guard let total, received != total else { return }
        if received < total { throw failure(.closedEarly) }
        await discard()
        throw failure(.malformed(.longerThanFile(byteCount: total)))
    }

    /// The SHA-256 of the file on disk, including what earlier attempts wrote.
    func checksum() async throws -> String {
        let checksum = Checksum()
        var offset = 0
        while true {
            try Task.checkCancellation()
            let count = try await worker.run { [file, offset] in try file.add(to: checksum, from: offset) }
            guard count > 0 else { return checksum.text }
            offset += count
        }
    }

    func discard() async { try? await worker.run { [file] in file.discard() } }

    func failure(_ kind: ServerFailure.Kind) -> ServerFailure { ServerFailure(server: download.server, kind: kind) }
}

extension Download {
    /// "host:port" of the address, for display.
    fileprivate var server: String {
        guard let start = url.firstRange(of: "://")?.upperBound else { return url }
        return String(url[start...].prefix { $0 != "/" })
    }
}
