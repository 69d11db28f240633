// SPDX-License-Identifier: GPL-3.0-or-later
// Servers with untrusted encryption receive nothing beyond a handshake.

import JarvisCore
import JarvisNetwork
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(3)))
struct EncryptionTests {
    private func failure(_ url: String) async throws -> ServerFailure.Kind? {
        let request = HTTPRequest(
            method: "POST", url: url, headers: [(name: "Authorization", value: "Bearer secret-key")],
            body: .bytes(Array("a question".utf8), contentType: "text/plain"), isDirect: true)
        do {
            _ = try await HTTPClient(loop: NetworkLoop()).send(request)
            return nil
        } catch let failure as ServerFailure {
            return failure.kind
        }
    }

    @Test func unknownCertificateIsRejected() async throws {
        let folder = try TemporaryFolder()
        let (key, certificate) = (folder.path + "/key.pem", folder.path + "/certificate.pem")
        let made = try await ChildProcess.run(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
            ])
        try #require(made.status == 0, "\(made.output)")
        let port = try FakeServer.unusedPort()
        let server = try ChildProcess(
            "openssl", ["s_server", "-accept", "127.0.0.1:\(port)", "-key", key, "-cert", certificate, "-www"])
        await yieldUntil { server.output.contains("ACCEPT") || !server.isRunning }
        guard case .insecure = try await failure("https://127.0.0.1:\(port)/") else {
            Issue.record("it was trusted: \(server.output)")
            return
        }
    }

    @Test func httpsToAPlainServerFails() async throws {
        let server = try FakeServer { connection in
            guard connection.read() != nil else { return }
            connection.respond(Array("{}".utf8))
        }
        let found = try await failure("https://127.0.0.1:\(server.port)/")
        guard case .insecure = found else {
            Issue.record("\(String(describing: found))")
            return
        }
        let received = String(decoding: server.connections.flatMap(\.received), as: UTF8.self)
        #expect(!received.contains("secret-key") && !received.contains("question"))
    }
}
