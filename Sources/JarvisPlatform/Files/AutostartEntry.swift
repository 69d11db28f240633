// SPDX-License-Identifier: GPL-3.0-or-later
// Manages the desktop entry that starts the program at login, according to the XDG autostart specification. Writes only
// to the user's own folder.

public import JarvisCore

/// An entry in `$XDG_CONFIG_HOME/autostart`.
public struct AutostartEntry: Sendable {
    public let path: String
    private let name: String
    private let program: String
    private let icon: String
    private let system: FileSystem

    /// - Parameters:
    ///   - folder: Usually `$XDG_CONFIG_HOME/autostart`.
    ///   - identifier: The application ID, which names the entry's file.
    ///   - program: The path of the program to start.
    public init(
        folder: String, identifier: String, name: String, program: String, system: FileSystem = FileSystem()
    ) {
        path = "\(folder)/\(identifier).desktop"
        icon = identifier
        self.name = name
        self.program = program
        self.system = system
    }

    /// True if the desktop starts the program; false for entries that are hidden or disabled in the ways that desktops
    /// use.
    public var isOn: Bool {
        guard let bytes = try? AtomicFile.read(path, system: system) else { return false }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0.filter { $0 != " " } }
        return !lines.contains("Hidden=true") && !lines.contains("X-GNOME-Autostart-enabled=false")
    }

    /// Writes or removes the entry.
    public func set(_ isOn: Bool) throws(StoreFailure) {
        guard isOn else {
            if Environment.exists(path) { try StoreFailure.check(system.remove(path), path) }
            return
        }
        try Folder.create(Folder.parent(of: path), system: system)
        try AtomicFile.write(path, Array(text.utf8), system: system)
    }

    /// The text of the desktop entry. Desktops skip it once the program at `TryExec` is gone, as after its removal.
    var text: String {
        """
        [Desktop Entry]
        Type=Application
        Name=\(name)
        Exec=\(Self.quoted(program))
        TryExec=\(Self.escaped(program))
        Icon=\(icon)
        X-GNOME-Autostart-enabled=true

        """
    }

    /// A path in the form that `TryExec` requires: a plain value, in which only the backslash is special. (A path with
    /// a line break can't be a program of any installation.)
    static func escaped(_ path: String) -> String { path.replacing("\\", with: "\\\\") }

    /// An argument in the form that `Exec` requires: in quotes, with shell characters escaped, everything escaped once
    /// more as in any value, and percent signs doubled, since they would start a field code.
    static func quoted(_ argument: String) -> String {
        var text = "\""
        for character in argument {
            switch character {
            case "\"", "`", "$": text += "\\\\\(character)"
            case "\\": text += "\\\\\\\\"
            case "%": text += "%%"
            default: text.append(character)
            }
        }
        return text + "\""
    }
}
