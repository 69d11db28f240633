// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line says about failures.

public import JarvisCore
import JarvisNetwork

/// What happened and what to do; nil for errors that are not ours.
public func commandAdvice(for error: any Error) -> String? {
    switch error {
    case let failure as any ExplainedFailure: failure.commandAdvice
    case let failure as SecretFailure: failure.advice
    default: nil
    }
}

extension ExplainedFailure {
    /// What happened and what to do, for a terminal.
    public var commandAdvice: String { explained(to: .commandLine).text }
}
