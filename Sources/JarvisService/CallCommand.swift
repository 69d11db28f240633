// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis call: calls the running instance, or controls its current call.

public import ArgumentParser
import GioKit
import JarvisCommands
import JarvisCore
import JarvisPlatform

/// The command for calls.
public struct CallCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "call",
        abstract: "Call the running JARVIS, which listens without its wake word until you say goodbye.",
        discussion: "Without options, starts a call or resumes one on hold. Alarms and reminders ring as calls, "
            + "which you can answer, reject or snooze.")

    enum Action: String, EnumerableFlag {
        case end, hold, resume, accept, reject, snooze

        static func help(for value: Action) -> ArgumentHelp? {
            switch value {
            case .end: "End the call."
            case .hold: "Put the call on hold and close the microphone."
            case .resume: "Resume the call."
            case .accept: "Answer the ringing call."
            case .reject: "Reject the ringing call."
            case .snooze: "Snooze the ringing call."
            }
        }
    }

    @Flag(exclusivity: .exclusive) var action: Action?

    public init() {}

    public func run() throws {
        let action = action
        try runOnMainLoop { @MainActor in
            guard let running = try await ServiceClient.running() else {
                throw CommandFailure("JARVIS isn't running. Start it with \"jarvis\" or \"jarvis --service\".")
            }
            do {
                switch action {
                case nil: try await running.call(await running.callStatus() == "held" ? "ResumeCall" : "StartCall")
                case .end: try await running.call("EndCall")
                case .hold: try await running.call("HoldCall")
                case .resume: try await running.call("ResumeCall")
                case .accept: try await running.call("AcceptCall")
                case .reject: try await running.call("RejectCall")
                case .snooze: try await running.snooze()
                }
            } catch let failure as BusFailure {
                throw CommandFailure(failure.reason)
            }
        }
    }
}
