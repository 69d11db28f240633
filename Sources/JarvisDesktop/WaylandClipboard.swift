// SPDX-License-Identifier: GPL-3.0-or-later
// The clipboard through the wl-clipboard programs, for compositors with a data-control protocol. Copied text stays
// after JARVIS ends: wl-copy keeps running until something else is copied.

public import JarvisCore
public import JarvisPlatform

/// Text on the clipboard of the compositor in WAYLAND_DISPLAY. Thread-safe.
public struct WaylandClipboard: Clipboard {
    /// The package to install, as Debian and most others name it.
    public static let package = "wl-clipboard"
    /// The program that owns the copied text may hang, so give up after this time.
    private static let limit = Duration.seconds(3)
    /// The status of `setsid` if the program doesn't exist.
    private static let notFound: Int32 = 127

    private let runner: ProcessRunner
    private let folder: String?

    /// - Parameter folder: contains the programs; nil searches PATH.
    public init(_ runner: ProcessRunner, folder: String? = nil) {
        self.runner = runner
        self.folder = folder
    }

    public func text() async throws(ClipboardFailure) -> String? {
        let types = try await run(path("wl-paste"), ["--list-types"])
        // wl-paste fails if nothing has been copied.
        guard types.exit.isSuccess, !types.output.isEmpty else { return nil }
        let names = String(decoding: types.output, as: UTF8.self).split(separator: "\n")
        let isText = names.contains { $0.hasPrefix("text/plain") || ["UTF8_STRING", "TEXT", "STRING"].contains($0) }
        guard isText else { throw .notText }
        let text = try await run(path("wl-paste"), ["--no-newline", "--type", "text"])
        guard text.exit.isSuccess else { throw .failed(reason: text.lastErrors.last ?? "wl-paste") }
        return String(decoding: text.output, as: UTF8.self)
    }

    public func setText(_ text: String) async throws(ClipboardFailure) {
        let arguments = text.isEmpty ? ["--clear"] : ["--type", "text/plain"]
        // wl-copy leaves a process behind that serves the text and keeps its output open. `ProcessRunner` ends
        // everything in a program's session, so that process needs its own session.
        let copied = try await run(
            "sh", ["-c", "exec setsid --wait \"$@\" >/dev/null", "sh", path("wl-copy")] + arguments,
            input: Array(text.utf8))
        guard copied.exit.status != Self.notFound else { throw .needsTool(package: Self.package) }
        guard copied.exit.isSuccess else { throw .failed(reason: copied.lastErrors.last ?? "wl-copy") }
        // wl-copy reports success before the compositor has answered, so read the text back.
        guard try await self.text() ?? "" == text else { throw .failed(reason: "wl-copy") }
    }

    private func path(_ name: String) -> String { folder.map { "\($0)/\(name)" } ?? name }

    private func run(
        _ program: String, _ arguments: [String], input: [UInt8] = []
    ) async throws(ClipboardFailure) -> ProcessResult {
        do throws(ProcessFailure) {
            return try await runner.run(ProcessCommand(program, arguments), input: input, limit: Self.limit)
        } catch {
            if case .notStarted = error.kind { throw .needsTool(package: Self.package) }
            throw .failed(reason: error.reason)
        }
    }
}
