// SPDX-License-Identifier: GPL-3.0-or-later
// Traffic, recordings and figures for pictures and checks of the Privacy page.

import JarvisCore
import JarvisSettingsUI
import JarvisPlatform
import JarvisStore

@MainActor
enum SamplePrivacy {
    static func services(_ clock: any WallClock) -> PrivacyServices {
        let now = clock.now()
        var entries = [
            TrafficEntry(server: "api.open-meteo.com", lastUse: now.advanced(by: .seconds(-840))),
            TrafficEntry(server: "localhost:11434", lastUse: now.advanced(by: .seconds(-60))),
        ]
        (entries[0].sentBytes, entries[0].receivedBytes) = (412, 18_240)
        (entries[1].sentBytes, entries[1].receivedBytes) = (34_100, 9_120)
        return PrivacyServices(
            traffic: { [entries] in entries },
            statistics: StatisticsFile(path: (Environment.value("VIRTUAL_DESKTOP") ?? "/tmp") + "/statistics.json"),
            recordings: SampleRecordings(now), kept: SampleKeptData(now))
    }
}

/// Made-up figures of stored data; erased data disappears.
private actor SampleKeptData: KeptDataLibrary {
    private let now: Timestamp
    private var counts: [KeptKind: Int] = [
        .conversation: 128, .notes: 3, .lists: 2, .reminders: 1, .recordings: 3, .keys: 1, .consents: 2,
    ]

    init(_ now: Timestamp) { self.now = now }

    func entries() -> [KeptEntry] {
        KeptKind.allCases.map { kind in
            let isPart = [.notes, .keys, .consents].contains(kind)
            return KeptEntry(
                kind: kind, count: counts[kind] ?? 0, bytes: isPart ? nil : 1200 * (counts[kind] ?? 0),
                places: ["/ada/.local/share/jarvis/\(kind.rawValue)"],
                span: kind == .recordings ? .days(7) : .untilErased)
        }
    }

    func recipients() -> [KeptRecipient] {
        [
            KeptRecipient(
                name: "files", host: nil, callCount: 4, resultBytes: 900, lastUse: now.advanced(by: .seconds(-60)))
        ]
    }

    func erase(_ kind: KeptKind, askedIn turn: TurnID?) { counts[kind] = nil }
}

/// A few in-memory recordings.
private actor SampleRecordings: RecordingLibrary {
    private var kept = [
        KeptRecording(id: "3", recordedAtMilliseconds: 0, durationSeconds: 2.4, text: "set a timer for twenty minutes"),
        KeptRecording(id: "2", recordedAtMilliseconds: 0, durationSeconds: 1.1, text: ""),
        KeptRecording(id: "1", recordedAtMilliseconds: 0, durationSeconds: 1.8, text: "what time is it"),
    ]

    init(_ now: Timestamp) {
        for place in kept.indices {
            kept[place].recordedAtMilliseconds = now.millisecondsSinceEpoch - Int64(1 + place) * 4_000_000
        }
    }

    func recordings() -> [KeptRecording] { kept }
    func sound(of id: String) -> (samples: [Int16], sampleRateHertz: Int) {
        ([Int16](repeating: 0, count: 16_000), 16_000)
    }
    func take(_ id: String) -> TakenRecording? {
        guard let recording = kept.first(where: { $0.id == id }) else { return nil }
        kept.removeAll { $0.id == id }
        return TakenRecording(id: recording.id, files: [recording.text: []])
    }
    func restore(_ recording: TakenRecording) {
        let text = recording.files.keys.first ?? ""
        kept.append(KeptRecording(id: recording.id, recordedAtMilliseconds: 0, durationSeconds: 1.8, text: text))
        kept.sort { $0.id > $1.id }
    }
}
