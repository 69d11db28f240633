// SPDX-License-Identifier: GPL-3.0-or-later
// Sample models: files with the right names and a few bytes each, and archives of them.

import Glibc
import JarvisCore
import JarvisNetwork
import JarvisPlatform
import JarvisTesting
@testable import JarvisSpeechModels
import Synchronization
import Testing

enum SampleModels {
    /// An ONNX file with this metadata, after a network of `size` bytes.
    static func network(_ metadata: [String: String] = [:], size: Int = 1_000) -> [UInt8] {
        var bytes: [UInt8] = [0x08, 0x07] + field(7, [UInt8](repeating: 0x5A, count: size))
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            bytes += field(14, field(1, Array(key.utf8)) + field(2, Array(value.utf8)))
        }
        return bytes
    }

    private static func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
        var (length, head) = (content.count, [number << 3 | 2])
        repeat {
            head.append(UInt8(length & 0x7F) | (length > 0x7F ? 0x80 : 0))
            length >>= 7
        } while length > 0
        return head + content
    }

    /// A Moonshine model of two networks.
    static let moonshine: [String: [UInt8]] = [
        "encoder_model.ort": [UInt8]((0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) }),
        "decoder_model_merged.ort": [UInt8]((0..<90_000).map { UInt8(truncatingIfNeeded: $0 &* 104_729 >> 5) }),
        "tokens.txt": Array("PHVuaz4=\t0\n".utf8),
    ]

    static func write(_ files: [String: [UInt8]], to folder: String) throws {
        for (name, bytes) in files {
            let path = folder + "/" + name
            try Folder.create(Folder.parent(of: path))
            try AtomicFile.write(path, bytes)
        }
    }

    /// An archive of a folder, made by tar or Python depending on its extension.
    static func pack(_ folder: String, into archive: String) async throws {
        let (parent, name) = (Folder.parent(of: folder), String(folder.split(separator: "/").last ?? ""))
        let result =
            archive.hasSuffix(".zip")
            ? try await ChildProcess.run(
                "python3",
                [
                    "-c", "import shutil,sys; shutil.make_archive(*sys.argv[1:3], *sys.argv[3:])",
                    String(archive.dropLast(4)), "zip", parent, name,
                ])
            : try await ChildProcess.run("tar", ["-caf", archive, "-C", parent, name])
        #expect(result.status == 0, "\(result.output)")
    }

    static func sha256(_ bytes: [UInt8]) -> String {
        let checksum = Checksum()
        checksum.add(bytes)
        return checksum.text
    }
}

/// Models in a temporary folder, and their installer.
final class ModelsFixture: Sendable {
    let folder: TemporaryFolder
    let models: InstalledModels
    private let seen = Mutex<[ModelProgress]>([])
    private let tried = Mutex<[String]>([])
    let free = Mutex<Int?>(nil)
    let rejection = Mutex<ModelFailure?>(nil)

    init(_ catalogue: ModelCatalogue = ModelCatalogue(models: [])) throws {
        folder = try TemporaryFolder("jarvis-models")
        let path = folder.path
        models = InstalledModels(
            folder: path + "/models", catalogue: catalogue, packagedFolder: { path + "/packaged/" + $0 })
    }

    var path: String { folder.path }
    var progress: [ModelProgress] { seen.withLock { $0 } }
    /// The families of the models tried, one entry for each trial.
    var trials: [String] { tried.withLock { $0 } }

    func installer(_ conversions: [any ModelConversion] = [MoonshineVocabularyConversion()]) -> ModelInstaller {
        ModelInstaller(
            models: models, network: NetworkOnDemand(), runner: ProcessRunner(), conversions: conversions,
            trial: { [self] folder, files in
                tried.withLock { $0.append(files.family.rawValue) }
                if let failure = rejection.withLock({ $0 }) { throw failure }
                #expect(files.all.allSatisfy { Environment.exists(folder + "/" + $0) })
                return files.family.kind == .voice ? 120 : nil
            }, freeBytes: { [self] path in free.withLock { $0 } ?? FolderTree.freeBytes(at: path) })
    }

    @discardableResult
    func install(_ source: ModelSource, as id: String? = nil, replacing: Bool = false) async throws -> InstalledModel {
        try await installer().install(source, as: id, replacing: replacing) { [self] report in
            seen.withLock { $0.append(report) }
        }
    }

    /// The names in the models folder, including hidden ones.
    var names: [String] {
        var names: [String] = []
        _ = FileSystem().listFolder(models.folder, &names)
        return names.sorted()
    }

    /// Expects that an installation fails and leaves nothing behind.
    func expectFailure(
        _ source: ModelSource, as id: String? = nil, _ isRight: (ModelFailure) -> Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let failure = await #expect(throws: ModelFailure.self, sourceLocation: sourceLocation) {
            try await install(source, as: id)
        }
        guard let failure else { return }
        #expect(isRight(failure), "\(failure)", sourceLocation: sourceLocation)
        let text = failure.explained(to: .commandLine)
        #expect(!text.whatHappened.isEmpty && !text.whatToDo.isEmpty, sourceLocation: sourceLocation)
        #expect(names.isEmpty, "\(names)", sourceLocation: sourceLocation)
    }
}
