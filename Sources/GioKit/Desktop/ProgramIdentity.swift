// SPDX-License-Identifier: GPL-3.0-or-later
// By which name the desktop and the bus know the program.

/// The program on the message bus, in the desktop entry and in the files of services.
public enum ProgramIdentity {
    /// The application's identity, which is its name on the session bus.
    public static let name = "io.github.jarvis_assistant.Jarvis"
    /// What people call it, in whatever language.
    public static let title = "JARVIS"
    /// The program's file. StartupWMClass in the desktop entry is the same.
    public static let program = "jarvis"
    /// Where its objects are on the bus.
    public static let path = "/io/github/jarvis_assistant/Jarvis"
}
