// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisStore
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(3))) struct SettingsStoreTests {
    let folder: TemporaryFolder
    var path: String { folder.path + "/jarvis/settings.json" }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func store(_ text: String? = nil, system: FileSystem = FileSystem()) throws -> JSONSettingsStore {
        if let text { try folder.write(text.utf8, to: "jarvis/settings.json") }
        return JSONSettingsStore(path: path, system: system)
    }

    @Test func aMissingFileGivesDefaultsAndIsNotCreated() throws {
        let store = try store()
        #expect(store.current == Settings())
        #expect(store.notices.isEmpty)
        #expect(folder.files.isEmpty)
    }

    @Test func everySettingSurvivesARestart() async throws {
        let store = try store()
        var changed = Settings()
        changed.voice = "en-gb+f3"
        changed.speed = 1.25
        changed.pitch = -12
        changed.volume = 0.3
        changed.detectionMode = .autoHold
        changed.sensitivity = 12.5
        changed.inputDevice = "alsa \"mic\""
        changed.outputDevice = "hdmi"
        changed.speaksReplies = false
        changed.particleCount = 0
        changed.animationSpeed = 2
        changed.userName = "Zoë"
        changed.appearance.theme = .custom
        changed.appearance.accent = HexColor(0x0A0B0C)
        changed.appearance.warm = HexColor(0xFFFFFF)
        changed.appearance.deep = HexColor(0x000000)
        changed.appearance.colorVision = .tritanopia
        changed.appearance.reducedMotion = .on
        changed.appearance.highContrast = .off
        changed.appearance.reducesTransparency = true
        changed.appearance.followsAmbientLight = true
        changed.appearance.zoom = 1.5
        changed.appearance.textScale = 1.4
        changed.appearance.hue = 360
        let wanted = changed
        try await store.update { $0 = wanted }.value
        #expect(store.current == wanted)
        let other = try self.store()
        #expect(other.current == wanted)
        #expect(other.notices.isEmpty)
        #expect(folder.permissions("jarvis/settings.json") == 0o600)
        #expect(folder.permissions("jarvis") == 0o700)
        try await other.update { $0 = Settings() }.value
        #expect(try self.store().current == Settings())
    }

    @Test(arguments: [
        (#"{"voice.speed":9}"#, "9", "1", "Use a number from 0.5 to 2."),
        (#"{"voice.speed":"fast"}"#, "fast", "1", "Use a number from 0.5 to 2."),
        (#"{"voice.speed":1e300}"#, "1e+300", "1", "Use a number from 0.5 to 2."),
        (#"{"voice.speed":1e999}"#, "1e999", "1", "Use a number from 0.5 to 2."),
        (#"{"voice.speed":null}"#, "null", "1", "Use a number from 0.5 to 2."),
        (#"{"voice.pitch":[1]}"#, "[1]", "0", "Use a number from -12 to 12."),
        (#"{"detection.mode":"always"}"#, "always", "auto", "Use one of disabled, push-to-talk, auto, auto-hold."),
        (#"{"conversation.speaks-replies":1}"#, "1", "on", "Use on or off."),
        (#"{"audio.input":false}"#, "off", "default", "Use a name, or \"default\"."),
        (#"{"appearance.accent":"cyan"}"#, "cyan", "#00d4ff", "Use a colour such as #00aaff."),
        (#"{"user.name":{}}"#, "{}", nil, "Use text."),
    ])
    func aBadValueIsReplacedByItsDefaultWithANotice(text: String, value: String, used: String?, advice: String) throws {
        let key = text.split(separator: "\"")[1]
        let outcome = used.map { ", so \($0) is used." } ?? ", so it stays empty."
        let notice = "\"\(value)\" isn't a valid value for \(key)\(outcome) \(advice)"
        let store = try store(text.dropLast() + #","voice.volume":0.5}"#)
        var expected = Settings()
        expected.volume = 0.5
        #expect(store.current == expected)
        #expect(store.notices.map(\.advice) == [notice])
    }

    @Test(arguments: ["", "{", "[]", "\u{0}\u{1}", "{\"voice.speed\":1.5", "no settings", "{} {}"])
    func aDamagedFileIsSetAsideAndDefaultsAreUsed(text: String) async throws {
        let store = try store(text)
        #expect(store.current == Settings())
        #expect(store.notices.count == 1)
        #expect(store.notices.first?.advice.contains(path + ".damaged-1") == true)
        #expect(try folder.text("jarvis/settings.json.damaged-1") == text)
        try await store.update { $0.speed = 2 }.value
        #expect(try self.store().current.speed == 2)
        _ = try self.store("{")
        #expect(try folder.text("jarvis/settings.json.damaged-2") == "{")
    }

    @Test func unknownKeysAndBadValuesKeepTheirPlaceInTheFile() async throws {
        let store = try store(#"{ "version": 1, "later.thing": {"a": 1e5}, "voice.speed": 1.5, "voice.pitch": "bad" }"#)
        try await store.update { $0.volume = 0.5 }.value
        let expected = """
            {
              "version": 1,
              "later.thing": {
                "a": 1e5
              },
              "voice.speed": 1.5,
              "voice.pitch": "bad",
              "voice.volume": 0.5
            }

            """
        #expect(try folder.text("jarvis/settings.json") == expected)
    }

    @Test(arguments: [
        ("wake.phrase", ""), ("wake.phrase", "你好"), ("wake.phrase", "😀"),
        ("recognition.vocabulary", (1...51).map { "name \($0)" }.joined(separator: ", ")),
    ])
    func unpronounceableOrOversizedSpeechSettingsAreRejected(key: String, value: String) throws {
        let descriptor = try #require(SettingDescriptor.named(key))
        var settings = Settings()
        #expect(throws: SettingError.self) { try descriptor.set(text: value, in: &settings) }
        #expect(settings == Settings())
        try descriptor.set(text: "Hey Zoë", in: &settings)
        #expect(descriptor.get(settings) == .text("Hey Zoë"))
    }

    @Test func anInvalidChangeIsRejectedAsAWhole() throws {
        let store = try store()
        #expect(throws: SettingError.self) {
            try store.update {
                $0.volume = 0.5
                $0.speed = 9
            }
        }
        #expect(store.current == Settings())
        struct Refused: Error {}
        #expect(throws: Refused.self) {
            try store.update {
                $0.volume = 0.5
                throw Refused()
            }
        }
        #expect(store.current == Settings())
    }

    @Test func anUnwritableChangeStaysInMemory() async throws {
        _ = try store(#"{"voice.speed":1.5}"#)
        let store = try store(system: FaultySystem.readOnly)
        let changes = store.changes()
        #expect(store.current.speed == 1.5)
        await #expect(throws: StoreFailure.readOnly(path: path)) {
            try await store.update { $0.volume = 0.5 }.value
        }
        #expect(store.current.volume == 0.5)
        #expect(await next(changes)?.volume == 0.5)
        await #expect(throws: StoreFailure.self) { try await store.update { $0.pitch = 3 }.value }
        #expect(store.current.volume == 0.5 && store.current.pitch == 3 && store.current.speed == 1.5)
        #expect(try folder.text("jarvis/settings.json") == #"{"voice.speed":1.5}"#)
    }

    /// A file that couldn't be read at the start must not be written as if it were empty.
    @Test func anUnreadableFileIsNotOverwritten() async throws {
        for place in 0..<12 {
            _ = try store(#"{"voice.speed":1.5}"#)
            let faulty = FaultySystem()
            faulty.arm(0, .error(5))
            let store = try store(system: faulty.system)
            #expect(store.current.speed == 1 && store.notices.count == 1)
            faulty.arm(place, .error(5))
            _ = try? await store.update { $0.volume = 0.5 }.value
            faulty.disarm()
            #expect(try self.store().current.speed == 1.5, "\(faulty.failedCalls)")
        }
    }

    @Test func settingsBeforeATruncationAreKept() async throws {
        let first = try store(#"{"version":1,"user.name":"Ada","voice.speed":1.5,"voice.pi"#)
        #expect(first.current.userName == "Ada" && first.current.speed == 1.5 && first.notices.count == 1)
        #expect(try self.store().current == first.current, "for the next program, too")
        #expect(try self.store().notices.isEmpty)
    }

    @Test func aFailingSystemCallLeavesTheFileIntact() async throws {
        var place = 0
        while true {
            _ = try store(#"{"voice.speed":1.5}"#)
            let faulty = FaultySystem()
            let store = try store(system: faulty.system)
            faulty.arm(place, .error(5))
            do {
                try await store.update { $0.volume = 0.5 }.value
            } catch {
                #expect(error is StoreFailure)
            }
            #expect(store.current.volume == 0.5 && store.current.speed == 1.5, "\(faulty.failedCalls)")
            let isReached = faulty.callCount > place
            faulty.disarm()
            let onDisk = try self.store()
            #expect(onDisk.notices.isEmpty && onDisk.current.speed == 1.5, "\(faulty.failedCalls)")
            // The next change writes the earlier one too.
            try await store.update { $0.pitch = 1 }.value
            #expect(try self.store().current == store.current)
            guard isReached else { break }
            place += 1
        }
        #expect(place > 5)
    }

    @Test func changesByOtherStoresAreFollowedAndKept() async throws {
        let store = try store("{}")
        let other = try self.store()
        let changes = store.changes()
        try await other.update { $0.speed = 2 }.value
        #expect(await next(changes) { $0.speed == 2 } != nil)
        #expect(store.current.speed == 2)
        // A manual edit, first half written, then complete.
        try folder.write("{\"voice.spe".utf8, to: "jarvis/settings.json")
        try folder.write("{\"voice.speed\":0.5}".utf8, to: "jarvis/settings.json")
        #expect(await next(changes) { $0.speed == 0.5 } != nil)
        try await other.update { $0.pitch = 4 }.value
        #expect(other.current.speed == 0.5)
        #expect(!folder.files.contains { $0.contains("damaged") })
    }

    /// The intact file that replaces a damaged one is read as soon as it is watched, often before anyone asks for notices.
    @Test func aDamagedFileIsStillReportedAfterItsReplacementWasRead() async throws {
        let store = try store("{")
        let notices = store.notices
        #expect(notices.count == 1)
        let changes = store.changes()
        try await self.store().update { $0.speed = 2 }.value
        #expect(await next(changes) { $0.speed == 2 } != nil)
        #expect(store.notices == notices)
        #expect(unlink(path) == 0)
        #expect(await next(changes) { $0.speed == 1 } != nil)
        #expect(store.notices == notices)
    }

    /// The two stores stand for two processes: they share only the file.
    @Test func changesMadeBeforeTheFileIsWatchedAreReported() async throws {
        let store = try store()
        try await self.store().update { $0.particleCount = 7 }.value
        #expect(store.current.particleCount != 7)
        // The file is watched only from here on.
        for await settings in store.changes() {
            #expect(settings.particleCount == 7)
            break
        }
    }

    @Test func interleavedChangesOfTwoStoresAreAllKept() async throws {
        let one = try store("{}")
        let other = try self.store()
        for _ in 1...25 {
            // Both append to the current value, and neither waits for the other.
            var writes: [Task<Void, any Error>] = []
            for _ in 1...10 {
                writes.append(try one.update { $0.userName += "a" })
                writes.append(try other.update { $0.userName += "b" })
                writes.append(try other.update { $0.speech.vocabulary += "x" })
                writes.append(try one.update { $0.speech.vocabulary += "y" })
            }
            for write in writes { try await write.value }
        }
        let kept = try self.store().current
        #expect(kept.userName.count { $0 == "a" } == 250 && kept.userName.count { $0 == "b" } == 250)
        #expect(kept.speech.vocabulary.count == 500)
    }

    @Test func aSlowDiskBlocksNeitherReadersNorCallers() async throws {
        _ = try store("{}")
        let disk = SlowDisk()
        let store = try store(system: disk.system)
        let written = try store.update { $0.speed = 2 }
        await yieldUntil { disk.isWaiting }
        // While the write hangs, the change applies and further changes are accepted.
        #expect(store.current.speed == 2)
        let next = try store.update { $0.pitch = 3 }
        #expect(store.current.pitch == 3 && store.notices.isEmpty)
        #expect(try self.store().current == Settings())
        disk.go()
        try await written.value
        try await next.value
        #expect(try self.store().current == store.current)
    }

    @Test func updatesApplyToTheLatestFileContents() async throws {
        let store = try store(#"{"voice.volume":0.25}"#)
        try folder.write(#"{"voice.volume":0.5}"#.utf8, to: "jarvis/settings.json")
        try await store.update { $0.volume *= 1.5 }.value
        #expect(store.current.volume == 0.75)
        #expect(try self.store().current.volume == 0.75)
    }
}
