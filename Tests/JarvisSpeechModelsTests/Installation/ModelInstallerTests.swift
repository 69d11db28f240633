// SPDX-License-Identifier: GPL-3.0-or-later
// Installing models from folders and archives, completely or not at all.

import Glibc
import JarvisCore
import JarvisNetwork
import JarvisPlatform
import JarvisTesting
@testable import JarvisSpeechModels
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ModelInstallerTests {
    private let fixture: ModelsFixture
    private let sample: String

    init() throws {
        fixture = try ModelsFixture()
        sample = fixture.path + "/sherpa-onnx-moonshine-sample-en"
        try SampleModels.write(SampleModels.moonshine, to: sample)
        try SampleModels.write(
            ["LICENSE": Array("MIT".utf8), "test_wavs/0.wav": [1, 2, 3], "other.bin": [4]], to: sample)
    }

    private func expectInstalled(_ model: InstalledModel) async throws {
        #expect(fixture.names == ["moonshine-sample-en"])
        #expect(model.record.family == .moonshine && model.record.language == "en" && !model.isPackaged)
        #expect(
            FolderTree.files(in: model.folder).keys.sorted() == [
                "LICENSE", "decoder_model_merged.ort", "encoder_model.ort", "model.json", "tokens.txt",
            ])
        for (name, bytes) in SampleModels.moonshine {
            #expect(try WholeFile.bytes(model.folder + "/" + name) == bytes)
            #expect(model.record.files.contains { $0.path == name && $0.sha256 == SampleModels.sha256(bytes) })
        }
        #expect(fixture.models["moonshine-sample-en"] == model)
        #expect(fixture.models.installed() == [model])
        #expect(fixture.trials == ["moonshine"])
        try await fixture.models.verify("moonshine-sample-en")
    }

    @Test func aFolderIsCopied() async throws {
        try await expectInstalled(fixture.install(.folder(path: sample)))
        #expect(Environment.exists(sample + "/encoder_model.ort"))
    }

    @Test(arguments: ["tar", "tar.gz", "tar.bz2", "tar.xz", "zip"])
    func archivesOfEveryFormatAreInstalled(ending: String) async throws {
        let archive = "\(sample).\(ending)"
        try await SampleModels.pack(sample, into: archive)
        try await expectInstalled(fixture.install(.archive(path: archive)))
    }

    @Test func progressReportsEveryStep() async throws {
        try await fixture.install(.folder(path: sample))
        let progress = fixture.progress
        let steps = progress.map(\.step).reduce(into: [ModelStep]()) { if $0.last != $1 { $0.append($1) } }
        #expect(steps == [.unpacking, .trying, .checking])
        let last = progress.last { $0.step == .unpacking }
        #expect(last?.bytes == last?.totalBytes && last?.bytes ?? 0 > 130_000)
    }

    @Test func anInstalledModelIsReplacedOnlyOnRequest() async throws {
        try await fixture.install(.folder(path: sample))
        await #expect(throws: ModelFailure.alreadyInstalled(id: "moonshine-sample-en")) {
            try await fixture.install(.folder(path: sample))
        }
        let path = fixture.models.folder + "/moonshine-sample-en/tokens.txt"
        try AtomicFile.write(path, [1])
        await #expect(throws: ModelFailure.damaged(id: "moonshine-sample-en", files: ["tokens.txt"])) {
            try await fixture.models.verify("moonshine-sample-en")
        }
        try await fixture.install(.folder(path: sample), replacing: true)
        try await fixture.models.verify("moonshine-sample-en")
        #expect(fixture.names == ["moonshine-sample-en"])
    }

    @Test func aRejectedReplacementKeepsTheOldModel() async throws {
        try await fixture.install(.folder(path: sample))
        fixture.rejection.withLock { $0 = .rejected(name: "model", reason: "no") }
        await #expect(throws: ModelFailure.rejected(name: "sherpa-onnx-moonshine-sample-en", reason: "no")) {
            try await fixture.install(.folder(path: sample), replacing: true)
        }
        #expect(fixture.names == ["moonshine-sample-en"])
        try await fixture.models.verify("moonshine-sample-en")
    }

    @Test func aModelRejectedByTheLibraryIsNotInstalled() async throws {
        fixture.rejection.withLock { $0 = .rejected(name: "model", reason: "no") }
        await fixture.expectFailure(.folder(path: sample)) {
            $0 == .rejected(name: "sherpa-onnx-moonshine-sample-en", reason: "no")
        }
    }

    @Test func verificationFindsMissingTruncatedAndChangedFiles() async throws {
        let model = try await fixture.install(.folder(path: sample))
        var bytes = SampleModels.moonshine["encoder_model.ort"] ?? []
        bytes[20_000] ^= 1
        try AtomicFile.write(model.folder + "/encoder_model.ort", bytes)
        try AtomicFile.write(model.folder + "/decoder_model_merged.ort", [UInt8](repeating: 0, count: 10))
        try FolderTree.remove(model.folder + "/tokens.txt")
        await #expect(
            throws: ModelFailure.damaged(
                id: model.record.id, files: ["decoder_model_merged.ort", "encoder_model.ort", "tokens.txt"])
        ) { try await fixture.models.verify(model.record.id) }
        // The truncated file is detected before the library sees it.
        #expect(!model.recognizer.isThere)
    }

    @Test func aRemovedModelIsGone() async throws {
        let model = try await fixture.install(.folder(path: sample))
        try await fixture.models.remove(model.record.id)
        #expect(fixture.names.isEmpty)
        await #expect(throws: ModelFailure.unknown(id: model.record.id)) {
            try await fixture.models.remove(model.record.id)
        }
    }

    @Test(arguments: ["..", ".", "../models", "a/b", "", ".staging-x", "A", "-x", "ä"])
    func invalidNamesAreRejected(id: String) async throws {
        try AtomicFile.write(fixture.path + "/precious", [1])
        await #expect(throws: ModelFailure.unknown(id: id)) { try await fixture.models.remove(id) }
        await #expect(throws: ModelFailure.unknown(id: id)) { try await fixture.install(.folder(path: sample), as: id) }
        #expect(fixture.models[id] == nil)
        #expect(Environment.exists(fixture.path + "/precious"))
    }

    // MARK: What is wrong with a model

    @Test func aDamagedArchiveIsReported() async throws {
        let archive = sample + ".tar.bz2"
        try await SampleModels.pack(sample, into: archive)
        let bytes = try WholeFile.bytes(archive)
        try AtomicFile.write(archive, Array(bytes.prefix(bytes.count / 2)))
        await fixture.expectFailure(.archive(path: archive)) { failure in
            if case .archiveDamaged = failure { true } else { false }
        }
        try AtomicFile.write(archive, Array("<html>Not found</html>".utf8))
        await fixture.expectFailure(.archive(path: archive)) { failure in
            if case .archiveDamaged = failure { true } else { false }
        }
    }

    @Test func sourcesWithoutAModelAreReported() async throws {
        let other = fixture.path + "/holiday"
        try SampleModels.write(["a.jpg": [1], "b/c.txt": [2]], to: other)
        try await SampleModels.pack(other, into: other + ".zip")
        await fixture.expectFailure(.archive(path: other + ".zip")) { $0 == .noModel(name: "holiday.zip") }
        await fixture.expectFailure(.folder(path: other)) { $0 == .noModel(name: "holiday") }
        await fixture.expectFailure(.archive(path: "/nonexistent"), as: "x") {
            $0 == .sourceMissing(path: "/nonexistent")
        }
    }

    @Test func anIncompleteModelIsReported() async throws {
        try FolderTree.remove(sample + "/decoder_model_merged.ort")
        await fixture.expectFailure(.folder(path: sample)) { failure in
            failure
                == .incomplete(
                    name: "sherpa-onnx-moonshine-sample-en", family: "Moonshine", file: "decoder_model_merged.ort")
        }
    }

    @Test(arguments: ["../escaped", "/tmp/jarvis-escaped-absolutely", "deep/../../escaped"])
    func entriesThatEscapeTheFolderAreRejected(path: String) async throws {
        let archive = fixture.path + "/evil.tar"
        let result = try await ChildProcess.run(
            "python3",
            [
                "-c",
                """
                import io, sys, tarfile
                with tarfile.open(sys.argv[1], "w") as archive:
                    entry = tarfile.TarInfo(sys.argv[2])
                    entry.size = 4
                    archive.addfile(entry, io.BytesIO(b"evil"))
                """, archive, path,
            ])
        #expect(result.status == 0, "\(result.output)")
        await fixture.expectFailure(.archive(path: archive)) { $0 == .archiveUnsafe(name: "evil.tar", entry: path) }
        #expect(!Environment.exists(fixture.path + "/escaped") && !Environment.exists("/tmp/jarvis-escaped-absolutely"))
        #expect(!Environment.exists(fixture.models.folder + "/escaped"))
    }

    @Test func linksAreNotUnpacked() async throws {
        // A link out of the folder, then a file that would be written through it.
        let (archive, outside) = (fixture.path + "/links.tar", fixture.path + "/outside")
        try Folder.create(outside)
        let result = try await ChildProcess.run(
            "python3",
            [
                "-c",
                """
                import io, sys, tarfile
                with tarfile.open(sys.argv[1], "w") as archive:
                    link = tarfile.TarInfo("m/data")
                    link.type, link.linkname = tarfile.SYMTYPE, sys.argv[2]
                    archive.addfile(link)
                    hard = tarfile.TarInfo("m/hard")
                    hard.type, hard.linkname = tarfile.LNKTYPE, "/etc/passwd"
                    archive.addfile(hard)
                    file = tarfile.TarInfo("m/data/file")
                    file.size = 4
                    archive.addfile(file, io.BytesIO(b"evil"))
                """, archive, outside,
            ])
        #expect(result.status == 0, "\(result.output)")
        await fixture.expectFailure(.archive(path: archive)) { $0 == .noModel(name: "links.tar") }
        #expect(FolderTree.files(in: outside).isEmpty)
    }

    @Test func anArchiveBombIsRejected() async throws {
        let folder = fixture.path + "/bomb"
        try Folder.create(folder)
        let made = try await ChildProcess.run("truncate", ["-s", "300M", folder + "/model.onnx"])
        #expect(made.status == 0)
        try await SampleModels.pack(folder, into: folder + ".tar.gz")
        await fixture.expectFailure(.archive(path: folder + ".tar.gz")) { $0 == .archiveTooLarge(name: "bomb.tar.gz") }
    }

    // MARK: What is wrong with the disk, and others

    @Test func anInstallationWithoutSpaceIsRejected() async throws {
        fixture.free.withLock { $0 = 1_000_000 }
        let failure = await #expect(throws: ModelFailure.self) { try await fixture.install(.folder(path: sample)) }
        guard case .noSpace(fixture.models.folder, _, 1_000_000) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test func anUnwritableFolderIsReported() async throws {
        // Not even the superuser can create a folder there.
        let other = InstalledModels(folder: "/proc/jarvis", catalogue: fixture.models.catalogue, packagedFolder: { $0 })
        let installer = ModelInstaller(
            models: other, network: .init(), runner: ProcessRunner(), trial: { _, _ in nil })
        let failure = await #expect(throws: ModelFailure.self) { try await installer.install(.folder(path: sample)) }
        guard case .store = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test func aModelCannotBeInstalledTwiceAtOnce() async throws {
        let other = try StagingFolder(models: fixture.models.folder, id: "moonshine-sample-en", source: "elsewhere")
        await #expect(throws: ModelFailure.busy(id: "moonshine-sample-en")) {
            try await fixture.install(.folder(path: sample))
        }
        await #expect(throws: ModelFailure.busy(id: "moonshine-sample-en")) {
            try await fixture.models.remove("moonshine-sample-en")
        }
        // Another model can be installed.
        try await fixture.install(.folder(path: sample), as: "other")
        other.discard()
        try await fixture.install(.folder(path: sample))
        #expect(fixture.names == ["moonshine-sample-en", "other"])
    }

    @Test func concurrentInstallationsLeaveOneIntactModel() async throws {
        let results = await withTaskGroup(of: ModelFailure?.self) { group in
            for _ in 0..<6 {
                group.addTask { [fixture, sample] in
                    do {
                        try await fixture.install(.folder(path: sample), replacing: true)
                        return nil
                    } catch {
                        return error as? ModelFailure ?? .unknown(id: "\(error)")
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.contains(nil))
        #expect(results.compactMap(\.self).allSatisfy { $0 == .busy(id: "moonshine-sample-en") }, "\(results)")
        try await fixture.models.verify("moonshine-sample-en")
        #expect(fixture.names == ["moonshine-sample-en"])
    }
}
