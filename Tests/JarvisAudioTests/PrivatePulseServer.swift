// SPDX-License-Identifier: GPL-3.0-or-later
// A sound server of the test's own, as the audio types take it.

import JarvisAudio
import JarvisTesting

/// A speaker, and a microphone that hears what is played into `mic_feed`, from `init` to `stop` or its end.
final class PrivatePulseServer {
    let server: PulseServer
    private let inner: PrivateSoundServer

    /// Whether what is in use can fall silent. PipeWire wakes it at once, makes silence where a file has no sound, and
    /// plays into a device of its own where there is none.
    static let canBeSilent = PrivateSoundServer.Kind.chosen == .pulseAudio

    var folder: TemporaryFolder { inner.folder }

    init(
        _ kind: PrivateSoundServer.Kind = .chosen, modules: String = PrivateSoundServer.speakerAndMicrophone
    ) throws {
        inner = try PrivateSoundServer(kind, modules: modules)
        server = PulseServer(address: inner.address)
    }

    func start() throws { try inner.start() }
    func stop() { inner.stop() }
    func hang() { inner.hang() }
    func resume() { inner.resume() }

    @discardableResult
    func control(_ arguments: String...) throws -> String { try inner.control(arguments) }
}
