// SPDX-License-Identifier: GPL-3.0-or-later
// Interrupted, resumed, changed and corrupted downloads.

import CSoup
import Glibc
import JarvisCore
import JarvisPlatform
import JarvisTesting
import Synchronization
import Testing

@testable import JarvisNetwork

/// A server with one file and configurable faults.
private final class FileHost: Sendable {
    struct Mood: Sendable {
        var content: [UInt8]
        var validators = "ETag: \"v1\"\r\n"
        /// The connection ends after this many bytes of an answer.
        var cutAt = Int.max
        var knowsRanges = true
        /// Added to the start offset reported in partial answers.
        var displacement = 0
    }

    let mood: Mutex<Mood>

    init(_ content: [UInt8]) {
        mood = Mutex(Mood(content: content))
    }

    func serve(_ connection: FakeConnection) {
        while let head = connection.readRequest()?.head {
            let mood = mood.withLock { $0 }
            let size = mood.content.count
            let ifRange = value("If-Range", head)
            let asked = value("Range", head).flatMap { Int($0.dropFirst(6).prefix { $0.isNumber }) }
            let isSame = ifRange.map { mood.validators.contains(": \($0)\r\n") } ?? true
            let first = mood.knowsRanges && isSame ? asked ?? 0 : 0
            guard first < size else {
                connection.respond("416 Nothing", headers: "Content-Range: bytes */\(size)\r\n", [])
                continue
            }
            let status = first > 0 ? "206 Partial Content" : "200 OK"
            let place = first + mood.displacement
            let range = first > 0 ? "Content-Range: bytes \(place)-\(size - 1)/\(size)\r\n" : ""
            connection.write(
                "HTTP/1.1 \(status)\r\n\(mood.validators)\(range)Content-Length: \(size - first)\r\n\r\n")
            connection.write(Array(mood.content[first...].prefix(mood.cutAt)))
            if mood.cutAt < size - first { return }
        }
    }

    private func value(_ name: String, _ head: String) -> String? {
        head.firstRange(of: "\r\n\(name): ").map { String(head[$0.upperBound...].prefix { $0 != "\r\n" }) }
    }
}

