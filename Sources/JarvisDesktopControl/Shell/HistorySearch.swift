// SPDX-License-Identifier: GPL-3.0-or-later
// The history in the desktop's own search, by the interface org.gnome.Shell.SearchProvider2. Nothing is found in a history
// that can be locked, while nothing is kept, or while the user is away, and only the desktop's shell is answered
// unless the user lets other programs ask. Main thread only.

public import GioKit
import Glibc
import JarvisConversation
import JarvisCore

/// Answers the desktop's search until it is released.
@MainActor
public final class HistorySearch {
    /// As many as the desktop shows of one program.
    private static let mostResults = 5
    private static let longestText = 160
    static let path = ProgramIdentity.path + "/SearchProvider"
    private static let kinds: Set<MessageKind> = [.user, .assistant, .note]

    private let connection: BusConnection
    private let ports: ShellPorts
    private let words: ShellWords
    private let isShell: @MainActor (Int32) -> Bool
    private var export: BusExport?

    /// - Parameter isShell: whether a process is the desktop's shell.
    /// - Throws: `BusFailure.notExported`.
    public init(
        _ ports: ShellPorts, _ words: ShellWords, on connection: BusConnection,
        isShell: @escaping @MainActor (Int32) -> Bool = HistorySearch.isShell
    ) throws(BusFailure) {
        self.isShell = isShell
        self.connection = connection
        self.ports = ports
        self.words = words
        export = try connection.export(
            BusObject(method: { [weak self] in try await self?.answer($0) ?? [] }), at: Self.path,
            introspection: Self.introspection)
    }

    /// True where what was said may be told.
    private var isOpen: Bool {
        let history = ports.settings.current.history
        return !history.isLocked && !history.isSessionOnly && !ports.state().isAway
    }

    /// Only the desktop's shell asks for the one who sits in front of it. On another desktop any program can have its
    /// name, so its process has to be the shell, too.
    private func isAdmitted(_ caller: String) async -> Bool {
        if ports.settings.current.answersPrograms { return true }
        guard await connection.owner(of: "org.gnome.Shell") == caller else { return false }
        let reply = try? await connection.call(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            method: "GetConnectionUnixProcessID", [.text(caller)], signature: "s")
        guard let number = reply?.first?.asInteger, let process = Int32(exactly: number) else { return false }
        return isShell(process)
    }

    /// True where a process runs a file of the shell's name that only the administrator can have put there. What a process
    /// with privileges runs cannot be seen; it is taken for the shell on the shell's own desktop, where no other program
    /// gets its name.
    public static func isShell(_ process: Int32) -> Bool {
        let link = "/proc/\(process)/exe"
        var file = stat()
        guard let path = realpath(link, nil) else {
            let isHidden = errno == EACCES
            let desktops = getenv("XDG_CURRENT_DESKTOP").map { String(cString: $0) } ?? ""
            return isHidden && desktops.split(separator: ":").contains("GNOME")
        }
        defer { free(path) }
        guard stat(link, &file) == 0, file.st_uid == 0 else { return false }
        let name = String(cString: path).split(separator: "/").last ?? ""
        // The second is what some distributions start behind a script.
        return name == "gnome-shell" || name == ".gnome-shell-wrapped"
    }

    private func answer(_ call: BusCall) async throws -> [BusValue] {
        guard await isAdmitted(call.sender) else { throw BusError.accessDenied("Only the desktop's shell may search.") }
        let arguments = call.arguments
        switch call.method {
        case "GetInitialResultSet": return [.list(try await find(arguments[0]).map { .text($0.id.rawValue) })]
        case "GetSubsearchResultSet": return [.list(try await find(arguments[1]).map { .text($0.id.rawValue) })]
        case "GetResultMetas":
            var metas: [BusValue] = []
            for case .text(let id) in arguments[0].asList ?? [] {
                guard let message = try await message(id) else { continue }
                metas.append(
                    .table([
                        "id": .text(id), "name": .text(Self.shortened(message.text)),
                        "description": .text(words.speaker(message.kind)),
                    ]))
            }
            return [.list(metas)]
        case "ActivateResult": try show(arguments[0].asText ?? "", arguments[1])
        case "LaunchSearch": try show("", arguments[0])
        default: throw BusError.failed(call.method)
        }
        return []
    }

    private func find(_ terms: BusValue) async throws -> [Message] {
        let query = Self.query(terms)
        guard isOpen, !query.isEmpty, let history = ports.history else { return [] }
        let found = try await history.search(query, kinds: Self.kinds, limit: Self.mostResults)
        // It may have been locked meanwhile.
        return isOpen ? found : []
    }

    private func message(_ id: String) async throws -> Message? {
        guard isOpen, let history = ports.history else { return nil }
        // A message that was deleted since is left out.
        let message = try? await history.message(MessageID(rawValue: id))
        return isOpen ? message : nil
    }

    private func show(_ id: String, _ terms: BusValue) throws {
        try ports.showWindow("history:\(id) \(Self.query(terms))")
    }

    private static func query(_ terms: BusValue) -> String {
        (terms.asList?.compactMap(\.asText) ?? []).joined(separator: " ").trimmed
    }

    private static func shortened(_ text: String) -> String {
        let line = String(text.map { $0.isNewline ? " " : $0 })
        return line.count <= longestText ? line : line.prefix(longestText - 1) + "…"
    }

    private static let introspection = """
        <node><interface name="org.gnome.Shell.SearchProvider2">
        <method name="GetInitialResultSet"><arg type="as" direction="in"/><arg type="as" direction="out"/></method>
        <method name="GetSubsearchResultSet"><arg type="as" direction="in"/><arg type="as" direction="in"/>
        <arg type="as" direction="out"/></method>
        <method name="GetResultMetas"><arg type="as" direction="in"/><arg type="aa{sv}" direction="out"/></method>
        <method name="ActivateResult"><arg type="s" direction="in"/><arg type="as" direction="in"/>
        <arg type="u" direction="in"/></method>
        <method name="LaunchSearch"><arg type="as" direction="in"/><arg type="u" direction="in"/></method>
        </interface></node>
        """
}
