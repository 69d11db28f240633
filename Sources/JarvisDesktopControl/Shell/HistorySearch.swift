// SPDX-License-Identifier: GPL-3.0-or-later
// Finds messages for the desktop's own search, through the interface org.gnome.Shell.SearchProvider2. Finds nothing if
// the history lock is on, if the history isn't saved, or if the user is away. Answers only the desktop's shell, unless
// the user allows other programs. Main thread only.

public import GioKit
import Glibc
import JarvisConversation
import JarvisCore

/// Answers the desktop's search until released.
@MainActor
public final class HistorySearch {
    /// The number of results that the desktop shows per program.
    private static let mostResults = 5
    private static let longestText = 160
    static let path = ProgramIdentity.path + "/SearchProvider"
    private static let kinds: Set<MessageKind> = [.user, .assistant, .note]

    private let connection: BusConnection
    private let ports: ShellPorts
    private let words: ShellWords
    private let isShell: @MainActor (Int32) -> Bool
    private var export: BusExport?

    /// - Parameter isShell: returns true if a process is the desktop's shell.
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

    /// True if the history may be shown.
    private var isOpen: Bool {
        let history = ports.settings.current.history
        return !history.isLocked && !history.isSessionOnly && !ports.state().isAway
    }

    /// True if the caller may search: only the desktop's shell asks on behalf of the user at the screen. On another
    /// desktop, any program can take the shell's name, so the caller's process must be the shell too.
    private func isAdmitted(_ caller: String) async -> Bool {
        if ports.settings.current.answersPrograms { return true }
        guard await connection.owner(of: "org.gnome.Shell") == caller else { return false }
        let reply = try? await connection.call(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            method: "GetConnectionUnixProcessID", [.text(caller)], signature: "s")
        guard let number = reply?.first?.asInteger, let process = Int32(exactly: number) else { return false }
        return isShell(process)
    }

    /// True if a process runs a file with the shell's name that only the administrator can have installed. The file of
    /// a privileged process can't be seen. Such a process counts as the shell, because on the shell's own desktop no
    /// other program gets its name.
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
        // Some distributions start the shell from a script, under the second name.
        return name == "gnome-shell" || name == ".gnome-shell-wrapped"
    }

    private func answer(_ call: BusCall) async throws -> [BusValue] {
        guard await isAdmitted(call.sender) else { throw BusError.accessDenied("Only the desktop's shell can search.") }
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
        // The history may have been locked since the search began.
        return isOpen ? found : []
    }

    private func message(_ id: String) async throws -> Message? {
        guard isOpen, let history = ports.history else { return nil }
        // The message may have been deleted since the search.
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
