// SPDX-License-Identifier: GPL-3.0-or-later
// Why a local program cannot stand in for a server. The cases carry values, so each can be explained in any language.

/// Why a local program, such as `piper`, cannot do a server's work.
public enum ProgramFault: Hashable, Sendable {
    case noModel
    case unreadable(path: String)
    /// The model's description names no sample rate.
    case noSampleRate(path: String)
    case exitStatus(Int)
    case inputRefused
    case tooMuchOutput(limitBytes: Int)
    /// The program's or the system's own message.
    case reported(String)
}

extension ProgramFault {
    /// What went wrong with this program and what to do about it.
    func explained(_ program: String, to reader: FailureReader) -> FailureText {
        FailureText(
            sentence(program, reader),
            self == .noModel
                ? reader.say("\"jarvis config set synthesis.model FILE.onnx\" sets one.")
                : reader.say("Check that it is installed."))
    }

    private func sentence(_ program: String, _ reader: FailureReader) -> String {
        switch self {
        case .noModel: reader.say("No model is set for %1.", program)
        case .unreadable(let path): reader.say("The program %1 needs %2, which can't be read.", program, path)
        case .noSampleRate(let path):
            reader.say("The program %1 needs a sample rate, but %2 doesn't give one.", program, path)
        case .exitStatus(let status): reader.say("The program %1 ended with exit status %2.", program, String(status))
        case .inputRefused: reader.say("The program %1 stopped reading its input.", program)
        case .tooMuchOutput(let limit): reader.say("The program %1 wrote more than %2 bytes.", program, String(limit))
        case .reported(let words): reader.say("The program %1 doesn't work (%2).", program, words)
        }
    }
}
