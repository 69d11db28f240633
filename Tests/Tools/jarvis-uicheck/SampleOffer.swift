// SPDX-License-Identifier: GPL-3.0-or-later
// A natural voice that can be installed, and speaks once it is.

import JarvisCore
import JarvisSettingsUI
import JarvisTesting
import Synchronization

/// Installs nothing but a name.
final class SampleOffer: Sendable {
    private let isInstalled = Mutex(false)
    /// False to stay at 40 % for ever.
    private let arrives: Bool

    init(arrives: Bool) { self.arrives = arrives }

    static let voice = Voice(
        id: Voice.standard, name: "Heart, female, natural", languages: ["en-us"], kind: .natural, byteCount: 8_000_000,
        licence: "Apache-2.0")

    var voice: Voice? { isInstalled.withLock { $0 } ? Self.voice : nil }

    func offer() -> VoiceOffer? {
        guard voice == nil else { return nil }
        return VoiceOffer(voice: Self.voice, bytes: 14_000_000) { [self] progress in
            progress(0.4)
            guard arrives else { return await forever() }
            isInstalled.withLock { $0 = true }
        }
    }

    private func forever() async {
        let stream = AsyncStream<Void> { _ in }
        for await _ in stream {}
    }
}
