// SPDX-License-Identifier: GPL-3.0-or-later
// Searches the history while the user types: reports the newest matches first, works in short steps so other calls can
// run in between, and stops once the search is cancelled.

public import JarvisCore
import JarvisPlatform

extension JSONLinesConversationStore {
    /// The number of segments to search in one step.
    private static let stepLength = 12

    /// Returns the matches found so far if its task is cancelled.
    public func search(_ query: String, kinds: Set<MessageKind>?, limit: Int) async throws -> [Message] {
        guard limit > 0 else { return [] }
        var found: [Message] = []
        try await find(SearchQuery(query, kinds: kinds), before: nil, limit: limit) { progress in
            found = progress.messages
            return found.count < limit
        }
        return found
    }

    public nonisolated func finds(
        _ query: String, kinds: Set<MessageKind>?, before id: MessageID?, limit: Int
    ) -> AsyncThrowingStream<SearchProgress, any Error> {
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                do {
                    try await self.find(SearchQuery(query, kinds: kinds), before: id, limit: limit) { progress in
                        continuation.yield(progress)
                        return true
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Reports progress after each step with matches and once at the end, until `isWanted` returns false or the task is
    /// cancelled.
    private func find(
        _ query: SearchQuery, before id: MessageID?, limit: Int, _ isWanted: (SearchProgress) -> Bool
    ) async throws {
        var progress = SearchProgress(messages: [], count: 0, isComplete: false)
        // Everything from this ID on has been searched. Nil: at most the active file has been.
        var bound = try id.map(known)
        var isActive = true
        repeat {
            let former = progress.count
            progress.isComplete = try read { file throws(StoreFailure) in
                var found: [ULID] = []
                defer { progress.count += found.count }
                try file.complete()
                if isActive {
                    found = try activeTexts.matches(query, in: file).filter { id in bound.map { id < $0 } ?? true }
                        .reversed()
                    // The active file's messages have been searched, even if they are sealed from now on.
                    if let last = file.archive.last { bound = min(bound ?? .maximum, last.next) }
                }
                let isComplete =
                    isActive ? file.archive.names.isEmpty : try step(query, in: file, &bound, &found)
                for id in found.prefix(max(0, limit - progress.messages.count)) {
                    if let place = try file.place(id), let message = try file.message(place) {
                        progress.messages.append(message)
                    }
                }
                return isComplete
            }
            isActive = false
            if progress.count > former || progress.isComplete, !isWanted(progress) { return }
            await Task.yield()
        } while !progress.isComplete && !Task.isCancelled
    }

    /// Searches a few segments before `bound`.
    /// - Returns: True if there are no more.
    private func step(
        _ query: SearchQuery, in file: HistoryFile, _ bound: inout ULID?, _ found: inout [ULID]
    ) throws(StoreFailure) -> Bool {
        for _ in 0..<Self.stepLength {
            // Find the segment with the messages right before the bound.
            guard let limit = bound, let place = file.archive.place(before: limit) else { return true }
            found += try segmentTexts.matches(query, in: file.archive, at: place, before: limit) { id in
                !file.index.isDeleted(id)
            }.reversed()
            bound = file.archive.names[place]
        }
        return false
    }
}
