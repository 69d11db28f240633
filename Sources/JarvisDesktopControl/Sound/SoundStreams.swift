// SPDX-License-Identifier: GPL-3.0-or-later
// Playback streams, grouped by the applications that play them.

import CPulse
import GioKit
import Glibc
import JarvisCore

/// A stream with everything needed to change it.
struct StreamState {
    var index: UInt32
    var name: String
    var binary: String
    var isJarvis: Bool
    var isPaused: Bool
    var isMuted: Bool
    /// Nil if the stream's volume can't be set.
    var channels: pa_cvolume?

    /// Identifies the application. A browser has a stream for each page that plays sound; all of them share this
    /// identity.
    var application: PlayingApplication.ID { isJarvis ? SoundStreams.ownIdentifier : name + "\u{0}" + binary }
}

enum SoundStreams {
    /// JARVIS's application ID, the name of its desktop entry.
    static let ownIdentifier = ProgramIdentity.name

    /// "VLC media player" from "VLC media player (LibVLC 3.0.24)", "Celluloid" from
    /// "io.github.celluloid_player.Celluloid".
    static func spokenName(_ name: String) -> String {
        if !name.contains(" "), case let parts = name.split(separator: "."), parts.count >= 3, let last = parts.last {
            return String(last)
        }
        guard name.hasSuffix(")"), let start = name.lastIndex(of: "("), start > name.startIndex else { return name }
        let plain = name[..<start].drop(while: \.isWhitespace)
        return plain.last == " " ? String(plain.dropLast()) : name
    }

    /// The applications that play these streams, sorted by name.
    static func applications(_ streams: [StreamState]) -> [PlayingApplication] {
        Dictionary(grouping: streams.filter { $0.channels != nil }, by: \.application).compactMap { id, streams in
            guard let first = streams.first else { return nil }
            return PlayingApplication(
                id: id, name: first.isJarvis ? "JARVIS" : spokenName(first.name.isEmpty ? first.binary : first.name),
                binary: first.binary, isJarvis: first.isJarvis, isPlaying: streams.contains { !$0.isPaused },
                volume: streams.compactMap(\.channels?.level).max() ?? Level(0),
                isMuted: streams.allSatisfy(\.isMuted))
        }.sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
    }
}

private final class StreamAnswers {
    var streams: [StreamState] = []
}

extension SoundConnection {
    /// The streams of all applications, without the desktop's own event sounds.
    func streams() throws(SoundFailure) -> [StreamState] {
        let answers = StreamAnswers()
        try ask(answers) { pa_context_get_sink_input_info_list($0, streamCallback, $1) }
        return answers.streams
    }

    func setVolume(_ volume: Level, of stream: StreamState) throws(SoundFailure) {
        guard var channels = stream.channels?.scaled(to: volume) else { return }
        try change { pa_context_set_sink_input_volume($0, stream.index, &channels, $1, $2) }
    }

    func setMuted(_ isMuted: Bool, stream: StreamState) throws(SoundFailure) {
        try change { pa_context_set_sink_input_mute($0, stream.index, isMuted ? 1 : 0, $1, $2) }
    }
}

private let streamCallback: pa_sink_input_info_cb_t = { _, info, end, data in
    guard end == 0, let info = info?.pointee, let data else { return }
    let answers = Unmanaged<StreamAnswers>.fromOpaque(data).takeUnretainedValue()
    func property(_ name: String) -> String {
        guard let properties = info.proplist, let text = pa_proplist_gets(properties, name) else { return "" }
        return String(cString: text)
    }
    let (name, binary) = (property(PA_PROP_APPLICATION_NAME), property(PA_PROP_APPLICATION_PROCESS_BINARY))
    // Streams of the server itself, such as loopbacks between devices, have neither an application's name nor a
    // program.
    guard !(name.isEmpty && binary.isEmpty), property(PA_PROP_MEDIA_ROLE) != "event" else { return }
    let isJarvis =
        property(PA_PROP_APPLICATION_ID) == SoundStreams.ownIdentifier
        || property(PA_PROP_APPLICATION_PROCESS_ID) == String(getpid())
    answers.streams.append(
        StreamState(
            index: info.index, name: name, binary: binary, isJarvis: isJarvis, isPaused: info.corked != 0,
            isMuted: info.mute != 0,
            channels: info.has_volume != 0 && info.volume_writable != 0 ? info.volume : nil))
}
