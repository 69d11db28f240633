// SPDX-License-Identifier: GPL-3.0-or-later
// Sound for the virtual desktop's microphone, played into the sink behind it.

import JarvisTesting
import Testing

/// The virtual microphone of `scripts/virtual-desktop`.
package enum VirtualMicrophone {
    /// Uploads a WAV file to the sound server, so that `say` starts at once and a busy machine does not interrupt it.
    package static func learn(_ file: String, as name: String) async throws {
        let result = try await ChildProcess.run("pactl", ["upload-sample", file, name])
        #expect(result.status == 0, "pactl: \(result.output)")
    }

    /// Starts playing an uploaded file and returns at once.
    package static func say(_ name: String) async throws {
        let result = try await ChildProcess.run("pactl", ["play-sample", name, "mic_feed"])
        #expect(result.status == 0, "pactl: \(result.output)")
    }

    /// Plays a WAV file and returns when it has finished.
    package static func hear(_ file: String) async throws {
        let result = try await ChildProcess.run("paplay", ["--device=mic_feed", "--latency-msec=50", file])
        #expect(result.status == 0, "paplay: \(result.output)")
    }
}
