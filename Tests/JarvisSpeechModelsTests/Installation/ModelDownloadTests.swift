// SPDX-License-Identifier: GPL-3.0-or-later
// Downloading models from a server that stalls, cuts off, misstates lengths, corrupts and redirects.

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisTesting
import Synchronization
import Testing

@testable import JarvisSpeechModels

@Suite(.timeLimit(.minutes(10)))
struct ModelDownloadTests {
    /// The server's behaviour for its next answers.
    private struct Mood: Sendable {
        var content: [UInt8] = []
        var cutAt = Int.max
        /// Sends no more than this many bytes, and keeps the connection open.
        var stallsAt: Int?
        /// Added to the reported length.
        var lie = 0
        var redirects = 0
        var status = "200 OK"
    }

    private let fixture: ModelsFixture
    private let archive: [UInt8]
    private let server: FakeServer
    private let mood: MoodBox

    private final class MoodBox: Sendable {
        let value: Mutex<Mood>
        init(_ mood: Mood) { value = Mutex(mood) }

        func serve(_ connection: FakeConnection) {
            while let head = connection.readRequest()?.head {
                let mood = value.withLock { mood in
                    defer { mood.redirects = max(0, mood.redirects - 1) }
                    return mood
                }
                if mood.redirects > 0 {
                    connection.respond("302 Found", headers: "Location: /elsewhere\r\n", [])
                    continue
                }
                guard mood.status == "200 OK" else {
                    connection.respond(mood.status, [])
                    continue
                }
                let asked = head.firstRange(of: "\r\nRange: bytes=").flatMap {
                    Int(head[$0.upperBound...].prefix { $0.isNumber })
                }
                let (first, size) = (asked ?? 0, mood.content.count)
                let range = first > 0 ? "Content-Range: bytes \(first)-\(size - 1)/\(size)\r\n" : ""
                connection.write(
                    "HTTP/1.1 \(first > 0 ? "206 Partial Content" : "200 OK")\r\nETag: \"v1\"\r\n\(range)"
                        + "Content-Length: \(size - first + mood.lie)\r\n\r\n")
                connection.write(Array(mood.content[first...].prefix(mood.stallsAt ?? mood.cutAt)))
                if mood.stallsAt != nil { connection.readToEnd() }
                if mood.cutAt < size - first || mood.lie != 0 { return }
            }
        }
    }

    init() async throws {
        fixture = try ModelsFixture()
        let folder = fixture.path + "/moonshine-sample-en"
        try SampleModels.write(SampleModels.moonshine, to: folder)
        try await SampleModels.pack(folder, into: folder + ".tar")
        archive = try WholeFile.bytes(folder + ".tar")
        let mood = MoodBox(Mood(content: archive))
        self.mood = mood
        server = try FakeServer { mood.serve($0) }
    }

    private func set(_ change: (inout Mood) -> Void) { mood.value.withLock { change(&$0) } }

    private func source(sha256: String? = nil) -> ModelSource {
        .address(url: "http://127.0.0.1:\(server.port)/moonshine-sample-en.tar", sha256: sha256)
    }

    private var part: Int {
        ChildProcess.bytes(
            of: fixture.models.folder + "/.staging-moonshine-sample-en/download/moonshine-sample-en.tar.part"
        ).count
    }

    private var ranges: [String] {
        server.connections.flatMap { connection in
            String(decoding: connection.received, as: UTF8.self).split(separator: "\r\n").filter {
                $0.hasPrefix("Range:")
            }.map(String.init)
        }
    }

    private func expectInstalled() async throws {
        #expect(fixture.names == ["moonshine-sample-en"])
        try await fixture.models.verify("moonshine-sample-en")
    }

    @Test func anArchiveIsDownloadedAndInstalled() async throws {
        try await fixture.install(source(sha256: SampleModels.sha256(archive)))
        try await expectInstalled()
        let fetched = fixture.progress.filter { $0.step == .fetching }
        #expect(fetched.last?.bytes == archive.count && fetched.last?.totalBytes == archive.count)
        #expect(fetched.map(\.bytes) == fetched.map(\.bytes).sorted())
    }

