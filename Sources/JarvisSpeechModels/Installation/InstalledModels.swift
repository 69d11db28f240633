// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the installed models: the user's own, and those that came with the program. May be used from any thread;
// reading whole files belongs on a worker thread.

import Glibc
import JarvisCore
public import JarvisPlatform

/// A model on disk, and its record.
public struct InstalledModel: Hashable, Sendable {
    public var record: ModelRecord
    public var folder: String
    /// True if the model came with the program.
    public var isPackaged: Bool

    /// The form of the model that a recognizer loads, with the required sizes of its files.
    public var recognizer: RecognizerModel {
        RecognizerModel(
            folder: folder, language: record.language,
            expectedSizes: Dictionary(record.files.map { ($0.path, $0.bytes) }) { $1 })
    }
}

/// Finds, verifies and removes installed models.
public struct InstalledModels: Sendable {
    /// The folder of the user's own models.
    public let folder: String
    public let catalogue: ModelCatalogue
    private let packagedFolder: @Sendable (String) -> String

    /// - Parameters:
    ///   - folder: The folder of the user's own models; it need not exist.
    ///   - packagedFolder: Returns the folder of a packaged model with this name, whether it exists or not.
    public init(folder: String, catalogue: ModelCatalogue, packagedFolder: @escaping @Sendable (String) -> String) {
        self.folder = folder
        self.catalogue = catalogue
        self.packagedFolder = packagedFolder
    }

    /// Finds the models in the program's usual folders.
    public init(_ directories: BaseDirectories, _ resources: ResourceLocator) throws(ModelFailure) {
        self.init(
            folder: directories.data + "/models", catalogue: try ModelCatalogue(resources),
            packagedFolder: { resources.speechModelFolder($0) })
    }

    /// All installed models, sorted by name; the user's own replace packaged ones of the same name.
    public func installed() -> [InstalledModel] {
        var names: [String] = []
        _ = FileSystem().listFolder(folder, &names)
        return Set(names + catalogue.models.map(\.id)).sorted().compactMap { self[$0] }
    }

    /// The installed model with this name; nil if there is none.
    public subscript(id: String) -> InstalledModel? {
        guard ModelRecord.isValid(id: id) else { return nil }
        if let own = own(id) { return own }
        guard let known = catalogue[id], case let folder = packagedFolder(id), FolderTree.isFolder(folder) else {
            return nil
        }
        // A voice was converted for its package, so it has other files than the catalogue's, and a record of them.
        return InstalledModel(record: record(id, in: folder) ?? known, folder: folder, isPackaged: true)
    }

    private func own(_ id: String) -> InstalledModel? {
        let path = folder + "/" + id
        return record(id, in: path).map { InstalledModel(record: $0, folder: path, isPackaged: false) }
    }

    /// The record in a model's folder; nil if there is none of this model.
    private func record(_ id: String, in path: String) -> ModelRecord? {
        guard let bytes = try? WholeFile.bytes(path + "/" + ModelRecord.fileName, limit: 1 << 22),
            let object = (try? JSONValue(parsing: bytes))?.asObject, object["format"]?.asText == ModelRecord.format,
            let record = ModelRecord(object), record.id == id
        else { return nil }
        return record
    }

    /// Reads every file of a model and compares it with the record of its installation.
    /// - Parameter progress: Receives the number of bytes read.
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

    /// Verifies the files of an installed model.
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

    /// Removes one of the user's models, and the remains of an interrupted installation.
    public func remove(_ id: String) async throws {
        guard ModelRecord.isValid(id: id) else { throw ModelFailure.unknown(id: id) }
        // Remove only the link if a link leads to a folder elsewhere.
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

/// Runs blocking work on its own thread. File failures are thrown as `ModelFailure`.
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
