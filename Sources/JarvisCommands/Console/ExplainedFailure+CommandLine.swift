// SPDX-License-Identifier: GPL-3.0-or-later
// Words failures for the command line.

public import JarvisCore
import JarvisNetwork

/// The text of a failure: what happened and what to do; nil for errors of other libraries.
public func commandAdvice(for error: any Error) -> String? {
    switch error {
    case let failure as any ExplainedFailure: failure.commandAdvice
    case let failure as SecretFailure: failure.advice
    default: nil
    }
}

extension ExplainedFailure {
    /// The text of the failure for a terminal: what happened and what to do.
    public var commandAdvice: String { explained(to: .commandLine).text }
}
