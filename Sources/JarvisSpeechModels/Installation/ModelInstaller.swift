// SPDX-License-Identifier: GPL-3.0-or-later
// Installs speech models: fetches, unpacks, converts, checks and tries a model in a staging folder, then puts it in
// place atomically. Fetches only the requested files.

import Glibc
import JarvisCore
public import JarvisNetwork
public import JarvisPlatform

/// Installs models, several at a time if needed. Cancelling the task stops an installation; the next one for the same
/// model reuses the download.
public struct ModelInstaller: Sendable {
    /// Loads the model in a folder and uses it once, isolated so that a crash doesn't end this process.
    /// - Returns: The milliseconds until a voice starts to speak; nil for a recognizer.
    /// - Throws: `ModelFailure.rejected`.
    public typealias Trial = @Sendable (_ folder: String, _ files: SpeechModelFiles) async throws -> Int?

    /// The disk space to leave free.
    static let spareBytes = 64 << 20
    static let mostUnpackedBytes = 16 << 30

    let models: InstalledModels
    private let network: NetworkOnDemand
    private let packages: PackageClient
    let conversions: [any ModelConversion]
    private let trial: Trial
    let freeBytes: @Sendable (String) -> Int?

    /// - Parameters:
    ///   - conversions: The conversions of models published for other programs.
    ///   - freeBytes: Returns the free space at a path; nil if unknown.
    public init(
        models: InstalledModels, network: NetworkOnDemand, runner: ProcessRunner,
        conversions: [any ModelConversion] = [MoonshineVocabularyConversion(), PiperVoice(), HibariVoice()],
        trial: @escaping Trial,
        freeBytes: @escaping @Sendable (String) -> Int? = { FolderTree.freeBytes(at: $0) }
    ) {
        self.models = models
        self.network = network
        packages = PackageClient(runner: runner)
        self.conversions = conversions
        self.trial = trial
        self.freeBytes = freeBytes
    }

    /// Installs a model.
    /// - Parameters:
    ///   - id: The model's name; nil derives it from the source.
    ///   - language: The language that the model recognizes or speaks; nil derives it from the model's files and name.
    ///   - replacing: True to replace an installed model of this name.
    ///   - progress: Receives the current step's progress a few times a second, on any thread.
    /// - Throws: `ModelFailure`, or `CancellationError`.
    public func install(
        _ source: ModelSource, as id: String? = nil, language: String? = nil, replacing: Bool = false,
        progress: @escaping @Sendable (ModelProgress) -> Void = { _ in }
    ) async throws -> InstalledModel {
        let isNamed = id != nil
        let id = id ?? source.id
        guard ModelRecord.isValid(id: id) else {
            throw isNamed ? ModelFailure.unknown(id: id) : .unnamed(name: source.name(models.catalogue))
        }
        try source.checkTransport()
        if !replacing { try checkIsFree(id) }
        let words = source.words(models.catalogue)
        let staging = try await onWorker { [models] _ in
            try StagingFolder(models: models.folder, id: id, source: words)
        }
        do {
            // Check again: another process may have installed the model before this one got the lock.
            if !replacing { try checkIsFree(id) }
            let archive = try await fetch(source, staging, progress)
            let files = try await stage(source, archive, staging, progress)
            let delay = try await check(files, in: staging.model, named: source.name(models.catalogue), progress)
            try await onWorker { [self] cancellation in
                let record = try record(id, source, language, files, staging, cancellation, progress)
                    .speaking(after: delay)
                try AtomicFile.write(staging.model + "/" + ModelRecord.fileName, record.document.indentedBytes)
                try staging.place()
                staging.discard()
            }
        } catch {
            // Keep the download for the next attempt, unless it is itself faulty or fills the disk.
            switch error {
            case is CancellationError, ModelFailure.server, ModelFailure.packageFailed, ModelFailure.noSpace,
                ModelFailure.unpackerMissing:
                staging.keepDownload()
            default: staging.discard()
            }
            throw Task.isCancelled ? CancellationError() : error
        }
        guard let model = models[id] else { throw ModelFailure.notInstalled(id: id) }
        return model
    }

    /// Throws if the name is taken, even by a folder that is not a model: that isn't replaced without asking, either.
    private func checkIsFree(_ id: String) throws(ModelFailure) {
        guard models[id] == nil, !Environment.exists(models.folder + "/" + id) else { throw .alreadyInstalled(id: id) }
    }

    // MARK: Steps

