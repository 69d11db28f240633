// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import Testing

struct ServerAddressTests {
    private func address(_ text: String, _ schemes: Set<ServerAddress.Scheme> = [.http, .https]) throws -> ServerAddress
    {
        try ServerAddress(text, schemes: schemes, defaultPort: 10_300)
    }

    @Test(arguments: [
        ("http://localhost:8000", "http://localhost:8000", 8000),
        ("  HTTPS://API.Example.org/v1/ ", "https://api.example.org:443", 443),
        ("http://[::1]:9", "http://[::1]:9", 9), ("http://nas", "http://nas:80", 80),
    ])
    func addressesAreParsedAndNormalized(text: String, origin: String, port: Int) throws {
        let address = try address(text)
        #expect(address.origin == origin)
        #expect(address.port == port)
    }

    @Test func pathsAlreadyInTheAddressAreNotRepeated() throws {
        #expect(try address("http://a").url("/v1/audio/speech") == "http://a:80/v1/audio/speech")
        #expect(try address("http://a/v1").url("/v1/audio/speech") == "http://a:80/v1/audio/speech")
        #expect(try address("http://a/base/v1/").url("/v1/audio/speech") == "http://a:80/base/v1/audio/speech")
        #expect(try address("http://a/inference").url("/inference") == "http://a:80/inference")
        #expect(try address("http://a/v2").url("/v1/models") == "http://a:80/v2/models")
    }

    @Test(arguments: [
        ("", ["/v1/chat/completions"]), ("/v1", ["/v1/chat/completions"]),
        ("/v1beta/openai", ["/v1beta/openai/chat/completions", "/v1beta/openai/v1/chat/completions"]),
        ("/api/paas/v4/", ["/api/paas/v4/chat/completions"]),
        ("/api", ["/api/chat/completions", "/api/v1/chat/completions"]),
        ("/openai/v1/chat/completions", ["/openai/v1/chat/completions"]),
        ("/api/chat/completions", ["/api/chat/completions"]),
        ("/v1/models", ["/v1/chat/completions"]), ("/v1/completions", ["/v1/chat/completions"]),
        ("/llm", ["/llm/v1/chat/completions", "/llm/chat/completions"]),
        ("/velvet", ["/velvet/v1/chat/completions", "/velvet/chat/completions"]),
    ])
    func whateverPartOfAnAddressIsWrittenIsUsed(path: String, expected: [String]) throws {
        let urls = try address("https://host" + path).urls("/v1/chat/completions")
        #expect(urls == expected.map { "https://host:443" + $0 })
    }

    @Test(arguments: ["", "/api", "/api/chat", "/api/generate", "/api/tags"])
    func ollamasOwnPathsAreNotRepeated(path: String) throws {
        let address = try address("http://localhost:11434" + path)
        #expect(address.urls("/api/chat") == ["http://localhost:11434/api/chat"])
        #expect(address.urls("/api/ps") == ["http://localhost:11434/api/ps"])
    }

    @Test func tcpHasADefaultPortAndNoPath() throws {
        #expect(try address("tcp://box", [.tcp]).display == "box:10300")
        #expect(throws: ServerAddressError.self) { try address("tcp://box:1/x", [.tcp]) }
    }

    @Test(arguments: [
        "", "localhost:8000", "ftp://a", "http://", "http://a:0", "http://a:65536", "http://a:x", "http://a b",
        "http://[::1",
        "http://a?x=1", "http://a#b", "tcp://a", "http://a:", "http://[a]:1", "http://é\u{0}:1",
    ])
    func invalidAddressesAreRejectedWithAdvice(text: String) {
        let error = #expect(throws: ServerAddressError.self) { try address(text) }
        #expect(error?.advice.isEmpty == false)
    }

    @Test func aPasswordInAnAddressIsRejectedAndNotShown() {
        let error = #expect(throws: ServerAddressError.self) { try address("http://user:geheim@host/") }
        #expect(error?.advice.contains("geheim") == false)
        #expect(error?.advice.contains("config secret set") == true)
    }

    @Test func localAndInternetHostsAreDistinguished() throws {
        for text in ["http://localhost", "http://127.0.0.1:8", "http://[::1]", "http://x.localhost"] {
            #expect(try address(text).isThisComputer, "\(text)")
        }
        for text in ["http://nas", "http://192.168.1.4", "http://10.0.0.1", "http://172.20.1.1", "http://box.local"] {
            #expect(try address(text).isNearby && !address(text).isThisComputer, "\(text)")
        }
        for text in [
            "https://api.example.org", "http://172.32.1.1", "http://8.8.8.8", "http://127.0.0.1.evil.org",
            "http://10.0.0.1.evil.org",
        ] {
            #expect(try !address(text).isNearby, "\(text)")
        }
    }

    @Test(arguments: [
        "2130706433", "0x7f000001", "0x7f.1", "127.1", "0177.0.0.1", "127.0.0.1.", "localhost.", "x.localhost.",
        "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:0:0:1]", "[::127.0.0.1]", "0.0.0.0", "0", "[::]",
        "１２７.0.0.1",
    ])
    func loopbackHostsAreRecognizedInEverySpelling(host: String) throws {
        #expect(try address("http://\(host)").isThisComputer)
    }

    @Test(arguments: [
        "3232235777", "0xc0a80101", "192.168.257", "0300.0250.1.1", "0xa.0.0.1", "10.1", "192.168.1.1.", "box.local.",
        "nas.",
        "[::ffff:10.0.0.1]", "[64:ff9b::c0a8:101]", "[fe80::1%2]", "[fd00::1]", "[fc00::1]", "[fec0::1]", "100.64.0.1",
        "169.254.169.254", "2852039166",
    ])
    func privateHostsAreRecognizedInEverySpelling(host: String) throws {
        #expect(try address("http://\(host)").isNearby)
        #expect(try !address("http://\(host)").isThisComputer)
    }

    @Test(arguments: [
        "134744072", "0x08080808", "8.8", "[2001:db8::1]", "[::ffff:8.8.8.8]", "fd00.example.org",
        "0x7f000001.example.org",
        "10.0.0.1.example.org.", "192.169.1.1", "256.1.1.1.example.org",
    ])
    func publicHostsAreRecognizedInEverySpelling(host: String) throws {
        #expect(try !address("http://\(host)").isNearby)
    }

    @Test func onlyChosenRemoteServersAreListed() {
        var speech = SpeechSettings()
        speech.recognitionServer.address = "https://api.example.org/v1"
        #expect(speech.remoteHosts.isEmpty, "an address alone is no choice")
        speech.recognition = .openAI
        speech.synthesis = .wyoming
        speech.synthesisServer.address = "tcp://nas"
        #expect(speech.remoteHosts == ["api.example.org", "nas"])
        speech.recognition = .wyoming
        speech.recognitionServer.address = "tcp://127.0.0.1:10300"
        speech.synthesis = .piper
        #expect(speech.remoteHosts.isEmpty, "nothing leaves this computer")
    }
}
