// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisAudio
import JarvisCore
import Testing

@Suite(.timeLimit(.minutes(10)))
struct HangingServerTests {
    /// A socket that accepts connections and never answers.
    private final class SilentSocket {
        let path: String
        private let descriptor: Int32

        init() throws {
            path = "/tmp/jarvis-silent-\(getpid()).sock"
            unlink(path)
            descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let status = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(status == 0 && listen(descriptor, 8) == 0)
        }

        deinit {
            close(descriptor)
            unlink(path)
        }
    }

    @Test func aServerThatNeverAnswersTimesOut() async throws {
        let silent = try SilentSocket()
        let events = EventCollector<PlaybackEvent>()
        let player = PulsePlayer(server: PulseServer(address: "unix:" + silent.path), meters: AudioMeters())
        player.begin(device: nil) { events.add($0) }
        player.enqueue(SynthesizedAudio(samples: [1, 2, 3], sampleRateHertz: 22_050, words: []), clause: 0)
        #expect(await events.wait { $0 == [.failed(.serverUnavailable(reason: "Timeout"))] })
    }
}
