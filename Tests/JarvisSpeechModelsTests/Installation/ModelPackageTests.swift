// SPDX-License-Identifier: GPL-3.0-or-later
// Catalogue models, fetched by pip from an index run by the test, and without pip.

import Glibc
import JarvisCore
import JarvisNetwork
import JarvisPlatform
import JarvisTesting
@testable import JarvisSpeechModels
import Testing

@Suite(.serialized, .timeLimit(.minutes(10)))
struct ModelPackageTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder("jarvis-package")
    }

    /// A catalogue with a model whose vocabulary needs conversion, and its package.
    private func package() async throws -> (catalogue: ModelCatalogue, wheel: [UInt8]) {
        let model = folder.path + "/wheel/sample/assets"
        var files = SampleModels.moonshine
        files["tokens.txt"] = nil
        files["tokenizer.bin"] = [0, 5] + Array("<unk>".utf8) + [0x80, 1] + [UInt8](repeating: 65, count: 128)
        try SampleModels.write(files, to: model)
        let info = folder.path + "/wheel/sample_model-1.0.0.dist-info"
        try SampleModels.write(
            [
                "METADATA": Array("Metadata-Version: 2.1\nName: sample-model\nVersion: 1.0.0\n".utf8),
                "WHEEL": Array("Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n".utf8), "RECORD": [],
                "licenses/LICENSE": Array("MIT License".utf8),
            ], to: info)
        let made = try await ChildProcess.run(
            "python3",
            [
                "-c", "import shutil,sys; shutil.make_archive(sys.argv[1], 'zip', sys.argv[2])",
                folder.path + "/sample", folder.path + "/wheel",
            ])
        #expect(made.status == 0, "\(made.output)")
        let wheel = try WholeFile.bytes(folder.path + "/sample.zip")
        let package = ModelPackage(
            name: "sample-model", version: "1.0.0", sha256: SampleModels.sha256(wheel), bytes: wheel.count,
            folder: "sample/assets")
        let known = try #require(SampleModels.moonshine["encoder_model.ort"])
        let record = ModelRecord(
            id: "sample", name: "Sample", language: "en", kind: .recognizer, family: .moonshine, licence: "MIT",
            bytes: 130_000, source: "sample-model 1.0.0", package: package,
            files: [ModelFile(path: "encoder_model.ort", bytes: known.count, sha256: SampleModels.sha256(known))])
        return (ModelCatalogue(models: [record]), wheel)
    }

    /// An index with one package; runs `body` with pip configured for it, as a user would.
    private func withIndex(
        _ wheel: [UInt8], _ body: () async throws -> Void
    ) async throws -> Int {
        let server = try FakeServer { connection in
            while let head = connection.readRequest()?.head {
                if head.contains(".whl") {
                    connection.respond("200 OK", type: "application/octet-stream", wheel)
                } else {
                    connection.respond(
                        "200 OK", type: "text/html",
                        Array("<a href=\"/sample_model-1.0.0-py3-none-any.whl\">sample</a>".utf8))
                }
            }
        }
        let variables = [
            "PIP_INDEX_URL": "http://127.0.0.1:\(server.port)/simple", "PIP_NO_CACHE_DIR": "1",
            "PIP_CONFIG_FILE": "/dev/null", "PIP_RETRIES": "0", "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1",
        ]
        let old = variables.keys.map { ($0, Environment.value($0)) }
        for (name, value) in variables { setenv(name, value, 1) }
        defer { for (name, value) in old { if let value { setenv(name, value, 1) } else { unsetenv(name) } } }
        try await body()
        return server.connectionCount
    }

    @Test func catalogueModelsAreFetchedConvertedAndInstalled() async throws {
        let (catalogue, wheel) = try await package()
        let fixture = try ModelsFixture(catalogue)
        _ = try await withIndex(wheel) { try await fixture.install(.catalogue(id: "sample")) }
        let model = try #require(fixture.models["sample"])
        #expect(model.record.name == "Sample" && model.record.licence == "MIT" && !model.isPackaged)
        let lines = ChildProcess.contents(of: model.folder + "/tokens.txt").split(separator: "\n")
        #expect(lines.map { $0.prefix(20) } == ["\t0", "PHVuaz4=\t1", "QUFBQUFBQUFBQUFBQUFB"])
        #expect(!Environment.exists(model.folder + "/tokenizer.bin"))
        #expect(ChildProcess.contents(of: model.folder + "/LICENSE") == "MIT License")
        #expect(fixture.names == ["sample"])
        try await fixture.models.verify("sample")
        let steps = Set(fixture.progress.map(\.step))
        #expect(steps.isSuperset(of: [.unpacking, .converting, .trying, .checking]))
    }

    @Test func aFetchedPackageIsNotFetchedAgain() async throws {
        let (catalogue, wheel) = try await package()
        let fixture = try ModelsFixture(catalogue)
        // The state that a killed installation leaves behind.
        do {
            let staging = try StagingFolder(models: fixture.models.folder, id: "sample", source: "sample-model 1.0.0")
            try AtomicFile.write(staging.download + "/sample_model-1.0.0-py3-none-any.whl", wheel)
            try AtomicFile.write(staging.path + "/half", [1])
        }
        let count = try await withIndex(wheel) { try await fixture.install(.catalogue(id: "sample")) }
        #expect(count == 0)
        #expect(fixture.names == ["sample"])
    }

    @Test func aPackageWithAnotherChecksumIsRejected() async throws {
        let (catalogue, wheel) = try await package()
        let fixture = try ModelsFixture(catalogue)
        _ = try await withIndex(wheel + [0]) {
            let failure = await #expect(throws: ModelFailure.self) {
                try await fixture.install(.catalogue(id: "sample"))
            }
            guard case .packageFailed("sample-model", _) = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
        }
        #expect(fixture.models["sample"] == nil)
    }

    @Test func aFileThatDiffersFromTheCatalogueIsRejected() async throws {
        var (catalogue, wheel) = try await package()
        catalogue.models[0].files[0].sha256 = String(repeating: "0", count: 64)
        let fixture = try ModelsFixture(catalogue)
        _ = try await withIndex(wheel) {
            await fixture.expectFailure(.catalogue(id: "sample")) { $0 == .wrongChecksum(file: "encoder_model.ort") }
        }
    }

    @Test func aMissingPackageClientIsReported() async throws {
        let (catalogue, _) = try await package()
        let package = try #require(catalogue.models[0].package)
        let clients = ["/nonexistent/python3", "/bin/false"]
        for python in clients {
            var client = PackageClient(runner: ProcessRunner())
            client.python = python
            await #expect(throws: ModelFailure.packageClientMissing) {
                _ = try await client.fetch(
                    package, into: folder.path + "/d", work: folder.path + "/w", progress: { _ in })
            }
        }
    }

    @Test func packagedModelsAreFoundButCannotBeRemoved() async throws {
        let (catalogue, _) = try await package()
        let fixture = try ModelsFixture(catalogue)
        #expect(fixture.models["sample"] == nil)
        try SampleModels.write(SampleModels.moonshine, to: fixture.path + "/packaged/sample")
        #expect(fixture.models["sample"]?.isPackaged == true)
        try await fixture.models.verify("sample")
        await #expect(throws: ModelFailure.packaged(id: "sample")) { try await fixture.models.remove("sample") }
        await #expect(throws: ModelFailure.alreadyInstalled(id: "sample")) {
            try await fixture.install(.catalogue(id: "sample"))
        }
    }

    @Test func aPackagedModelWithARecordIsVerifiedByIt() async throws {
        let (catalogue, _) = try await package()
        let fixture = try ModelsFixture(catalogue)
        var files = SampleModels.moonshine
        files["tokens.txt"] = Array("PHVuaz4=\t1\n".utf8)
        try SampleModels.write(files, to: fixture.path + "/converted")
        let own = try await fixture.install(.folder(path: fixture.path + "/converted"), as: "sample")
        try Folder.create(fixture.path + "/packaged")
        #expect(rename(own.folder, fixture.path + "/packaged/sample") == 0)
        #expect(fixture.models["sample"]?.isPackaged == true)
        try await fixture.models.verify("sample")
    }

    @Test func theBundledCatalogueIsValid() throws {
        let catalogue = try ModelCatalogue(ResourceLocator.standard())
        #expect(catalogue["moonshine-tiny-en"]?.kind == .recognizer && catalogue["joe-en-us"]?.kind == .voice)
        for model in catalogue.models {
            #expect(!model.licence.isEmpty && !model.files.isEmpty && model.package != nil, "\(model.id)")
            #expect(model.bytes == model.files.reduce(0) { $0 + $1.bytes } || model.kind == .voice, "\(model.id)")
        }
    }

    @Test(arguments: ["", "{", "[]", "{\"format\": \"jarvis-speech-models\", \"version\": 1, \"models\": [{}]}"])
    func aDamagedCatalogueIsRejected(text: String) throws {
        #expect(throws: ModelFailure.self) { _ = try ModelCatalogue(parsing: Array(text.utf8)) }
    }
}