    /// Fetches the source's archive.
    /// - Returns: The archive's path; nil for a folder, which needs none.
    private func fetch(
        _ source: ModelSource, _ staging: StagingFolder, _ progress: @escaping @Sendable (ModelProgress) -> Void
    ) async throws -> String? {
        switch source {
        case .folder(let path):
            guard FolderTree.isFolder(path) else { throw ModelFailure.sourceMissing(path: path) }
            return nil
        case .archive(let path):
            var status = stat()
            guard stat(path, &status) == 0 else { throw ModelFailure.sourceMissing(path: path) }
            // Accept only regular files: a pipe may never end, and opening it waits for a writer.
            guard status.st_mode & S_IFMT == S_IFREG else { throw ModelFailure.sourceNotFile(path: path) }
            // Twice the size: for the unpacked files and for the conversion.
            try checkRoom(2 * Self.bounded(Int(status.st_size)))
            return path
        case .catalogue(let id):
            guard let model = models.catalogue[id], let package = model.package else {
                throw ModelFailure.unknown(id: id)
            }
            if let file = PackageClient.file(in: staging.download),
                try await onWorker({ try FileDigest.sha256(file, cancellation: $0) }) == package.sha256
            {
                try checkRoom(2 * model.bytes)
                return file
            }
            try checkRoom(package.bytes + 2 * model.bytes)
            let meter = SharedMeter(.fetching, report: progress)
            return try await packages.fetch(package, into: staging.download, work: staging.unpacked) { bytes in
                meter.note(min(bytes, package.bytes), of: package.bytes)
            }
        case .address(let url, let sha256):
            return try await download(url, sha256, staging, progress)
        }
    }

    /// Loads and uses the model; for a voice, first checks the library's requirements.
    /// - Returns: The milliseconds until a voice starts to speak.
    private func check(
        _ files: SpeechModelFiles, in folder: String, named name: String,
        _ progress: @escaping @Sendable (ModelProgress) -> Void
    ) async throws -> Int? {
        if files.family.kind == .voice {
            do {
                _ = try VoiceModel(folder: folder)
            } catch {
                throw ModelFailure.rejected(name: name, reason: error.explained(to: .commandLine).whatHappened)
            }
        }
        progress(ModelProgress(.trying))
        do {
            return try await trial(folder, files)
        } catch ModelFailure.rejected(_, let reason) {
            throw ModelFailure.rejected(name: name, reason: reason)
        }
    }

    /// True if the file has already been fetched completely; a file with another checksum is removed.
    private func hasFetched(_ path: String, _ sha256: String?) async throws -> Bool {
        guard Environment.exists(path) else { return false }
        guard let sha256 else { return true }
        return try await onWorker { cancellation in
            guard try FileDigest.sha256(path, cancellation: cancellation) != sha256.lowercased() else { return true }
            try FolderTree.remove(path)
            return false
        }
    }

    private func download(
        _ url: String, _ sha256: String?, _ staging: StagingFolder,
        _ progress: @escaping @Sendable (ModelProgress) -> Void
    ) async throws -> String {
        let name = Self.fileName(at: url)
        var download = Download(url: url, path: staging.download + "/" + name, sha256: sha256)
        download.isDirect = (try? ServerAddress(url, schemes: [.http, .https], defaultPort: 443))?.isNearby ?? false
        // An earlier attempt may have fetched the file without knowing its checksum.
        if try await hasFetched(download.path, sha256) { return download.path }
        let meter = SharedMeter(.fetching, report: progress)
        // Three times the size: for the download, less the part received, for the unpacked files, and for the
        // conversion.
        let room = RoomWatch { [self] whole, received in roomLack(3 * Self.bounded(whole) - received) }
        let path = download.path
        let task = Task { [download] in
            try await Downloader(http: network.http).download(download) { state in
                meter.note(state.receivedBytes, of: state.totalBytes)
                if !room.note(state.receivedBytes, of: state.totalBytes) { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        do {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch let failure as ServerFailure {
            if failure.kind == .damaged { throw ModelFailure.wrongChecksum(file: name) }
            throw ModelFailure.server(failure)
        } catch let failure as StoreFailure {
            if case .inputOutput(_, EBUSY) = failure { throw ModelFailure.busy(id: name) }
            throw ModelFailure.store(failure)
        } catch {
            if room.failure == nil { throw error }
        }
        guard let failure = room.failure else { return path }
        // If the download's size is unknown, it may have no end, so don't keep it for the next attempt.
        if !room.knowsSize { try? FolderTree.remove(staging.download) }
        throw failure
    }

    /// The file name for a download: never the name of a folder, nor longer than file names may be.
    static func fileName(at url: String) -> String {
        let name = url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? ""
        guard !name.isEmpty, name != ".", name != ".." else { return "model" }
        return String(decoding: name.utf8.suffix(longestName), as: UTF8.self)
    }

    private static let longestName = 80

    // MARK: Room

    /// A reported size, limited to more than any disk holds, so that sizes can be added and multiplied safely.
    static func bounded(_ bytes: Int) -> Int { min(max(0, bytes), 1 << 48) }

    func checkRoom(_ bytes: Int) throws(ModelFailure) {
        if let failure = roomLack(bytes) { throw failure }
    }

    private func roomLack(_ bytes: Int) -> ModelFailure? {
        guard let free = freeBytes(models.folder), free < bytes + Self.spareBytes else { return nil }
        return .noSpace(folder: models.folder, needed: bytes + Self.spareBytes, free: free)
    }
}
