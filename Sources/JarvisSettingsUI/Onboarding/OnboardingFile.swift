// SPDX-License-Identifier: GPL-3.0-or-later
// Stores the progress of the setup in a small JSON document, replaced atomically at every step. The setup continues at
// the same page, however the program ended.

import JarvisCore
public import JarvisPlatform

/// Stores and reads the progress of the setup.
public protocol OnboardingKeeper: Sendable {
    /// The last stored progress; nil before the setup has started.
    func progress() async -> OnboardingProgress?
    /// Stores the progress.
    /// - Throws: `StoreFailure`.
    func keep(_ progress: OnboardingProgress) async throws
}

/// The setup's file:
///
///     {"format":"jarvis-setup","version":1,"page":"voice","outcomes":{"welcome":"done"},"isFinished":false,
///      "wasFinished":true}
///
/// "wasFinished" stays true once the setup was completed, even while it runs again. A damaged file is set aside;
/// unknown keys are preserved.
public actor OnboardingFile: OnboardingKeeper {
    private let executor = WorkerExecutor(name: "setup")
    private let file: JSONDocumentFile
    /// The files that exist if JARVIS was used before: settings and history.
    private let traces: [String]

    /// The file `setup.json` in the configuration folder.
    public init(_ directories: BaseDirectories, system: FileSystem = FileSystem()) {
        file = JSONDocumentFile(path: directories.configuration + "/setup.json", system: system)
        traces = [
            directories.configuration + "/settings.json", directories.data + "/history/messages.jsonl",
            directories.data + "/history/archive",
        ]
    }

    /// The executor of the thread that does all work on the file.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    public func progress() -> OnboardingProgress? { read() }

    public func keep(_ progress: OnboardingProgress) throws {
        let hasTraces = hasTraces
        try file.update(
            // Nothing to report: a damaged file only makes the setup start again.
            setAside: { _ in }, read: Self.progress(of:),
            write: { if let progress = $0 { Self.write(progress, into: &$1, hasTraces: hasTraces) } },
            { $0 = progress })
    }

    /// True if the setup should appear by itself: it was started but not finished, or it never started and there is no
    /// user data. A setup that was finished once is never due again. Reads a small file; meant for the program's start.
    public nonisolated var isDue: Bool {
        guard let document, Self.progress(of: document) != nil else { return !hasTraces }
        return !Self.wasFinished(document)
    }

    private nonisolated var hasTraces: Bool { traces.contains(where: Environment.exists) }

    private nonisolated var document: JSONObject? {
        guard case .document(let document)? = try? file.load() else { return nil }
        return document
    }

    private nonisolated func read() -> OnboardingProgress? { document.flatMap(Self.progress) }

    private static func wasFinished(_ document: JSONObject) -> Bool {
        ["isFinished", "wasFinished"].contains { document[$0]?.asFlag == true }
    }

    private static func progress(of document: JSONObject) -> OnboardingProgress? {
        guard let page = document["page"]?.asText.flatMap(OnboardingPage.init) else { return nil }
        var outcomes: [OnboardingPage: OnboardingOutcome] = [:]
        for member in document["outcomes"]?.asObject?.members ?? [] {
            guard let page = OnboardingPage(rawValue: member.key) else { continue }
            outcomes[page] = member.value.asText.flatMap(OnboardingOutcome.init)
        }
        return OnboardingProgress(page: page, outcomes: outcomes, isFinished: document["isFinished"]?.asFlag ?? false)
    }

    private static func write(_ progress: OnboardingProgress, into document: inout JSONObject, hasTraces: Bool) {
        // If user data existed before the first step, the user has started the setup on purpose, and it needn't appear
        // again.
        let isKnown = document["page"] == nil && hasTraces
        if isKnown || progress.isFinished || wasFinished(document) { document["wasFinished"] = .flag(true) }
        document["format"] = .text("jarvis-setup")
        document["version"] = .integer(1)
        document["page"] = .text(progress.page.rawValue)
        let outcomes = OnboardingPage.allCases.compactMap { page in
            progress.outcomes[page].map { JSONObject.Member(key: page.rawValue, value: .text($0.rawValue)) }
        }
        document["outcomes"] = .object(JSONObject(members: outcomes))
        document["isFinished"] = .flag(progress.isFinished)
    }
}
