// SPDX-License-Identifier: GPL-3.0-or-later
// Defines the program's names for the desktop and the bus.

/// Names used on the message bus, in the desktop entry and in service files.
public enum ProgramIdentity {
    /// The application ID, which is also the program's name on the session bus.
    public static let name = "io.github.jarvis_assistant.Jarvis"
    /// The name shown to the user, in every language.
    public static let title = "JARVIS"
    /// The executable's name, which StartupWMClass in the desktop entry repeats.
    public static let program = "jarvis"
    /// The path of the program's objects on the bus.
    public static let path = "/io/github/jarvis_assistant/Jarvis"
}
