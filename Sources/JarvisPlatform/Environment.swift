// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses the process's environment, and checks for files without Foundation.

import Glibc

/// Reads the process's environment, and prepares it for child programs.
public enum Environment {
    /// The value of a variable; nil if unset or empty.
    public static func value(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// Sets a variable that is unset, for the libraries of this process only. Call this before there are other threads,
    /// which may be reading the environment.
    public static func setPrivately(_ name: String, _ value: String) {
        guard getenv(name) == nil, setenv(name, value, 1) == 0 else { return }
        let names = [Self.value(privateNames), name].compactMap(\.self).joined(separator: " ")
        setenv(privateNames, names, 1)
    }

    /// The environment as "NAME=value" for child programs: without privately set variables, and without JARVIS's
    /// secrets.
    public static func inheritable() -> [String] {
        inheritable(entries())
    }

    /// The names of the variables withheld from child programs, for libraries that start programs themselves.
    public static func withheldNames() -> [String] {
        let entries = entries()
        let given = Set(inheritable(entries))
        return entries.filter { !given.contains($0) }.map { String($0.prefix { $0 != "=" }) }
    }

    /// Removes JARVIS's secrets from the environment, because libraries pass it on to programs that they start. Call
    /// this before there are other threads, which may be reading it.
    /// - Returns: The secrets by the names of their variables.
    public static func takeSecrets() -> [String: String] {
        var taken: [String: String] = [:]
        for entry in entries() {
            let name = entry.prefix { $0 != "=" }
            guard isSecret(name) else { continue }
            taken[String(name)] = String(entry.dropFirst(name.utf8.count + 1))
            unsetenv(String(name))
        }
        return taken
    }

    private static func entries() -> [String] {
        var entries: [String] = []
        var next = environ
        while let entry = next.pointee {
            entries.append(String(cString: entry))
            next += 1
        }
        return entries
    }

    /// True for variables that programs need to run, to use the user's language, and to reach the desktop and network.
    /// None of them holds a key.
    static func isEssential(_ name: String) -> Bool { essentials.contains(name) || name.hasPrefix("LC_") }

    private static let essentials: Set<String> = [
        "PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "TMPDIR", "TZ", "LANG", "LANGUAGE", "XDG_RUNTIME_DIR",
        "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_DIRS", "XDG_CONFIG_DIRS",
        "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE", "DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY",
        "DBUS_SESSION_BUS_ADDRESS", "PULSE_SERVER", "SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS",
        "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "no_proxy", "all_proxy",
    ]

    static func inheritable(_ entries: [String]) -> [String] {
        let list = entries.first { $0.hasPrefix(privateNames + "=") } ?? ""
        let own = list.dropFirst(privateNames.count + 1).split(separator: " ") + [privateNames[...]]
        return entries.filter { entry in
            let name = entry.prefix { $0 != "=" }
            return !own.contains(name) && !isSecret(name)
        }
    }

    /// True for variables that hold a server's key, such as JARVIS_API_KEY.
    private static func isSecret(_ name: Substring) -> Bool {
        name.hasPrefix("JARVIS_") && ["KEY", "TOKEN", "SECRET", "PASSWORD"].contains { name.contains($0) }
    }

    /// The variable that lists the variables set privately.
    private static let privateNames = "JARVIS_PRIVATE_ENVIRONMENT"

    /// True if `path` exists.
    public static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// The absolute path of the running program.
    public static func executablePath() -> String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }
}
