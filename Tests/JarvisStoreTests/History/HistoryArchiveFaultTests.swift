// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisStore

/// Interrupts every change to the archive at system calls: one call fails, or all calls from one on, as after a crash.
/// Each fault is tried at a different fourth of the calls; with JARVIS_EVERY_CUT=1 at all of them, which takes minutes.
@Suite(.timeLimit(.minutes(10))) struct HistoryArchiveFaultTests {
    typealias Store = JSONLinesConversationStore

    enum Operation: String, CaseIterable, Sendable {
        case seal, migrate, append, delete, restoreRemoved, compact, deleteAll, takeAll, page, report, tidy, take
    }

    @Test(arguments: Operation.allCases)
    func interruptedChangesNeitherLoseNorDuplicateMessages(operation: Operation) async throws {
        let faults = [
            (FaultySystem.Fault.error(EIO), true), (.error(ENOSPC), false), (.error(EROFS), false), (.shortWrite, true),
        ]
        let step = Environment.value("JARVIS_EVERY_CUT") == nil ? faults.count : 1
        for (number, (fault, isLasting)) in faults.enumerated() {
            var place = number % step
            while try await holds(operation, fault, isLasting, at: place) { place += step }
            #expect(place > 2, "\(operation) made no system calls")
        }
    }

    private struct Scene {
        var history: String
        var all: [Message]
        /// The visible messages before the change and after it.
        var before: [String]
        var after: [String]
        var document: String
        var clock: FakeWallClock
    }

    private func scene(_ operation: Operation, in history: String) async throws -> Scene {
        let clock = FakeWallClock()
        let healthy = Store(folder: history, clock: clock, segmentSize: operation == .migrate ? 2 << 20 : 1200)
        let plain = Store(folder: history, clock: clock)
        var all: [Message] = []
        // One message a day.
        func add(_ text: String, _ store: Store) async throws {
            all.append(try await store.append(.said(text)))
            clock.advance(by: .seconds(86_400))
        }
        for number in 0..<12 { try await add("m\(number)", healthy) }
        if operation != .migrate { try await healthy.seal() }
        // Waits for automatic sealing, which a store with a failing lock couldn't exclude.
        _ = await healthy.report()
        for text in ["x", "y"] { try await add(text, plain) }
        let document = try await plain.export(.json)
        try await plain.delete([all[1].id, all[12].id])
        var texts = all.map(\.text).filter { $0 != "m1" && $0 != "x" }
        if operation == .restoreRemoved || operation == .take { try await plain.compact() }
        if operation == .report { for name in files(history) { _ = FileSystem().remove(name) } }
        var after = texts
        switch operation {
        case .append: after.append("new")
        case .delete: after.removeAll { $0 == "m5" || $0 == "y" }
        case .restoreRemoved: after = ["m0", "m1"] + after.dropFirst()
        case .deleteAll, .takeAll: after = []
        case .tidy: after = ["m7", "m8", "m9", "m10", "m11", "y"]
        case .take: after = all.map(\.text)
        case .seal, .migrate, .compact, .page, .report: break
        }
        if operation == .migrate { texts = after }
        return Scene(history: history, all: all, before: texts, after: after, document: document, clock: clock)
    }

    private func files(_ history: String) -> [String] {
        var names: [String] = []
        _ = FileSystem().listFolder(history + "/index", &names)
        return names.map { history + "/index/" + $0 }
    }

    private func perform(_ operation: Operation, _ store: Store, _ scene: Scene) async throws {
        switch operation {
        case .seal, .migrate: try await store.seal()
        case .append: _ = try await store.append(.said("new"))
        case .delete: try await store.delete([scene.all[5].id, scene.all[13].id])
        case .restoreRemoved: try await store.restore([scene.all[1]])
        case .compact: try await store.compact()
        case .deleteAll: try await store.deleteAll()
        case .takeAll: #expect(try await store.takeAll(limit: 99)?.map(\.text) == scene.before)
        case .page: _ = try await store.page(before: scene.all[12].id, limit: 3)
        case .report: _ = await store.report()
        case .tidy: try await store.tidy(retention: .week)
        case .take: _ = try await store.importDocument(scene.document)
        }
    }

    /// After a failure nothing has changed, except that tidying and importing may have got part of the way.
    private func isUnchangedOrPartial(_ texts: [String], by operation: Operation, _ scene: Scene) -> Bool {
        guard operation == .tidy || operation == .take else { return texts == scene.before }
        let isShrinking = scene.after.count < scene.before.count
        let (fewest, most) = isShrinking ? (scene.after, scene.before) : (scene.before, scene.after)
        return texts == most.filter(Set(texts).contains) && Set(fewest).isSubset(of: texts)
    }

    private func holds(
        _ operation: Operation, _ fault: FaultySystem.Fault, _ isLasting: Bool, at place: Int
    ) async throws -> Bool {
        let folder = try TemporaryFolder()
        let scene = try await scene(operation, in: folder.path + "/history")
        let faulty = FaultySystem()
        let store = Store(folder: scene.history, clock: scene.clock, segmentSize: 1200, system: faulty.system)
        faulty.arm(place, fault, isLasting: isLasting)
        var failure: (any Error)?
        do { try await perform(operation, store, scene) } catch { failure = error }
        let isReached = faulty.callCount > place
        let comment: Comment =
            "\(operation) \(fault) at \(place): \(faulty.failedCalls), \(String(describing: failure))"
        faulty.disarm()
        if let failure { #expect(failure is StoreFailure, comment) }
        let (texts, report) = try await reopened(scene.history)
        #expect(texts == scene.after || (failure != nil && isUnchangedOrPartial(texts, by: operation, scene)), comment)
        #expect(report.damagedLineCount == 0, comment)
        // The store that met the fault reads the same messages and keeps working; so does another.
        #expect(try await store.texts() == texts, comment)
        _ = try await store.append(.said("later"))
        try await Store(folder: scene.history, segmentSize: 1200).seal()
        #expect(try await store.texts() == texts + ["later"], comment)
        #expect(try await reopened(scene.history).texts == texts + ["later"], comment)
        if texts.isEmpty {
            // Anything that couldn't be removed then has been removed by now.
            for file in folder.files where file.hasSuffix(".jsonl") {
                #expect(try !folder.text(file).contains("\"m3\""), comment)
            }
            #expect(folder.files.filter { $0.hasPrefix("history/index/") }.count <= 1, comment)
        }
        return isReached || place < 2
    }
}