@Suite(.timeLimit(.minutes(10)))
struct DownloaderTests {
    private let folder: TemporaryFolder
    private let host: FileHost
    private let server: FakeServer
    private let downloader = Downloader(http: HTTPClient(loop: NetworkLoop()))
    private let content = [UInt8]((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 4) })

    init() throws {
        folder = try TemporaryFolder()
        let host = FileHost(content)
        self.host = host
        server = try FakeServer { host.serve($0) }
    }

    private var path: String { folder.path + "/deep/model.bin" }

    private func sha256(_ bytes: [UInt8]) -> String {
        let checksum = Checksum()
        checksum.add(bytes)
        return checksum.text
    }

    private func download(sha256: String? = nil) async throws {
        var download = Download(url: "http://127.0.0.1:\(server.port)/f", path: path, sha256: sha256)
        download.isDirect = true
        try await downloader.download(download)
    }

    /// Leaves a partial download of 100 000 bytes.
    private func leavePartialDownload() async throws {
        host.mood.withLock { $0.cutAt = 100_000 }
        let failure = await #expect(throws: ServerFailure.self) { try await download() }
        #expect(failure?.kind == .closedEarly)
        host.mood.withLock { $0.cutAt = .max }
        #expect(ChildProcess.bytes(of: path + ".part").count == 100_000)
        #expect(!Environment.exists(path))
    }

    private var requests: [String] {
        server.connections.flatMap { connection in
            String(decoding: connection.received, as: UTF8.self).split(separator: "GET ").map(String.init)
        }
    }

    private func expectWhole(_ expected: [UInt8]) {
        #expect(ChildProcess.bytes(of: path) == expected)
        #expect(names == ["model.bin"])
    }

    private var names: [String] {
        var names: [String] = []
        _ = FileSystem().listFolder(folder.path + "/deep", &names)
        return names
    }

    @Test func completeFileIsMovedIntoPlace() async throws {
        let seen = Mutex<[DownloadProgress]>([])
        var download = Download(
            url: "http://127.0.0.1:\(server.port)/f", path: path, sha256: sha256(content).uppercased())
        download.isDirect = true
        try await downloader.download(download) { progress in seen.withLock { $0.append(progress) } }
        expectWhole(content)
        let progress = seen.withLock { $0 }
        #expect(progress.first == DownloadProgress(receivedBytes: 0, totalBytes: content.count))
        #expect(progress.last == DownloadProgress(receivedBytes: content.count, totalBytes: content.count))
        #expect(progress.map(\.receivedBytes) == progress.map(\.receivedBytes).sorted())
    }

    @Test func interruptedDownloadIsResumed() async throws {
        try await leavePartialDownload()
        try await download(sha256: sha256(content))
        expectWhole(content)
        #expect(requests.last?.contains("Range: bytes=100000-\r\n") == true)
        #expect(requests.last?.contains("If-Range: \"v1\"\r\n") == true)
    }

    @Test func dateIdentifiesTheVersionWithoutAnETag() async throws {
        host.mood.withLock { $0.validators = "Last-Modified: Mon, 01 Jan 2024 00:00:00 GMT\r\n" }
        try await leavePartialDownload()
        try await download()
        expectWhole(content)
        #expect(requests.last?.contains("If-Range: Mon, 01 Jan 2024 00:00:00 GMT\r\n") == true)
    }

    @Test(arguments: ["", "ETag: W/\"weak\"\r\n"])
    func unversionedDownloadRestarts(validators: String) async throws {
        host.mood.withLock { $0.validators = validators }
        try await leavePartialDownload()
        try await download()
        expectWhole(content)
        #expect(requests.last?.contains("Range:") == false)
    }

    @Test func serverThatIgnoresRangesIsHandled() async throws {
        try await leavePartialDownload()
        host.mood.withLock { $0.knowsRanges = false }
        try await download(sha256: sha256(content))
        expectWhole(content)
    }

    @Test func changedFileIsDownloadedFromTheStart() async throws {
        try await leavePartialDownload()
        let other = [UInt8](repeating: 7, count: 250_000)
        host.mood.withLock { ($0.content, $0.validators) = (other, "ETag: \"v2\"\r\n") }
        try await download()
        expectWhole(other)
    }

    @Test func partWithTheWrongOffsetIsNotUsed() async throws {
        try await leavePartialDownload()
        host.mood.withLock { $0.displacement = 1 }
        try await download(sha256: sha256(content))
        expectWhole(content)
    }

    @Test func completePartNeedsNoMoreData() async throws {
        try await leavePartialDownload()
        let part = try OpenFile(path + ".part", flags: O_WRONLY | O_APPEND)
        try part.write(Array(content[100_000...]))
        let before = requests.count
        try await download(sha256: sha256(content))
        expectWhole(content)
        #expect(requests.count == before)
    }

    @Test(arguments: [false, true])
    func fileWithAWrongChecksumIsRemoved(isResumed: Bool) async throws {
        if isResumed { try await leavePartialDownload() }
        let failure = await #expect(throws: ServerFailure.self) {
            try await download(sha256: String(repeating: "0", count: 64))
        }
        #expect(failure?.kind == .damaged)
        #expect(names.isEmpty)
    }

    @Test func serverErrorChangesNothing() async throws {
        try await leavePartialDownload()
        let missing = try FakeServer { connection in
            _ = connection.readRequest()
            connection.respond("503 Busy", Array("{\"error\": \"later\"}".utf8))
        }
        var download = Download(url: "http://127.0.0.1:\(missing.port)/f", path: folder.path + "/other")
        download.isDirect = true
        let failure = await #expect(throws: ServerFailure.self) { try await downloader.download(download) }
        #expect(failure?.kind == .rejected(status: 503, message: "later"))
        #expect(!Environment.exists(folder.path + "/other"))
        #expect(ChildProcess.bytes(of: path + ".part").count == 100_000)
    }

    @Test func parallelDownloadsOfAFileAreRejected() async throws {
        try await leavePartialDownload()
        let other = try PartialFile(for: path)
        await #expect(throws: StoreFailure.inputOutput(path: path + ".part", errno: EBUSY)) { try await download() }
        withExtendedLifetime(other) {}
    }

    @Test func cancellingKeepsThePartAndClosesTheConnection() async throws {
        let (ends, told) = AsyncStream.makeStream(of: Bool.self)
        let stalling = try FakeServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nContent-Length: 1000\r\n\r\nabc")
            told.yield(connection.readToEnd())
        }
        let (starts, begun) = AsyncStream.makeStream(of: Int.self)
        var download = Download(url: "http://127.0.0.1:\(stalling.port)/f", path: path)
        download.isDirect = true
        let task = Task { [downloader, download] in
            try await downloader.download(download) { begun.yield($0.receivedBytes) }
        }
        _ = await starts.first { $0 == 3 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await ends.first { _ in true } == true)
        #expect(ChildProcess.contents(of: path + ".part") == "abc")
    }
}
