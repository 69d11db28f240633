// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisStore

/// Cuts every change of the archive short at system calls: by one that fails, and by all from one on, which is what a crash
/// leaves on the disk. At every fourth of them, each fault at others; with JARVIS_EVERY_CUT=1 at every one, which takes minutes.
@Suite(.timeLimit(.minutes(10))) struct HistoryArchiveFaultTests {
    typealias Store = JSONLinesConversationStore

    enum Operation: String, CaseIterable, Sendable {
        case seal, migrate, append, delete, restoreRemoved, compact, deleteAll, takeAll, page, report, tidy, take
    }

    @Test(arguments: Operation.allCases)
    func everyMessageIsThereOnceWhereverAChangeIsCutShort(operation: Operation) async throws {
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
        // One a day.
        func add(_ text: String, _ store: Store) async throws {
            all.append(try await store.append(.said(text)))
            clock.advance(by: .seconds(86_400))
        }
        for number in 0..<12 { try await add("m\(number)", healthy) }
        if operation != .migrate { try await healthy.seal() }
        // Waits for what it seals by itself: a store whose lock fails would not be safe from it.
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

    /// What was removed or imported piece by piece may have come part of the way.
    private func isLeft(_ texts: [String], by operation: Operation, _ scene: Scene) -> Bool {
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
        #expect(texts == scene.after || (failure != nil && isLeft(texts, by: operation, scene)), comment)
        #expect(report.damagedLineCount == 0, comment)
        // The store that met the fault sees the same and works on; so does another one.
        #expect(try await store.texts() == texts, comment)
        _ = try await store.append(.said("later"))
        try await Store(folder: scene.history, segmentSize: 1200).seal()
        #expect(try await store.texts() == texts + ["later"], comment)
        #expect(try await reopened(scene.history).texts == texts + ["later"], comment)
        if texts.isEmpty {
            // What could not be removed from the disk then is removed by now.
            for file in folder.files where file.hasSuffix(".jsonl") {
                #expect(try !folder.text(file).contains("\"m3\""), comment)
            }
            #expect(folder.files.filter { $0.hasPrefix("history/index/") }.count <= 1, comment)
        }
        return isReached || place < 2
    }
}
