// SPDX-License-Identifier: GPL-3.0-or-later
// Detects another program that owns JARVIS's name on the session bus. Main thread only.

public import GioKit
import Glibc

/// Another program that owns JARVIS's name and therefore receives the requests meant for JARVIS.
public struct NameHolder: Hashable, Sendable, CustomStringConvertible {
    let process: Int32
    /// The file name of its executable.
    public let program: String

    public var description: String {
        "\(program) (process \(process)) is using JARVIS's name on the session bus. Other programs "
            + "can't reach JARVIS until it ends."
    }

    /// The other program that owns the name; nil if the name is free, JARVIS owns it, or its program is unknown.
    /// - Parameters:
    ///   - name: JARVIS's bus name.
    ///   - own: The file name of JARVIS's executable.
    @MainActor
    public static func stranger(
        on connection: BusConnection, name: String = ServiceInterface.name, own: String? = ownProgram
    ) async -> NameHolder? {
        guard let owner = await connection.owner(of: name) else { return nil }
        return await stranger(owner, on: connection, own: own)
    }

    /// Like the method above, for a known owner of the name.
    @MainActor
    static func stranger(_ owner: String, on connection: BusConnection, own: String?) async -> NameHolder? {
        guard let own, let number = await connection.process(of: owner), let process = Int32(exactly: number),
            let program = program(of: process), program != own
        else { return nil }
        return NameHolder(process: process, program: program)
    }

    /// The file name of this program's executable.
    public static var ownProgram: String? { program(of: getpid()) }

    /// The file name of a process's executable. Its folder doesn't matter: another copy of JARVIS, or one replaced
    /// while running, is still JARVIS.
    static func program(of process: Int32) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/\(process)/exe", &buffer, buffer.count - 1)
        guard length > 0 else { return nil }
        let path = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let deleted = " (deleted)"
        return name.hasSuffix(deleted) ? String(name.dropLast(deleted.count)) : name
    }
}
