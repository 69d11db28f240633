// SPDX-License-Identifier: GPL-3.0-or-later
// Screenshots through a portal double.

import GioKit
import Glibc
import JarvisBusTesting
import JarvisDesktopControl
import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct PortalScreenshotTests {
    private static let requests =
        "<node><interface name=\"org.freedesktop.portal.Request\"><method name=\"Close\"/>"
        + "<signal name=\"Response\"><arg type=\"u\"/><arg type=\"a{sv}\"/></signal></interface></node>"

    private let bus: PrivateBus
    private let folder: TemporaryFolder

    init() throws {
        (bus, folder) = (try PrivateBus(), try TemporaryFolder("jarvis-screenshot"))
    }

    private func session(patience: Duration = .seconds(5)) -> DesktopSessionControl {
        let bus = bus
        return DesktopSessionControl(
            clock: QuickClock(longest: patience),
            system: { () async throws(BusFailure) in try await bus.connection() },
            session: { () async throws(BusFailure) in try await bus.connection() }, settings: { _ in nil },
            pictures: folder.path + "/Pictures")
    }

    /// A portal that answers each request with a response code and a URI, or never if the code is nil.
    private func portal(
        _ code: Int64?, _ address: String = "", path requestPath: String? = nil
    ) async throws -> (portal: ServiceDouble, requests: Exports) {
        let portal = try await ServiceDouble(
            "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
            interface: "org.freedesktop.portal.Screenshot", methods: ["Screenshot": "sa{sv}>o"],
            on: try await bus.connection())
        let exports = Exports()
        portal.onCall = { [weak portal] call in
            guard let portal else { return }
            exports.hadFolder = access(folder.path + "/Pictures", F_OK) == 0
            let sender = call.sender.dropFirst().replacing(".", with: "_")
            let token = call.arguments[1].asTable?["handle_token"]?.asText ?? ""
            let path = requestPath ?? "/org/freedesktop/portal/desktop/request/\(sender)/\(token)"
            portal.replies["Screenshot"] = [.text(path)]
            let request = BusObject(method: { call in
                exports.closed.append(call.method)
                return []
            })
            let export = try portal.connection.export(request, at: path, introspection: Self.requests)
            exports.all.append(export)
            guard let code else { return }
            // Sent before the call is answered: a listener that subscribes afterwards misses it.
            try export.emit("Response", [.integer(code), .table(address.isEmpty ? [:] : ["uri": .text(address)])])
        }
        return (portal, exports)
    }

    @MainActor
    private final class Exports {
        var all: [BusExport] = []
        var closed: [String] = []
        var hadFolder = false
    }

    @Test func theScreenshotPathIsReturned() async throws {
        try folder.write(["My shot.png": "picture"])
        let portal = try await portal(0, "file://\(folder.path)/My%20shot.png")
        #expect(try await session().takeScreenshot() == folder.path + "/My shot.png")
        #expect(portal.portal.calls.count == 1)
    }

    @Test func picturesFolderIsCreatedBeforeThePortalCall() async throws {
        try folder.write(["a.png": "picture"])
        let portal = try await portal(0, "file://\(folder.path)/a.png")
        _ = try await session().takeScreenshot()
        #expect(portal.requests.hadFolder)
        #expect(try await session().takeScreenshot() == folder.path + "/a.png", "again")
    }

    @Test func temporaryScreenshotsAreMovedToPictures() async throws {
        let temporary = "/tmp/jarvis-screenshot-\(getpid()).png"
        try folder.write(["a.png": "picture"])
        #expect(symlink(folder.path + "/a.png", temporary) == 0)
        defer { unlink(temporary) }
        let portal = try await portal(0, "file://\(temporary)")
        let path = try await session().takeScreenshot()
        #expect(path.hasPrefix(folder.path + "/Pictures/Screenshot-20") && path.hasSuffix(".png"), "\(path)")
        #expect(WholeFile.text(path) == "picture" && access(temporary, F_OK) != 0)
        withExtendedLifetime(portal) {}
    }

    @Test func portalChosenRequestPathsAreSupported() async throws {
        try folder.write(["a.png": "picture"])
        let portal = try await portal(
            0, "file://\(folder.path)/a.png", path: "/org/freedesktop/portal/desktop/request/old/1")
        #expect(try await session().takeScreenshot() == folder.path + "/a.png")
        withExtendedLifetime(portal) {}
    }

    @Test func decliningIsReportedAsCancelled() async throws {
        let portal = try await portal(1)
        await #expect(throws: SessionFailure.cancelled) { try await session().takeScreenshot() }
        withExtendedLifetime(portal) {}
    }

    @Test func portalFailuresAreReported() async throws {
        await #expect(throws: SessionFailure.noScreenshots) { try await session().takeScreenshot() }
        let portal = try await portal(2)
        await #expect(throws: SessionFailure.screenshotFailed(reason: "")) { try await session().takeScreenshot() }
        withExtendedLifetime(portal) {}
    }

    @Test func aMissingScreenshotFileIsReported() async throws {
        let portal = try await portal(0, "file://\(folder.path)/none.png")
        await #expect(throws: SessionFailure.screenshotFailed(reason: folder.path + "/none.png")) {
            try await session().takeScreenshot()
        }
        withExtendedLifetime(portal) {}
    }

    @Test func unansweredRequestsAreClosed() async throws {
        let portal = try await portal(nil)
        await #expect(throws: SessionFailure.screenshotFailed(reason: "no answer")) {
            try await session(patience: .seconds(100)).takeScreenshot()
        }
        #expect(portal.requests.closed == ["Close"])
    }
}
