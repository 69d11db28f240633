// SPDX-License-Identifier: GPL-3.0-or-later
// Turns an archive or folder into a model ready to be put in place: unpacked, recognized, converted and checked.

import Glibc
import JarvisCore
import JarvisPlatform

extension ModelInstaller {
    /// Assembles the model's files in the staging folder.
    func stage(
        _ source: ModelSource, _ archive: String?, _ staging: StagingFolder,
        _ progress: @escaping @Sendable (ModelProgress) -> Void
    ) async throws -> SpeechModelFiles {
        let name = source.name(models.catalogue)
        return try await onWorker { [self] cancellation in
            var folder = staging.unpacked
            let isMoved = archive != nil
            if let archive {
                try FolderTree.remove(folder)
                try unpack(archive, into: folder, cancellation, progress)
                if case .catalogue(let id) = source { folder += "/" + (models.catalogue[id]?.package?.folder ?? "") }
            } else if case .folder(let path) = source {
                folder = path
            }
            folder = try modelFolder(in: folder, name)
            let convert = conversions.first { $0.applies(to: folder) }
            let found = Result { () throws(SpeechModelMismatch) in try SpeechModelFiles.recognize(folder: folder) }
            // A model may be incomplete until it has been converted.
            let names =
                try convert == nil ? Self.explained(found, name).all : FolderTree.files(in: folder).keys.sorted()
            try put(names, from: folder, isMoved: isMoved, to: staging.model, cancellation, progress)
            try keepLicence(of: source, staging)
            try checkCatalogue(source, staging.model, cancellation)
            if let convert {
                progress(ModelProgress(.converting))
                do {
                    try convert.convert(staging.model)
                } catch let failure as StoreFailure {
                    throw failure
                } catch {
                    throw ModelFailure.conversionFailed(name: name, reason: "\(error)")
                }
                try checkCatalogue(source, staging.model, cancellation)
            }
            let files = try Self.explained(
                Result { () throws(SpeechModelMismatch) in try SpeechModelFiles.recognize(folder: staging.model) }, name
            )
            return files
        }
    }

    /// Copies the licence of a package, which is not among the model's files.
    private func keepLicence(of source: ModelSource, _ staging: StagingFolder) throws {
        guard case .catalogue = source, !Environment.exists(staging.model + "/LICENSE") else { return }
        let licences = FolderTree.files(in: staging.unpacked).keys.filter { path in
            path.contains(".dist-info/") && path.split(separator: "/").last?.uppercased().hasPrefix("LICEN") ?? false
        }
        guard let licence = licences.min() else { return }
        let place = staging.model + "/LICENSE"
        try StoreFailure.check(FileSystem().rename(staging.unpacked + "/" + licence, place), place)
    }

    private func unpack(
        _ archive: String, into folder: String, _ cancellation: CancellationFlag,
        _ progress: @escaping @Sendable (ModelProgress) -> Void
    ) throws {
        var status = FileStatus()
        _ = FileSystem().statusOfPath(archive, &status)
        let meter = SharedMeter(.unpacking, report: progress)
        let room = freeBytes(models.folder).map { max(0, $0 - Self.spareBytes) } ?? Self.mostUnpackedBytes
        do {
            try Unpacker().unpack(
                archive, into: folder, limit: min(room, Self.mostUnpackedBytes), cancellation: cancellation
            ) { bytes in
                meter.note(bytes, of: status.size)
            }
        } catch let lack as Unpacker.LimitReached where room < Self.mostUnpackedBytes {
            throw ModelFailure.noSpace(
                folder: models.folder, needed: lack.neededBytes + Self.spareBytes, free: room + Self.spareBytes)
        } catch is Unpacker.LimitReached {
            throw ModelFailure.archiveTooLarge(name: String(archive.split(separator: "/").last ?? ""))
        }
    }

    /// The folder with the model: the folder itself, or the only one in it that holds a model.
    private func modelFolder(in folder: String, _ name: String) throws(ModelFailure) -> String {
        let folder = Self.innermost(folder)
        guard !holdsModel(folder) else { return folder }
        var names: [String] = []
        _ = FileSystem().listFolder(folder, &names)
        let found = names.sorted().filter { FolderTree.isFolder(folder + "/" + $0) && holdsModel(folder + "/" + $0) }
        guard found.count <= 1 else { throw .several(name: name, folders: found) }
        return found.first.map { folder + "/" + $0 } ?? folder
    }

