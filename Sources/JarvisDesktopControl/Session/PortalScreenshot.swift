// SPDX-License-Identifier: GPL-3.0-or-later
// Screenshots through the desktop's portal, which may ask the user first.

import CGio
import GioKit
import Glibc
import JarvisCore
import JarvisPlatform

/// Takes screenshots; several requests may run at once.
@MainActor
final class PortalScreenshot {
    /// Long enough for the user to answer the portal's question.
    private static let limit: Duration = .seconds(60)

    private let bus: BusLink
    private let clock: any Clock<Duration>
    /// Where portals save pictures; nil if the user has no home folder.
    private let folder: String?

    nonisolated init(bus: BusLink, clock: any Clock<Duration>, folder: String?) {
        self.bus = bus
        self.clock = clock
        self.folder = folder
    }

    /// The user's pictures folder.
    nonisolated static var usualFolder: String? {
        if let folder = g_get_user_special_dir(G_USER_DIRECTORY_PICTURES) { return String(cString: folder) }
        return Environment.value("HOME").map { $0 + "/Pictures" }
    }

    /// Takes a screenshot.
    /// - Returns: the picture's path.
    func take() async throws(SessionFailure) -> String {
        guard let connection = try? await bus.open() else { throw .noScreenshots }
        await makeFolder()
        let answer: PortalAnswer
        do {
            answer = try await DesktopPortal(connection).ask(
                "org.freedesktop.portal.Screenshot", "Screenshot", [.text("")], signature: "s",
                options: ["interactive": .flag(false)], within: Self.limit, clock: clock)
        } catch let failure as BusFailure {
            throw failure.meansMissing ? .noScreenshots : .screenshotFailed(reason: failure.reason)
        } catch {
            throw .screenshotFailed(reason: "no answer")
        }
        switch answer.outcome {
        case .granted: return try await file(answer.results["uri"]?.asText ?? "")
        case .refusedByUser: throw .cancelled
        case .failed: throw .screenshotFailed(reason: "")
        case .unanswered: throw .screenshotFailed(reason: "no answer")
        }
    }

    /// Creates the folder for screenshots, because KDE's portal doesn't, and reports a missing one as if the user had
    /// declined.
    private func makeFolder() async {
        guard let folder else { return }
        try? await WorkerThread(name: "screenshot").run { _ = mkdir(folder, 0o755) }
    }

    private func file(_ address: String) async throws(SessionFailure) -> String {
        guard let path = FileAddress.path(of: address) else { throw .screenshotFailed(reason: address) }
        let kept = try? await WorkerThread(name: "screenshot").run { [folder] in
            access(path, R_OK) == 0 ? Self.kept(path, in: folder) : nil
        }
        guard let kept = kept ?? nil else { throw .screenshotFailed(reason: path) }
        return kept
    }

    /// Moves a picture out of a temporary folder, where it would soon be lost: the portal of wlroots overwrites its
    /// last one.
    /// - Returns: the picture's final path.
    private nonisolated static func kept(_ path: String, in folder: String?) -> String {
        let parent = path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
        let temporary = ["/tmp", "/var/tmp", Environment.value("TMPDIR"), Environment.value("XDG_RUNTIME_DIR")]
        guard let folder, temporary.contains(parent), let bytes = try? WholeFile.bytes(path) else { return path }
        let clock = SystemWallClock()
        let now = clock.local(clock.now())
        let fields = [now.month, now.day, now.hour, now.minute, now.second]
        let time = fields.reduce("\(now.year)") { $0 + "-" + $1.padded() }
        let target = "\(folder)/Screenshot-\(time).png"
        do { try AtomicFile.write(target, bytes) } catch { return path }
        unlink(path)
        return target
    }
}
