// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis config secret: manages server keys in the desktop's keyring.

import ArgumentParser
import JarvisCommands
import JarvisCore
import JarvisNetwork
import JarvisPlatform

struct SecretCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secret", abstract: "Store or remove a server's key in your keyring.",
        subcommands: [Keep.self, Clear.self])

    struct Keep: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Store a key from the standard input.",
            discussion: "The key is never an argument: other users of the computer could see it.")
        @Argument(help: "The server's address, as in the settings.") var address: String
        @OptionGroup var global: GlobalOptions

        func run() throws {
            let address = try SecretCommand.server(address)
            try ServerKey.keepFromInput(for: address, in: Composition(global))
        }
    }

    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Remove a server's key.")
        @Argument(help: "The server's address, as in the settings.") var address: String
        @OptionGroup var global: GlobalOptions

        func run() throws {
            try Composition(global).secrets.remove(SecretCommand.server(address).origin)
        }
    }

    private static func server(_ text: String) throws -> ServerAddress {
        do {
            return try ServerAddress(text, schemes: [.http, .https])
        } catch {
            throw ValidationError(error.commandAdvice)
        }
    }
}

/// Stores keys of servers of any kind.
enum ServerKey {
    /// Stores a key read from standard input, and warns where it can't be used yet.
    static func keepFromInput(for address: ServerAddress, in composition: Composition) throws {
        guard let line = readLine(), case let key = line.filter({ !$0.isWhitespace }), !key.isEmpty else {
            throw ValidationError("Give the key on the standard input, as in: jarvis config secret set ADDRESS < FILE")
        }
        try composition.secrets.keep(key, for: address.origin)
        Console.note("jarvis: the key of \(address.origin) was stored.")
        if !address.isPrivate, !composition.settings.current.network.allowsPlainKey(for: address) {
            let failure = ServerFailure(server: address.display, kind: .keyNeedsHTTPS(origin: address.origin))
            Console.note("jarvis: \(failure.commandAdvice)")
        }
    }
}
