// SPDX-License-Identifier: GPL-3.0-or-later
// Sources with no model or several, and excessive sizes and names.

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisTesting
import Synchronization
import Testing

@testable import JarvisSpeechModels

@Suite(.timeLimit(.minutes(10)))
struct StrangeModelTests {
    private let fixture: ModelsFixture

    init() throws {
        fixture = try ModelsFixture()
    }

    private func folder(_ name: String, of names: [String]) throws -> String {
        let path = fixture.path + "/" + name
        for name in names { try SampleModels.write(SampleModels.moonshine, to: path + "/" + name) }
        return path
    }

    /// An archive of one-byte entries, by Python's tarfile, which allows any name.
    private func archive(_ entries: [String]) async throws -> String {
        let path = fixture.path + "/strange.tar"
        let result = try await ChildProcess.run(
            "python3",
            [
                "-c",
                """
                import io, sys, tarfile
                with tarfile.open(sys.argv[1], "w") as archive:
                    for name in sys.argv[2:]:
                        entry = tarfile.TarInfo(name)
                        entry.size = 1
                        archive.addfile(entry, io.BytesIO(b"x"))
                """, path,
            ] + entries)
        #expect(result.status == 0, "\(result.output)")
        return path
    }

    // MARK: What is installed

    /// Opening a pipe would wait for its other end forever.
    @Test func pipesAndDevicesAreNotArchives() async throws {
        let pipe = fixture.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        for path in [pipe, "/dev/zero"] {
            await fixture.expectFailure(.archive(path: path), as: "x") { $0 == .sourceNotFile(path: path) }
        }
    }

    @Test func aSourceWithSeveralModelsIsReported() async throws {
        let path = try folder("both", of: ["one", "two"])
        await fixture.expectFailure(.folder(path: path)) { $0 == .several(name: "both", folders: ["one", "two"]) }
        try await SampleModels.pack(path, into: path + ".tar")
        await fixture.expectFailure(.archive(path: path + ".tar")) {
            $0 == .several(name: "both.tar", folders: ["one", "two"])
        }
        try await fixture.install(.folder(path: path + "/two"))
        #expect(fixture.names == ["two"])
    }

    /// As in archives from a Mac, which keep there what other systems don't support.
    @Test func aFolderBesideTheModelIsIgnored() async throws {
        let path = try folder("mac", of: ["model"])
        try SampleModels.write(["._tokens.txt": [1], "._model": [2]], to: path + "/__MACOSX")
        try await SampleModels.pack(path, into: path + ".zip")
        let model = try await fixture.install(.archive(path: path + ".zip"))
        #expect(model.record.id == "mac" && model.record.files.count == 3)
    }

    @Test func anUnusableNameMustBeChosenByTheUser() async throws {
        let path = try folder("модель", of: ["."])
        await fixture.expectFailure(.folder(path: path)) { $0 == .unnamed(name: "модель") }
        try await fixture.install(.folder(path: path), as: "model")
    }

    @Test func impossibleEntriesCountAsDamage() async throws {
        let long = "m/" + String(repeating: "a", count: 300)
        for entries in [["m", "m/tokens.txt"], ["m/a", "m"], [long]] {
            let path = try await archive(entries)
            await fixture.expectFailure(.archive(path: path)) { failure in
                guard case .archiveDamaged("strange.tar", let reason) = failure else { return false }
                return reason.count < 100 && !reason.contains(fixture.path)
            }
        }
    }

    /// It compresses to almost nothing; its size shows only while unpacking.
    @Test func unpackingReportsAFullDiskNotADamagedArchive() async throws {
        let path = try folder("zeros", of: ["."])
        try AtomicFile.write(path + "/encoder_model.ort", [UInt8](repeating: 0, count: 3_000_000))
        try await SampleModels.pack(path, into: path + ".tar.gz")
        let free = (64 << 20) + 1_000_000
        fixture.free.withLock { $0 = free }
        await fixture.expectFailure(.archive(path: path + ".tar.gz")) { failure in
            guard case .noSpace(_, let needed, free) = failure else { return false }
            return needed > free
        }
    }

    // MARK: What stands in a model's place

