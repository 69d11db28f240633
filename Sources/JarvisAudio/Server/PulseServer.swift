// SPDX-License-Identifier: GPL-3.0-or-later
// Which sound server to talk to, and how we introduce ourselves to it.

import CPulse

/// Address of a PulseAudio (or PipeWire-Pulse) server.
public struct PulseServer: Hashable, Sendable {
    /// In PulseAudio's own notation, for example `unix:/run/user/1000/pulse/native`; nil: as the environment says.
    public var address: String?
    /// What microphones wait for before they record; nil: for nothing.
    public var recordingTurn: RecordingTurn?

    /// The server at `address`; nil: the user's own.
    public init(address: String? = nil, recordingTurn: RecordingTurn? = nil) {
        self.address = address
        self.recordingTurn = recordingTurn
    }
}

/// How the desktop knows us: the name of our desktop entry and icon.
let applicationIdentifier = "io.github.jarvis_assistant.Jarvis"

/// The purpose of one of our streams, as the desktop's sound settings show it.
package struct StreamIdentity {
    var name: String
    /// One of PulseAudio's documented media roles; nil: none.
    ///
    /// Speech and its recognition are "a11y", the documented role of speech output, by which users and policies
    /// (module-role-ducking, WirePlumber's "Accessibility") can duck music. It is not "phone": that would pause all
    /// music for as long as the microphone waits, and switch Bluetooth headsets to telephone quality.
    var role: String?

    static let listening = StreamIdentity(name: "Listening", role: "a11y")
    package static let speaking = StreamIdentity(name: "Speaking", role: "a11y")
    package static let testTone = StreamIdentity(name: "Test sound", role: "test")

    /// A property list that the caller frees.
    func makeProperties() -> OpaquePointer? {
        let properties = pa_proplist_new()
        if let role { pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, role) }
        pa_proplist_sets(properties, PA_PROP_MEDIA_ICON_NAME, applicationIdentifier)
        return properties
    }
}
