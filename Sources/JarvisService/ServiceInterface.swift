// SPDX-License-Identifier: GPL-3.0-or-later
// The names and errors of the session bus interface described in `data/io.github.jarvis_assistant.Jarvis.xml`.

public import GioKit
import Glibc
public import JarvisCore
public import JarvisPlatform

/// The interface's names on the bus.
public enum ServiceInterface {
    /// The interface has the same name as the program.
    public static let name = ProgramIdentity.name
    static let file = "data/\(ProgramIdentity.name).xml"

    /// The introspection data in XML.
    /// - Throws: `StoreFailure` if the file is missing or can't be read.
    public static func introspection(_ resources: ResourceLocator) throws(StoreFailure) -> String {
        guard let path = resources.path(file), let bytes = try AtomicFile.read(path) else {
            throw .inputOutput(path: file, errno: ENOENT)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The errors for refused calls.
enum ServiceError {
    static func accessDenied() -> BusError {
        .accessDenied(
            "Other programs aren't allowed to do this. \"jarvis config set background.programs on\" allows them.")
    }
    static func busy() -> BusError { named("Busy", "JARVIS is already listening or speaking.") }
    static func away() -> BusError { named("Away", "The screen is locked, or another session is active.") }
    static func noCall() -> BusError { named("NoCall", "There's no call for that.") }
    static func noPrompt() -> BusError {
        named("NoPrompt", "There are no prompts, or their state can't be saved.")
    }
    static func muted() -> BusError { named("Muted", "The microphone is muted.") }
    static func unseen() -> BusError {
        named("Unseen", "There's no window or notification to show that the microphone is open.")
    }
    static func noDisplay() -> BusError { named("NoDisplay", "No display is available.") }

    private static func named(_ name: String, _ message: String) -> BusError {
        BusError("\(ServiceInterface.name).Error.\(name)", message)
    }
}

extension BusError {
    /// No display is available to show a window.
    public static var noDisplay: BusError { ServiceError.noDisplay() }
}
