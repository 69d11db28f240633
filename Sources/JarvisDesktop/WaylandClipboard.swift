// SPDX-License-Identifier: GPL-3.0-or-later
// The clipboard by the programs of wl-clipboard, for compositors with a data-control protocol. What has been copied stays
// when JARVIS ends: the program goes on until something else is copied.

public import JarvisCore
public import JarvisPlatform

/// Text on the clipboard of the compositor that WAYLAND_DISPLAY names. May be used from any thread.
public struct WaylandClipboard: Clipboard {
    /// What has to be installed, as Debian and most others call it.
    public static let package = "wl-clipboard"
    /// The program that has the text may hang.
    private static let limit = Duration.seconds(3)
    /// The status of `setsid` for a program that is not there.
    private static let notFound: Int32 = 127

    private let runner: ProcessRunner
    private let folder: String?

    /// - Parameter folder: where the programs are; nil: in PATH.
    public init(_ runner: ProcessRunner, folder: String? = nil) {
        self.runner = runner
        self.folder = folder
    }

    public func text() async throws(ClipboardFailure) -> String? {
        let types = try await run(path("wl-paste"), ["--list-types"])
        // It fails where nothing has been copied.
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
        // It leaves a process that hands out the text, and that keeps its output open. What is left of a program's
        // session ends with it here, so it gets one of its own.
        let copied = try await run(
            "sh", ["-c", "exec setsid --wait \"$@\" >/dev/null", "sh", path("wl-copy")] + arguments,
            input: Array(text.utf8))
        guard copied.exit.status != Self.notFound else { throw .needsTool(package: Self.package) }
        guard copied.exit.isSuccess else { throw .failed(reason: copied.lastErrors.last ?? "wl-copy") }
        // It ends well before the compositor has answered, and whatever that says.
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
