// SPDX-License-Identifier: GPL-3.0-or-later
// Finds a server's program. Programs started from the desktop have a shorter PATH than a terminal, so if the program is
// not found, this asks the login shell for its PATH, once.

import Glibc
import JarvisPlatform
import Synchronization

/// Finds programs as a terminal would.
final class CommandResolver: Sendable {
    struct Found: Hashable, Sendable {
        var path: String
        /// The PATH to pass on to the program, which may start others.
        var searchPath: String
    }

    private let runner: ProcessRunner
    private let own: String
    private let shell: String?
    private let home: String?
    private let login: Mutex<String?> = Mutex(nil)

    /// - Parameters:
    ///   - searchPath: This process's PATH.
    ///   - shell: The user's login shell.
    init(
        runner: ProcessRunner, searchPath: String? = Environment.value("PATH"),
        shell: String? = Environment.value("SHELL"),
        home: String? = Environment.value("HOME")
    ) {
        self.runner = runner
        own = searchPath ?? "/usr/local/bin:/usr/bin:/bin"
        self.shell = shell
        self.home = home
    }

    /// The program's path, or `nil` if it does not exist.
    func find(_ program: String) async -> Found? {
        if program.contains("/") {
            let path =
                if program.hasPrefix("~/") {
                    (home ?? "") + program.dropFirst()
                } else {
                    // Relative paths start at the home folder, where programs run.
                    program.hasPrefix("/") ? program : (home ?? "") + "/" + program
                }
            return Self.isProgram(path) ? Found(path: path, searchPath: own) : nil
        }
        if let path = Self.search(own, program) { return Found(path: path, searchPath: own) }
        let whole = await loginPath()
        return Self.search(whole, program).map { Found(path: $0, searchPath: whole) }
    }

    private func loginPath() async -> String {
        if let known = login.withLock({ $0 }) { return known }
        var parts = [own]
        if let shell, Self.isProgram(shell),
            let result = try? await runner.run(ProcessCommand(shell, ["-lc", "env"]), limit: .seconds(5))
        {
            let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
            if let line = lines.last(where: { $0.hasPrefix("PATH=") }) {
                parts.insert(String(line.dropFirst(5)), at: 0)
            }
        }
        if let home { parts += [home + "/.local/bin", home + "/.cargo/bin", home + "/bin"] }
        let whole = parts.joined(separator: ":")
        login.withLock { $0 = whole }
        return whole
    }

    private static func search(_ searchPath: String, _ program: String) -> String? {
        searchPath.split(separator: ":").lazy.map { "\($0)/\(program)" }.first(where: isProgram)
    }

    private static func isProgram(_ path: String) -> Bool {
        access(path, X_OK) == 0 && !FolderTree.isFolder(path)
    }

    /// The package that provides a program, in Debian or the Python package index.
    static func package(of program: String) -> String? {
        switch program.split(separator: "/").last {
        case "npx", "npm": "npm"
        case "node": "nodejs"
        case "uvx", "uv": "uv (pipx install uv)"
        case "pipx": "pipx"
        case "python3", "python": "python3"
        case "docker": "docker.io"
        case "podman": "podman"
        case "deno": "deno (from deno.com)"
        case "bunx", "bun": "bun (from bun.sh)"
        default: nil
        }
    }

    /// True for launchers that may download the server from the internet on its first start.
    static func fetches(_ program: String) -> Bool {
        ["npx", "uvx", "uv", "pipx", "bunx", "docker", "podman", "deno"]
            .contains(program.split(separator: "/").last.map(String.init) ?? "")
    }
}
