// SPDX-License-Identifier: GPL-3.0-or-later
// Why a program cannot do a server's work: values, so that each can be said in any language.

/// Why a program cannot do a server's work.
public enum ProgramFault: Hashable, Sendable {
    case noModel
    case unreadable(path: String)
    /// A description of a model without its sample rate.
    case noSampleRate(path: String)
    case exitStatus(Int)
    case inputRefused
    case tooMuchOutput(limitBytes: Int)
    /// The program's or the system's own words.
    case reported(String)
}

extension ProgramFault {
    /// What happened and what to do about this program.
    func explained(_ program: String, to reader: FailureReader) -> FailureText {
        let reason: String
        switch self {
        case .noModel:
            return FailureText(
                reader.say("No model is set for %1.", program),
                reader.say("\"jarvis config set synthesis.model FILE.onnx\" sets one."))
        case .unreadable(let path): reason = reader.say("%1 cannot be read", path)
        case .noSampleRate(let path): reason = reader.say("%1 names no sample rate", path)
        case .exitStatus(let status): reason = reader.say("exit status %1", String(status))
        case .inputRefused: reason = reader.say("it takes no more input")
        case .tooMuchOutput(let limit): reason = reader.say("it wrote more than %1 bytes", String(limit))
        case .reported(let words): reason = words
        }
        return FailureText(
            reader.say("The program %1 does not work (%2).", program, reason), reader.say("Check that it is installed.")
        )
    }
}