    /// True if the folder holds a model, even an incomplete or unsupported one.
    private func holdsModel(_ folder: String) -> Bool {
        if conversions.contains(where: { $0.applies(to: folder) }) { return true }
        do throws(SpeechModelMismatch) {
            _ = try SpeechModelFiles.recognize(folder: folder)
            return true
        } catch {
            return error != .unknown
        }
    }

    /// The first folder that isn't just a wrapper around another one, as archives have them.
    private static func innermost(_ folder: String) -> String {
        var folder = folder
        while true {
            var names: [String] = []
            _ = FileSystem().listFolder(folder, &names)
            names.removeAll { $0.hasPrefix(".") }
            guard names.count == 1, FolderTree.isFolder(folder + "/" + names[0]) else { return folder }
            folder += "/" + names[0]
        }
    }

    private static func explained(
        _ found: Result<SpeechModelFiles, SpeechModelMismatch>, _ name: String
    ) throws(ModelFailure) -> SpeechModelFiles {
        do {
            return try found.get()
        } catch {
            switch error {
            case .unknown: throw .noModel(name: name)
            case .incomplete(let family, let file):
                throw .incomplete(name: name, family: family.name, file: file)
            case .streaming: throw .unsupported(name: name, kind: "streaming")
            case .unsupported(let kind): throw .unsupported(name: name, kind: kind)
            }
        }
    }

    private func put(
        _ names: [String], from folder: String, isMoved: Bool, to target: String, _ cancellation: CancellationFlag,
        _ progress: @escaping @Sendable (ModelProgress) -> Void
    ) throws {
        let sizes = FolderTree.files(in: folder)
        let total = names.reduce(0) { Self.bounded($0 + Self.bounded(sizes[$1] ?? 0)) }
        if !isMoved { try checkRoom(total) }
        let meter = SharedMeter(.unpacking, report: progress)
        var done = 0
        try Folder.create(target)
        for name in names {
            let (from, to) = (folder + "/" + name, target + "/" + name)
            if isMoved {
                try Folder.create(Folder.parent(of: to))
                try StoreFailure.check(FileSystem().rename(from, to), to)
                try OpenFile(to, flags: O_RDONLY).synchronize()
            } else {
                try FileDigest.copy(from, to: to, cancellation: cancellation) { count in
                    done += count
                    meter.note(done, of: total)
                }
            }
        }
    }

    /// Compares the files with the catalogue; some of the listed files exist only before a conversion, some only after
    /// it.
    private func checkCatalogue(_ source: ModelSource, _ folder: String, _ cancellation: CancellationFlag) throws {
        guard case .catalogue(let id) = source, let record = models.catalogue[id] else { return }
        for file in record.files where Environment.exists(folder + "/" + file.path) {
            let sum = try FileDigest.sha256(folder + "/" + file.path, cancellation: cancellation)
            guard sum == file.sha256 else { throw ModelFailure.wrongChecksum(file: file.path) }
        }
    }

    func record(
        _ id: String, _ source: ModelSource, _ language: String?, _ files: SpeechModelFiles, _ staging: StagingFolder,
        _ cancellation: CancellationFlag, _ progress: @escaping @Sendable (ModelProgress) -> Void
    ) throws -> ModelRecord {
        let sizes = FolderTree.files(in: staging.model)
        let (total, meter) = (
            sizes.values.reduce(0) { Self.bounded($0 + Self.bounded($1)) }, SharedMeter(.checking, report: progress)
        )
        var done = 0
        let list = try sizes.keys.sorted().map { name in
            let path = staging.model + "/" + name
            let sum = try FileDigest.sha256(path, cancellation: cancellation) { count in
                done += count
                meter.note(done, of: total)
            }
            return ModelFile(path: name, bytes: sizes[name] ?? 0, sha256: sum)
        }
        var known: ModelRecord?
        if case .catalogue(let name) = source { known = models.catalogue[name] }
        return ModelRecord(
            id: id, name: known?.name ?? id,
            language: language ?? known?.language ?? ModelLanguage.guess(id, files.metadata),
            kind: files.family.kind, family: files.family, licence: known?.licence ?? "", bytes: total,
            source: source.words(models.catalogue), package: nil, files: list)
    }
}
