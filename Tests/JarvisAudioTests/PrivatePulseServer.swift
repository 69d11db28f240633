// SPDX-License-Identifier: GPL-3.0-or-later
// A sound server started by the test, for the audio types.

import JarvisAudio
import JarvisTesting

/// A speaker, and a microphone that hears what is played into `mic_feed`, from `init` to `stop` or its end.
final class PrivatePulseServer {
    let server: PulseServer
    private let inner: PrivateSoundServer

    /// Whether devices in use can fall silent. PipeWire resumes them at once, delivers silence if a pipe has no sound,
    /// and plays into a device of its own if there are none.
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
