// SPDX-License-Identifier: GPL-3.0-or-later
// Calls over the bus. Opening the microphone needs an admitted caller and must be visible; any program may end, hold,
// reject or snooze.

import GioKit
import JarvisAssistant
import JarvisConversation
import JarvisCore

extension ServiceObject {
    /// Answers the methods about calls.
    /// - Throws: `BusError`, including for unknown methods.
    func answerCall(_ call: BusCall) async throws -> [BusValue] {
        guard let calls = ports.calls else { throw BusError.failed(call.method) }
        switch call.method {
        case "StartCall":
            try await admitCall(call.sender)
            try Self.check(await calls.perform(.start))
            return [.text(calls.state.call?.id.rawValue ?? "")]
        case "AcceptCall":
            try await admitCall(call.sender)
            try Self.check(await calls.perform(.accept))
        case "ResumeCall":
            try await admitCall(call.sender)
            try Self.check(await calls.perform(.resume))
        case "RejectCall": try Self.check(await calls.perform(.reject))
        case "SnoozeCall":
            let seconds = min(max(0, call.arguments.first?.asInteger ?? 0), Self.longestSnooze)
            try Self.check(await calls.perform(.snooze(seconds == 0 ? nil : .seconds(seconds))))
        case "HoldCall": try Self.check(await calls.perform(.hold))
        case "EndCall": try Self.check(await calls.perform(.end))
        default: throw BusError.failed(call.method)
        }
        return []
    }

    /// In seconds: 12 hours.
    private static let longestSnooze: Int64 = 43_200

    private func admitCall(_ caller: String) async throws {
        try await gate.admit(caller)
        guard ports.assistant.state.mayHear else { throw ServiceError.away() }
        guard await ports.isSeen() else { throw ServiceError.unseen() }
    }

    private static func check(_ answer: CallAnswer) throws(BusError) {
        guard case .refused(let refusal) = answer else { return }
        switch refusal {
        case .noCall, .notRinging, .notConnected, .ended: throw ServiceError.noCall()
        case .ringing, .interrupted(.phone), .overtaken: throw ServiceError.busy()
        case .interrupted: throw ServiceError.away()
        case .failed(let reason): throw BusError.failed(reason)
        }
    }
}
