// SPDX-License-Identifier: GPL-3.0-or-later
// The desktop entry by which a desktop starts the program when the user logs in, as the XDG autostart specification has
// it. Only the user's own folder is written.

public import JarvisCore

/// An entry in `$XDG_CONFIG_HOME/autostart`.
public struct AutostartEntry: Sendable {
    public let path: String
    private let name: String
    private let program: String
    private let icon: String
    private let system: FileSystem

    /// - Parameters:
    ///   - folder: usually `$XDG_CONFIG_HOME/autostart`.
    ///   - identifier: of the application; the entry's file is called by it.
    ///   - program: the path of what is started.
    public init(
        folder: String, identifier: String, name: String, program: String, system: FileSystem = FileSystem()
    ) {
        path = "\(folder)/\(identifier).desktop"
        icon = identifier
        self.name = name
        self.program = program
        self.system = system
    }

    /// True when the desktop starts it. An entry that is hidden or switched off, as desktops do it, does nothing.
    public var isOn: Bool {
        guard let bytes = try? AtomicFile.read(path, system: system) else { return false }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0.filter { $0 != " " } }
        return !lines.contains("Hidden=true") && !lines.contains("X-GNOME-Autostart-enabled=false")
    }

    /// Writes the entry, or takes it away.
    public func set(_ isOn: Bool) throws(StoreFailure) {
        guard isOn else {
            if Environment.exists(path) { try StoreFailure.check(system.remove(path), path) }
            return
        }
        try Folder.create(Folder.parent(of: path), system: system)
        try AtomicFile.write(path, Array(text.utf8), system: system)
    }

    /// The entry.
    var text: String {
        """
        [Desktop Entry]
        Type=Application
        Name=\(name)
        Exec=\(Self.quoted(program))
        Icon=\(icon)
        X-GNOME-Autostart-enabled=true

        """
    }

    /// An argument as the value of `Exec` wants it: in quotes, with what a shell would read marked, and everything marked
    /// once more as in every value; a percent sign would begin a field code.
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
