// SPDX-License-Identifier: GPL-3.0-or-later
// Why something could not be done, in sentences for people.

import JarvisCore
import JarvisPlatform

/// Says failures of ports in words.
enum FailureReason {
    static func text(of error: any Error) -> String {
        switch error {
        case let error as SkillError: return error.reason
        case let error as StoreFailure: return text(of: error)
        case let error as SynthesisFailure:
            switch error {
            case .engineUnavailable(let reason): return "The speech engine is not available: \(reason)."
            case .voiceMissing(let name): return "The voice \(name) is not installed."
            case .serverFailed, .speechModel: return error.advice
            }
        default: return "Something unexpected went wrong: \(error)."
        }
    }

    private static func text(of failure: StoreFailure) -> String {
        switch failure {
        case .readOnly(let path): "I cannot write to \(path). Please check its permissions."
        case .diskFull(let path): "The disk is full, so I cannot write to \(path). Please free some space."
        case .inputOutput(let path, let code):
            "Reading or writing \(path) failed: \(StoreFailure.systemText(of: code))."
        case .laterVersion(let path): "\(path) was written by a newer version of me. Please update me."
        case .damaged: failure.advice
        case .busy: failure.advice
        case .unknownMessage: "That message is no longer in the history."
        case .locked: "The history is locked. Open it in the window first."
        default: "The history could not be used."
        }
    }
}
