// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the tool servers in other programs' files, without starting or writing anything. Files are read on a separate
// thread.

import JarvisCore
import JarvisPlatform
import JarvisToolServers

struct ForeignConfigurations: Sendable {
    private let programs: [ToolProgram]

    /// The longest file to read, in bytes; files of settings may be large.
    private static let longest = 16 << 20

    init(_ programs: [ToolProgram]) {
        self.programs = programs
    }

    func read(_ tell: @escaping @Sendable (DiscoveryResult) -> Void) async {
        let programs = programs
        try? await WorkerThread(name: "discovery").run {
            for program in programs {
                for file in program.files { Self.read(file, of: program, tell) }
            }
        }
    }

    private static func read(_ file: ToolProgram.File, of program: ToolProgram, _ tell: (DiscoveryResult) -> Void) {
        guard Environment.exists(file.path) else { return }
        let entries: JSONObject
        do {
            guard let found = try Self.entries(of: file) else { return }
            entries = found
        } catch {
            return tell(.note(.unreadable(program: program.name, file: file.path, reason: error.reason)))
        }
        for entry in entries.members {
            let label = PlainText.line(entry.key, most: 80)
            switch Self.server(entry) {
            case nil: continue
            case .failure(let failure)?: tell(.note(.unusable(program: program.name, server: label, failure)))
            case .success(let pasted)? where pasted.isFilledIn:
                tell(.note(.filledIn(program: program.name, server: label)))
            case .success(let pasted)?:
                let server = pasted.server
                tell(
                    .found(
                        Found(
                            id: "\(program.id):\(server.name)", kind: .toolServer(server, file: file.path),
                            name: server.name, source: program.name,
                            place: PlainText.line(KeyMask.place(of: server), most: 400))))
            }
        }
    }

    struct Unreadable: Error {
        var reason: String
    }

    /// The entries of servers in a file; nil if it has none.
    static func entries(of file: ToolProgram.File) throws(Unreadable) -> JSONObject? {
        let bytes: [UInt8]
        do {
            bytes = try WholeFile.bytes(file.path, limit: longest)
        } catch {
            throw Unreadable(reason: StoreFailure.systemText(of: error.code))
        }
        var value: JSONValue
        do {
            value = try CommentedJSON.value(bytes)
        } catch {
            throw Unreadable(reason: "\(error.reason) at byte \(error.offset)")
        }
        for key in file.keys {
            guard let next = value.asObject?[key] else { return nil }
            value = next
        }
        return value.asObject
    }

    /// The server of an entry; nil if the entry has neither a command nor an address, because it belongs to an
    /// extension of the program.
    static func server(_ entry: JSONObject.Member) -> Result<PastedServer, ToolServerFailure>? {
        guard let object = entry.value.asObject else { return nil }
        guard ["command", "url", "serverUrl", "httpUrl"].contains(where: { object[$0] != nil }) else { return nil }
        return Result { () throws(ToolServerFailure) in try PastedServer(entry.key, .object(object)) }
    }
}

extension PastedServer {
    /// True if it contains placeholders that only the program can fill in.
    var isFilledIn: Bool {
        let texts = [server.place] + Array(values.environment.values) + Array(values.headers.values)
        return texts.contains { $0.contains("${") }
    }
}
