// SPDX-License-Identifier: GPL-3.0-or-later
// The memory and descriptors that transfers need, measured in a process that does nothing else, and its use of the
// proxy from the environment.

import Glibc
import JarvisPlatform
import JarvisTesting
import Testing

/// Serves a gibibyte that repeats the same mebibyte, from any offset.
private struct GibibyteHost {
    static let size = 1 << 30
    /// Of the whole file, by sha256sum.
    static let sha256 = "d157bb7cae2083b7fce7fb7636edb7a9ced0cd104974662f72c43ad3d32a675b"
    let block = [UInt8]((0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 3) })

    func serve(_ connection: FakeConnection) {
        guard let request = connection.readRequest() else { return }
        let mark = request.head.firstRange(of: "Range: bytes=")
        let first = mark.flatMap { Int(request.head[$0.upperBound...].prefix { $0.isNumber }) } ?? 0
        let status = first == 0 ? "200 OK" : "206 Partial Content"
        let range = first == 0 ? "" : "Content-Range: bytes \(first)-\(Self.size - 1)/\(Self.size)\r\n"
        connection.write(
            "HTTP/1.1 \(status)\r\nETag: \"v1\"\r\n\(range)Content-Length: \(Self.size - first)\r\n\r\n")
        var place = first
        while place < Self.size {
            let offset = place % block.count
            guard connection.write(offset == 0 ? block : Array(block[offset...])) else { return }
            place += block.count - offset
        }
    }
}

@Suite(.serialized, .timeLimit(.minutes(5)))
struct NetworkFiguresTests {
    /// The allowed growth of the process's memory, in KiB.
    private static let allowedGrowth = 8192

    private func program() throws -> String {
        Folder.parent(of: try #require(Environment.executablePath())) + "/jarvis-systemcheck"
    }

    private func figure(_ name: String, in lines: [String]) -> Int? {
        lines.last { $0.hasPrefix(name + " ") }.flatMap { Int($0.split(separator: " ")[1]) }
    }

    @Test func gibibyteDownloadNeedsLittleMemoryEvenAfterAKill() throws {
        let folder = try TemporaryFolder()
        let host = GibibyteHost()
        let server = try FakeServer { host.serve($0) }
        let path = folder.path + "/gibibyte"
        let arguments = ["download", "http://127.0.0.1:\(server.port)/", path, GibibyteHost.sha256]
        let first = try LineChild(try program(), arguments)
        var steps: [String] = []
        while let line = first.line() {
            steps.append(line)
            if line.hasPrefix("received \(256 << 20) ") { break }
        }
        first.kill()
        // Checks the memory up to the kill as well.
        let grown = steps.compactMap { $0.split(separator: " ").dropLast().last.flatMap { Int($0) } }
        #expect(grown.count == 4 && grown.allSatisfy { $0 <= Self.allowedGrowth }, "\(steps)")
        let part = try OpenFile(path + ".part", flags: O_RDONLY).status().size
        #expect(part >= 256 << 20 && part < GibibyteHost.size)
        #expect(!Environment.exists(path))
        let lines = try LineChild(try program(), arguments).lines()
        let growth = try #require(figure("grew", in: lines), "\(lines)")
        #expect(growth <= Self.allowedGrowth, "\(growth) KiB")
        #expect(try OpenFile(path, flags: O_RDONLY).status().size == GibibyteHost.size)
        #expect(!Environment.exists(path + ".part") && !Environment.exists(path + ".part.json"))
        let requests = server.connections.map { String(decoding: $0.received, as: UTF8.self) }
        #expect(requests.count == 2 && requests[1].contains("Range: bytes=\(part)-"))
    }

    @Test func slowReaderHoldsTheServerBack() throws {
        let size = 256 << 20
        let server = try FakeServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
            let block = [UInt8](repeating: 1, count: 1 << 20)
            for _ in 0..<size / block.count { guard connection.write(block) else { return } }
        }
        let lines = try LineChild(try program(), ["read-slowly", "http://127.0.0.1:\(server.port)/"]).lines()
        #expect(lines.first == "received \(size)")
        let growth = try #require(figure("grew", in: lines))
        #expect(growth <= Self.allowedGrowth, "\(growth) KiB")
    }

    @Test func tenThousandRequestsLeaveNoDescriptor() throws {
        // In one piece; two would cost a delay of 40 ms each time.
        let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n".utf8) + [UInt8](repeating: 1, count: 1000)
        let server = try FakeServer { connection in
            var count = 0
            while connection.readRequest() != nil {
                count += 1
                // Now and then a connection ends instead of an answer, or in the middle of one.
                if count % 50 == 49 { return }
                if count % 50 == 25 { connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"); return }
                connection.write(answer)
            }
        }
        let lines = try LineChild(try program(), ["requests", "http://127.0.0.1:\(server.port)/", "10000"]).lines()
        #expect(lines == ["left 0"])
        #expect(server.connectionCount > 100)
    }

    @Test func desktopProxyIsUsedForRemoteServers() async throws {
        let proxy = try FakeServer { connection in
            guard let request = connection.readRequest() else { return }
            connection.respond("200 OK", Array(request.head.prefix { $0 != "\r\n" }.utf8))
        }
        let result = try await ChildProcess.run(
            try program(), ["fetch", "http://models.example.org/list"],
            environment: ["http_proxy": "http://127.0.0.1:\(proxy.port)", "XDG_CURRENT_DESKTOP": "", "no_proxy": ""])
        #expect(result.output.contains("GET http://models.example.org/list HTTP/1.1"), "\(result.output)")
    }
}