    @Test func removingALinkedModelKeepsItsTarget() async throws {
        let path = try folder("elsewhere", of: ["."])
        let model = try await fixture.install(.folder(path: path), as: "linked")
        let moved = fixture.path + "/moved"
        try StoreFailure.check(FileSystem().rename(model.folder, moved), moved)
        try #require(symlink(moved, model.folder) == 0)
        #expect(fixture.models["linked"]?.record == model.record)
        try await fixture.models.remove("linked")
        #expect(fixture.names.isEmpty && FolderTree.files(in: moved).count == 4)
    }

    @Test func aForeignFileIsNotReplacedUnasked() async throws {
        let path = try folder("own", of: ["."])
        try SampleModels.write(["own": Array("precious".utf8)], to: fixture.models.folder)
        await #expect(throws: ModelFailure.alreadyInstalled(id: "own")) {
            try await fixture.install(.folder(path: path))
        }
        #expect(try WholeFile.bytes(fixture.models.folder + "/own") == Array("precious".utf8))
    }

    // MARK: What stands beside a model

    @Test func overflowingSizesInRecordsAreRejectedOrIgnored() throws {
        let sum = String(repeating: "0", count: 64)
        let file = "{\"path\": \"a\", \"bytes\": \(Int.max), \"sha256\": \"\(sum)\"}"
        let records = ["\"files\": [\(file), \(file)]", "\"bytes\": \(Int.max), \"files\": []"]
        for (number, rest) in records.enumerated() {
            let head = "\"format\": \"jarvis-speech-model\", \"version\": 1, \"id\": \"m\(number)\""
            let text = "{\(head), \"kind\": \"recognizer\", \"family\": \"moonshine\", \(rest)}"
            try SampleModels.write(["model.json": Array(text.utf8)], to: fixture.models.folder + "/m\(number)")
        }
        #expect(fixture.models.installed().map(\.record.bytes) == [0])
    }

    @Test func controlCharactersAreRemovedFromRecords() throws {
        let head = "\"format\": \"jarvis-speech-model\", \"version\": 1, \"id\": \"m\", \"files\": []"
        let orders = "\"name\": \"a\\u001b[31mb\\nc\", \"licence\": \"\\u001b]0;x\\u0007\\tMIT\""
        let text = "{\(head), \"kind\": \"recognizer\", \"family\": \"moonshine\", \(orders)}"
        try SampleModels.write(["model.json": Array(text.utf8)], to: fixture.models.folder + "/m")
        let record = try #require(fixture.models["m"]?.record)
        #expect(record.name == "ab c")
        #expect(record.licence.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "\(record.licence)")
    }

    // MARK: Addresses

    @Test(
        arguments: [
            ("https://a.example/b/c.tar?x#y", "c.tar"), ("https://a.example/..", "model"), ("https://", "https:"),
            ("https://a.example/" + String(repeating: "b", count: 300) + ".tar.bz2", nil),
        ] as [(String, String?)])
    func downloadsGetValidFileNames(url: String, name: String?) {
        let found = ModelInstaller.fileName(at: url)
        if let name { #expect(found == name) }
        #expect(found.utf8.count <= 100 && !found.contains("/"))
        if name == nil { #expect(found.hasSuffix(".tar.bz2")) }
    }

    @Test func uppercaseSchemesAreAccepted() throws {
        let source = try ModelSource("HTTPS://a.example/M.tar", catalogue: fixture.models.catalogue)
        #expect(source == .address(url: "https://a.example/M.tar", sha256: nil))
    }

    @Test func spaceIsCheckedRepeatedlyWhileTheSizeIsUnknown() {
        let lack = ModelFailure.noSpace(folder: "", needed: 1, free: 0)
        let watch = RoomWatch { whole, _ in whole > 40 << 20 ? lack : nil }
        #expect(watch.note(0, of: nil) && watch.note(20 << 20, of: nil) && watch.failure == nil)
        #expect(!watch.note(60 << 20, of: nil) && watch.failure == lack)
        let known = RoomWatch { whole, received in whole - received > 1_000 ? lack : nil }
        #expect(!known.note(0, of: 2_000))
    }
}
