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
        abstract: "Call the JARVIS that runs: it listens without its wake word until you say goodbye.",
        discussion: """
            Without an option the call begins, or is resumed where it is on hold. An alarm or a reminder that is due \
            rings as a call, which can be accepted, rejected or snoozed.
            """)

    enum Action: String, EnumerableFlag {
        case end, hold, resume, accept, reject, snooze

        static func help(for value: Action) -> ArgumentHelp? {
            switch value {
            case .end: "End the call."
            case .hold: "Put it on hold: the microphone is closed, and nothing is said."
            case .resume: "Go on with it."
            case .accept: "Accept the call that rings."
            case .reject: "Reject the call that rings."
            case .snooze: "Let it ring again later."
            }
        }
    }

    @Flag(exclusivity: .exclusive) var action: Action?

    public init() {}

    public func run() throws {
        let action = action
        try runOnMainLoop { @MainActor in
            guard let running = try await ServiceClient.running() else {
                throw CommandFailure("JARVIS is not running. Start it with \"jarvis\" or \"jarvis --service\".")
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
