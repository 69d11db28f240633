// SPDX-License-Identifier: GPL-3.0-or-later
// The installed models: the user's own, and those that came with the program. May be used from any thread; what reads
// files whole is for a worker thread.

import Glibc
public import JarvisCore
public import JarvisPlatform

/// A model on the disk.
public struct InstalledModel: Hashable, Sendable {
    public var record: ModelRecord
    public var folder: String
    /// It came with the program.
    public var isPackaged: Bool

    /// The model for a recognizer, with the sizes that its files must have.
    public var recognizer: RecognizerModel {
        RecognizerModel(
            folder: folder, language: record.language,
            expectedSizes: Dictionary(record.files.map { ($0.path, $0.bytes) }) { $1 })
    }
}

/// Finds, checks and removes installed models.
public struct InstalledModels: Sendable {
    /// The folder of the user's own models.
    public let folder: String
    public let catalogue: ModelCatalogue
    private let packagedFolder: @Sendable (String) -> String

    /// - Parameters:
    ///   - folder: Of the user's own models; need not exist.
    ///   - packagedFolder: Where a model of this name is, or would be, that came with the program.
    public init(folder: String, catalogue: ModelCatalogue, packagedFolder: @escaping @Sendable (String) -> String) {
        self.folder = folder
        self.catalogue = catalogue
        self.packagedFolder = packagedFolder
    }

    /// The models of a program with these folders.
    public init(_ directories: BaseDirectories, _ resources: ResourceLocator) throws(ModelFailure) {
        self.init(
            folder: directories.data + "/models", catalogue: try ModelCatalogue(resources),
            packagedFolder: { resources.speechModelFolder($0) })
    }

    /// All installed models by name, the user's own in the place of packaged ones.
    public func installed() -> [InstalledModel] {
        var names: [String] = []
        _ = FileSystem().listFolder(folder, &names)
        return Set(names + catalogue.models.map(\.id)).sorted().compactMap { self[$0] }
    }

    /// The installed model of this name.
    public subscript(id: String) -> InstalledModel? {
        guard ModelRecord.isValid(id: id) else { return nil }
        if let own = own(id) { return own }
        guard let record = catalogue[id], case let folder = packagedFolder(id), FolderTree.isFolder(folder) else {
            return nil
        }
        return InstalledModel(record: record, folder: folder, isPackaged: true)
    }

    private func own(_ id: String) -> InstalledModel? {
        let path = folder + "/" + id
        guard let bytes = try? WholeFile.bytes(path + "/" + ModelRecord.fileName, limit: 1 << 22),
            let object = (try? JSONValue(parsing: bytes))?.asObject, object["format"]?.asText == ModelRecord.format,
            let record = ModelRecord(object), record.id == id
        else { return nil }
        return InstalledModel(record: record, folder: path, isPackaged: false)
    }

    /// Reads every file of a model and compares it with what was installed.
    /// - Parameter progress: Told how many bytes were read.
    /// - Returns: The files that are missing or changed.
    func faults(
        of model: InstalledModel, cancellation: CancellationFlag, progress: (Int) -> Void
    ) throws -> [String] {
        try model.record.files.filter { file in
            var status = FileStatus()
            let path = model.folder + "/" + file.path
            guard FileSystem().statusOfPath(path, &status) >= 0, status.size == file.bytes else { return true }
            do {
                return try FileDigest.sha256(path, cancellation: cancellation, progress: progress) != file.sha256
            } catch is StoreFailure {
                return true
            }
        }.map(\.path)
    }

    /// Compares the files of an installed model with what was installed.
    /// - Throws: `ModelFailure.damaged`, or `CancellationError`.
    public func verify(_ id: String, progress: @escaping @Sendable (ModelProgress) -> Void = { _ in }) async throws {
        guard let model = self[id] else { throw missing(id) }
        let files = try await onWorker { cancellation in
            var (meter, done) = (TransferMeter(.checking), 0)
            return try faults(of: model, cancellation: cancellation) { count in
                done += count
                if let report = meter.note(done, of: model.record.bytes, at: MonotonicTime.seconds()) {
                    progress(report)
                }
            }
        }
        guard files.isEmpty else { throw ModelFailure.damaged(id: id, files: files) }
    }

    /// Removes a model of the user's own, and what a stopped installation of it has left.
    public func remove(_ id: String) async throws {
        guard ModelRecord.isValid(id: id) else { throw ModelFailure.unknown(id: id) }
        // A link to a folder elsewhere is removed as the link that it is.
        let isThere = own(id) != nil || FolderTree.isFolder(folder + "/" + id)
        guard isThere || FolderTree.isFolder(StagingFolder.path(folder, id)) else {
            throw self[id] != nil ? ModelFailure.packaged(id: id) : missing(id)
        }
        try await onWorker { _ in
            let staging = try StagingFolder(models: folder, id: id)
            defer { staging.discard() }
            if isThere { try staging.takeOut() }
        }
    }

    func missing(_ id: String) -> ModelFailure { catalogue[id] == nil ? .unknown(id: id) : .notInstalled(id: id) }
}

/// Runs what blocks on a thread of its own. Failures of files come out as `ModelFailure`.
func onWorker<Value: Sendable>(
    _ work: @escaping @Sendable (CancellationFlag) throws -> Value
) async throws -> Value {
    let cancellation = CancellationFlag()
    let worker = WorkerThread(name: "models")
    do {
        return try await withTaskCancellationHandler {
            try await worker.run { try work(cancellation) }
        } onCancel: {
            cancellation.cancel()
        }
    } catch let failure as StoreFailure {
        throw ModelFailure.store(failure)
    }
}
