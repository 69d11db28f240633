// SPDX-License-Identifier: GPL-3.0-or-later
// Why an action failed, in sentences for people.

import JarvisCore
import JarvisPlatform

/// Puts the failures of ports into words.
enum FailureReason {
    static func text(of error: any Error) -> String {
        switch error {
        case let error as SkillError: return error.reason
        case let error as StoreFailure: return text(of: error)
        case let error as SynthesisFailure:
            switch error {
            case .engineUnavailable(let reason): return "Speech isn't available: \(reason)."
            case .voiceMissing(let name): return "The voice \(name) isn't installed."
            case .serverFailed, .speechModel: return error.advice
            }
        default: return "Something went wrong: \(error)."
        }
    }

    private static func text(of failure: StoreFailure) -> String {
        switch failure {
        case .readOnly(let path):
            "I can't save \(StoredThing(path).spoken), because the file is read-only."
        case .diskFull(let path):
            "The disk is full, so I can't save \(StoredThing(path).spoken)."
        case .inputOutput(let path, let code):
            "I can't read or write \(StoredThing(path).spoken): \(reason(code))."
        case .laterVersion(let path):
            "A newer version of JARVIS saved \(StoredThing(path).spoken), so please update me."
        case .damaged, .busy, .invalidImport: failure.advice
        case .unknownMessage: "That message isn't in the history any more."
        case .locked: "The history is locked. Unlock it in the window first."
        }
    }

    /// The system's text for an error number, or a plainer one.
    private static func reason(_ code: Int32) -> String {
        switch code {
        case 6: "it's a pipe or a device, not a file"
        case 21: "it's a folder, not a file"
        default: StoreFailure.systemText(of: code)
        }
    }
}
