// SPDX-License-Identifier: GPL-3.0-or-later
// How far the setup has come, on disk: one small JSON document, replaced atomically at every step, so that the setup
// goes on at the same page after any end of the program.

import JarvisCore
public import JarvisPlatform

/// Keeps how far the setup has come.
public protocol OnboardingKeeper: Sendable {
    /// What was kept last; nil before the setup has begun.
    func progress() async -> OnboardingProgress?
    /// Keeps it.
    /// - Throws: `StoreFailure`.
    func keep(_ progress: OnboardingProgress) async throws
}

/// The file of the setup:
///
///     {"format":"jarvis-setup","version":1,"page":"voice","outcomes":{"welcome":"done"},"isFinished":false,
///      "wasFinished":true}
///
/// "wasFinished" stays once the setup is over, also while it is run again. A damaged one is set aside; unknown keys survive.
public actor OnboardingFile: OnboardingKeeper {
    private let executor = WorkerExecutor(name: "setup")
    private let file: JSONDocumentFile
    /// Where the settings and the history of somebody who has used JARVIS before would be.
    private let traces: [String]

    /// The file `setup.json` in the folder of the configuration.
    public init(_ directories: BaseDirectories, system: FileSystem = FileSystem()) {
        file = JSONDocumentFile(path: directories.configuration + "/setup.json", system: system)
        traces = [
            directories.configuration + "/settings.json", directories.data + "/history/messages.jsonl",
            directories.data + "/history/archive",
        ]
    }

    /// The file's own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    public func progress() -> OnboardingProgress? { read() }

    public func keep(_ progress: OnboardingProgress) throws {
        let hasTraces = hasTraces
        try file.update(
            // How far the setup has come is seen in it.
            setAside: { _ in }, read: Self.progress(of:),
            write: { if let progress = $0 { Self.write(progress, into: &$1, hasTraces: hasTraces) } },
            { $0 = progress })
    }

    /// Whether the setup is to be shown by itself: it was begun and is not over, or it never began and nothing of the
    /// user's is there. What has been over once never is due again. Reads a small file; for the start of the program.
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
        // Whose settings are there before the first step has run the setup without being asked to.
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