    @Test func redirectsAreFollowed() async throws {
        set { $0.redirects = 3 }
        try await fixture.install(source())
        try await expectInstalled()
    }

    @Test func anInterruptedDownloadIsResumed() async throws {
        set { $0.cutAt = 50_000 }
        let failure = await #expect(throws: ModelFailure.self) { try await fixture.install(source()) }
        guard case .server(let reason) = failure else { throw CancellationError() }
        #expect(reason.kind == .closedEarly)
        #expect(part == 50_000 && fixture.models.installed().isEmpty)
        set { $0.cutAt = .max }
        try await fixture.install(source())
        #expect(ranges == ["Range: bytes=50000-"])
        try await expectInstalled()
    }

    @Test func aDownloadCancelledDuringAStallIsResumed() async throws {
        set { $0.stallsAt = 60_000 }
        let task = Task { [fixture, source = source()] in try await fixture.install(source) }
        await yieldUntil { part == 60_000 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(part == 60_000)
        set { $0.stallsAt = nil }
        try await fixture.install(source())
        #expect(ranges == ["Range: bytes=60000-"])
        try await expectInstalled()
    }

    @Test func aPartialDownloadFromAnotherAddressIsNotResumed() async throws {
        set { $0.cutAt = 50_000 }
        await #expect(throws: ModelFailure.self) { try await fixture.install(source()) }
        set { $0.cutAt = .max }
        try await fixture.install(
            .address(url: "http://127.0.0.1:\(server.port)/other.tar", sha256: nil), as: "moonshine-sample-en")
        #expect(ranges.isEmpty)
        try await expectInstalled()
    }

    @Test func aCorruptedDownloadIsDiscarded() async throws {
        set { $0.content[30_000] ^= 0x40 }
        await fixture.expectFailure(source(sha256: SampleModels.sha256(archive))) {
            $0 == .wrongChecksum(file: "moonshine-sample-en.tar")
        }
        set { $0.content = archive }
        try await fixture.install(source(sha256: SampleModels.sha256(archive)))
        try await expectInstalled()
    }

    @Test(arguments: [-40_000, 40_000]) func aWrongContentLengthFailsTheInstallation(lie: Int) async throws {
        set { $0.lie = lie }
        let failure = await #expect(throws: ModelFailure.self) { try await fixture.install(source()) }
        // An archive that is too short counts as truncated.
        switch failure {
        case .server, .archiveDamaged, .incomplete: break
        default: Issue.record("\(String(describing: failure))")
        }
        #expect(fixture.models.installed().isEmpty)
    }

    @Test(arguments: ["404 Not Found", "503 Busy"]) func serverErrorsAreReported(status: String) async throws {
        set { $0.status = status }
        let failure = await #expect(throws: ModelFailure.self) { try await fixture.install(source()) }
        guard case .server = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        // Nothing was fetched, so there is nothing to resume.
        #expect(fixture.names.isEmpty)
    }

    /// Many chunks from a server that reports no length.
    @Test func aDownloadOfUnknownLengthStopsWhenSpaceRunsShort() async throws {
        let server = try FakeServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = "100000\r\n" + String(repeating: "x", count: 1 << 20) + "\r\n"
            for _ in 0..<64 { connection.write(chunk) }
            connection.readToEnd()
        }
        fixture.free.withLock { $0 = 96 << 20 }
        await fixture.expectFailure(.address(url: "http://127.0.0.1:\(server.port)/x.tar", sha256: nil)) { failure in
            if case .noSpace(_, let needed, _) = failure { needed > 96 << 20 } else { false }
        }
    }

    @Test func aDownloadIsRejectedWithoutEnoughSpace() async throws {
        fixture.free.withLock { $0 = 64 << 20 }
        let failure = await #expect(throws: ModelFailure.self) { try await fixture.install(source()) }
        guard case .noSpace = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test func plainHTTPNeedsAChecksum() async throws {
        let source = ModelSource.address(url: "http://models.example/a.tar", sha256: nil)
        await #expect(throws: ModelFailure.insecureAddress("http://models.example/a.tar")) {
            try await fixture.install(source)
        }
    }
}
