// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the answer to a command-line question, whether this program or the running one answers it.

package import JarvisAssistant
import JarvisCommands
package import JarvisCore
import JarvisPlatform
import Synchronization

/// Collects the clauses of an answer, and prints them as they arrive if requested.
package final class AnswerPrinter: Sendable {
    private let isStreamed: Bool
    private let kept = Mutex<[String]>([])

    package init(isStreamed: Bool) {
        self.isStreamed = isStreamed
    }

    /// The clauses so far.
    package var clauses: [String] { kept.withLock { $0 } }

    package func take(_ update: TypedTurn.Update) throws {
        switch update {
        case .clause(let clause):
            let isFirst = kept.withLock { clauses in
                clauses.append(clause)
                return clauses.count == 1
            }
            if isStreamed { try Console.text((isFirst ? "" : " ") + clause) }
        case .notice(let notice): Console.note(PlainText.printable("jarvis: \(notice)"))
        }
    }

    /// Follows a turn of the running program.
    /// - Throws: `CommandFailure` if the turn failed, `ServiceClient.Gone` if the program has ended.
    package func follow(_ updates: AsyncThrowingStream<ServiceClient.Update, any Error>) async throws -> ReplySummary {
        for try await update in updates {
            switch update {
            case .clause(let clause): try take(.clause(clause))
            case .notice(let notice): try take(.notice(notice))
            case .transcript: break
            case .finished(let outcome):
                if let failure = outcome.failure { throw CommandFailure(failure) }
                return outcome.summary
            }
        }
        throw CancellationError()
    }
}
