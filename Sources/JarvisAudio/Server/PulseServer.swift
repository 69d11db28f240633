// SPDX-License-Identifier: GPL-3.0-or-later
// Names the sound server to use, and identifies JARVIS to it.

import CPulse

/// The address of a PulseAudio (or PipeWire-Pulse) server.
public struct PulseServer: Hashable, Sendable {
    /// The address in PulseAudio's own notation, for example `unix:/run/user/1000/pulse/native`; nil for the one in the
    /// environment.
    public var address: String?
    /// The turn that microphones wait for before they record; nil to record without waiting.
    public var recordingTurn: RecordingTurn?

    /// The server at `address`; nil for the user's own.
    public init(address: String? = nil, recordingTurn: RecordingTurn? = nil) {
        self.address = address
        self.recordingTurn = recordingTurn
    }
}

/// The application ID, which is also the name of JARVIS's desktop entry and icon.
let applicationIdentifier = "io.github.jarvis_assistant.Jarvis"

/// The purpose of a stream, as shown in the desktop's sound settings.
package struct StreamIdentity {
    var name: String
    /// One of PulseAudio's documented media roles; nil for none.
    ///
    /// Speech and its recognition use "a11y", the documented role for speech output, which users and policies
    /// (module-role-ducking, WirePlumber's "Accessibility") can use to lower music. "phone" would pause all music for
    /// as long as the microphone is open, and switch Bluetooth headsets to telephone quality.
    var role: String?

    static let listening = StreamIdentity(name: "Listening", role: "a11y")
    package static let speaking = StreamIdentity(name: "Speaking", role: "a11y")
    package static let testTone = StreamIdentity(name: "Test sound", role: "test")

    /// The identity as a property list, which the caller frees.
    func makeProperties() -> OpaquePointer? {
        let properties = pa_proplist_new()
        if let role { pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, role) }
        pa_proplist_sets(properties, PA_PROP_MEDIA_ICON_NAME, applicationIdentifier)
        return properties
    }
}
