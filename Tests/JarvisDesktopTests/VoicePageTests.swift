// SPDX-License-Identifier: GPL-3.0-or-later
// Voice cards by keyboard and for assistive technology, voice filters, cached waveforms and previews.

import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisSettingsUI

@Suite(.serialized)
struct VoicePageTests {
    private func objects(keys: [String] = ["shift"], _ options: [String] = []) async throws -> [SeenObject] {
        try await SeenObject.all(after: keys, ["--place", "voice.name"] + options)
    }

    @Test func voicesAreCardsWithAPlayButton() async throws {
        let seen = try await objects()
        let cards = seen.filter { $0.role == "radio button" }
        #expect(
            cards.map(\.name) == [
                "Voice: English (America)", "Voice: English (America), female 3", "Voice: English (Great Britain)",
            ], "\(seen)")
        #expect(cards.filter { $0.states.contains("checked") }.map(\.name) == ["Voice: English (America)"], "\(cards)")
        #expect(seen.buttons.contains("Play English (Great Britain)"), "\(seen.buttons)")
        #expect(seen.focused == "Voice: English (America)", "\(seen)")
    }

    @Test func arrowKeysMoveBetweenCardsAndSpaceSelects() async throws {
        #expect(try await objects(keys: ["Right"]).focused == "Play English (America)")
        let other = try await objects(keys: ["Right", "Right", "space"])
        #expect(other.focused == "Voice: English (America), female 3", "\(other)")
        #expect(other.first { $0.name == "Voice: English (America), female 3" }?.states.contains("checked") == true)
        #expect(other.buttons.contains("Reset Voice"), "\(other.buttons)")
        let below = try await objects(keys: ["Down"])
        #expect(below.focused == "Voice: English (Great Britain)", "\(below)")
    }

    @Test func missingVoicesHaveACard() async throws {
        let seen = try await objects(["--set", "voice.name=xx"])
        #expect(seen.contains { $0.name == "Voice: xx (not installed)" }, "\(seen)")
    }
}

struct VoiceFilterTests {
    private func voice(_ id: String, _ name: String, _ language: String, _ kind: Voice.Kind = .espeak) -> Voice {
        Voice(id: id, name: name, languages: [language], kind: kind)
    }

    @Test func languagesAreNamedByTheirVoicesCommonPrefix() {
        let filter = VoiceFilter([
            voice("en-us", "English (America)", "en-us"), voice("en-gb", "English (Great Britain)", "en-gb"),
            voice("de", "German", "de"), voice("fr_FR/siwis", "siwis", "fr_FR", .natural),
        ])
        #expect(filter.languages.map(\.name) == ["English", "FR", "German"])
        #expect(filter.languages.map(\.count) == [2, 1, 1])
        #expect(filter.voices(of: "en").map(\.id) == ["en-us", "en-gb"])
        #expect(filter.voices(of: nil).count == 4)
        #expect(filter.first(for: "en-us") == nil, "few voices are all shown")
    }

    @Test func longListsStartWithTheChosenVoicesLanguage() {
        let many = (0..<400).map { voice("l\($0 % 40)-\($0)", "Language \($0 % 40)", "l\($0 % 40)") }
        let filter = VoiceFilter(many)
        #expect(filter.first(for: "l7-7") == "l7")
        #expect(filter.voices(of: "l7").count == 10)
        #expect(filter.first(for: "gone") == nil)
    }
}

struct VoicePictureFileTests {
    private let pictures: [String: VoiceBars] = ["en-us": [0, 9, 255], "fr_FR/two words": [16, 1, 2]]

    @Test func picturesSurviveEncoding() {
        let bytes = VoicePictureFile.encode(pictures, version: "1.2")
        #expect(VoicePictureFile.decode(bytes, version: "1.2", count: 3) == pictures)
    }

    @Test func outdatedOrDamagedPicturesAreIgnored() {
        let bytes = VoicePictureFile.encode(pictures, version: "1.2")
        #expect(VoicePictureFile.decode(bytes, version: "1.3", count: 3).isEmpty)
        #expect(VoicePictureFile.decode(bytes, version: "1.2", count: 4).isEmpty)
        #expect(VoicePictureFile.decode([], version: "1.2", count: 3).isEmpty)
        let text = String(decoding: bytes, as: UTF8.self)
        let damaged = Array(text.replacing("0009ff", with: "00+9ff").utf8)
        #expect(VoicePictureFile.decode(damaged, version: "1.2", count: 3) == ["fr_FR/two words": [16, 1, 2]])
    }
}

@Suite(.timeLimit(.minutes(3)))
@MainActor
struct VoicePicturesTests {
    private func folder() throws -> TemporaryFolder { try TemporaryFolder() }

    @Test func basicVoicePicturesAreMadeOnceAndCached() async throws {
        let folder = try folder()
        let voice = Voice(id: "en-us", name: "English", languages: ["en-us"], kind: .espeak)
        let synthesizer = FakeSynthesizer()
        let pictures = VoicePictures(synthesizer, folder: folder.path + "/cache", version: "1")
        pictures.want(voice)
        await yieldUntil { pictures.bars("en-us") != nil }
        pictures.want(voice)
        #expect(synthesizer.clauses.count == 1)
        pictures.finish()
        await yieldUntil { Environment.exists(folder.path + "/cache/voice-pictures") }
        let again = VoicePictures(synthesizer, folder: folder.path + "/cache", version: "1")
        again.want(Voice(id: "en-us", name: "English", languages: ["en-us"], kind: .espeak))
        await yieldUntil { again.bars("en-us") != nil }
        #expect(synthesizer.clauses.count == 1, "the picture came from the cache")
    }

    @Test func naturalVoicesAreNotLoadedForPictures() async {
        let synthesizer = FakeSynthesizer()
        let pictures = VoicePictures(synthesizer, folder: nil, version: "1")
        pictures.want(Voice(id: "en-us/joe", name: "joe", languages: ["en-us"], kind: .natural))
        pictures.want(Voice(id: "en-us", name: "English", languages: ["en-us"], kind: .espeak))
        await yieldUntil { pictures.bars("en-us") != nil }
        #expect(synthesizer.clauses.count == 1)
        pictures.keep("en-us/joe", [0.5, 1])
        #expect(pictures.bars("en-us/joe")?.max() == 255)
    }
}

@Suite(.timeLimit(.minutes(3)))
@MainActor
struct VoicePreviewTests {
    private let player = FakePlayer()

    /// Consecutive previews never overlap and report the start and end of sound only once.
    @Test func aNewPreviewReplacesTheFirst() async {
        let preview = VoicePreview(FakeSynthesizer(), player)
        var sounds: [Bool] = []
        preview.onSound = { sounds.append($0) }
        preview.play("one", Prosody(voice: "a"), device: nil)
        await yieldUntil { player.isFinished }
        #expect(player.beginCount == 1 && player.stopCount == 0)
        preview.play("two", Prosody(voice: "b"), device: nil)
        #expect(player.stopCount == 1, "the first is silent before the second begins")
        await yieldUntil { player.beginCount == 2 && player.isFinished }
        #expect(sounds == [true])
        player.send(.finished)
        await yieldUntil { sounds == [true, false] }
        #expect(!preview.isPlaying && !preview.peaks.isEmpty)
    }
}
