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
        .accessDenied("Other programs may not do this. \"jarvis config set background.programs on\" lets them.")
    }
    static func busy() -> BusError { named("Busy", "JARVIS is listening or speaking already.") }
    static func away() -> BusError { named("Away", "The screen is locked, or another session is in front.") }
    static func noCall() -> BusError { named("NoCall", "There is no call that this could be done to.") }
    static func noPrompt() -> BusError {
        named("NoPrompt", "There are no prompts, or what became of them cannot be kept.")
    }
    static func muted() -> BusError { named("Muted", "The microphone is muted.") }
    static func unseen() -> BusError {
        named("Unseen", "There is neither a window nor a notification to show that the microphone is open.")
    }
    static func noDisplay() -> BusError { named("NoDisplay", "No display answers.") }

    private static func named(_ name: String, _ message: String) -> BusError {
        BusError("\(ServiceInterface.name).Error.\(name)", message)
    }
}

extension BusError {
    /// No display is available to show a window.
    public static var noDisplay: BusError { ServiceError.noDisplay() }
}
