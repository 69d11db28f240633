// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the face's renderer before the toolkit starts, and corrects the choice once the OpenGL context is known.

import JarvisPlatform

/// A renderer for the window.
public enum SceneBackend: String, Sendable, Codable {
    case openGL = "gl"
    case software
}

/// The renderer that the user requests on the command line.
public enum SceneBackendRequest: String, Sendable, CaseIterable {
    case automatic = "auto"
    case openGL = "gl"
    case software
}

/// A decision and its reason, for logs and `jarvis doctor`.
public struct SceneBackendChoice: Hashable, Sendable {
    public var backend: SceneBackend
    /// The reason as one clause, for example "no GPU device in /dev/dri".
    public var reason: String

    public init(backend: SceneBackend, reason: String) {
        self.backend = backend
        self.reason = reason
    }

    /// The choice before the toolkit starts; only checks one folder, without opening a device.
    public static func beforeStart(_ request: SceneBackendRequest) -> SceneBackendChoice {
        beforeStart(
            request, hasRenderNode: hasRenderNode(), softwareGL: Environment.value("LIBGL_ALWAYS_SOFTWARE"),
            debugFlags: Environment.value("GDK_DEBUG"))
    }

    static func beforeStart(
        _ request: SceneBackendRequest, hasRenderNode: Bool, softwareGL: String?, debugFlags: String?
    ) -> SceneBackendChoice {
        switch request {
        case .openGL: return SceneBackendChoice(backend: .openGL, reason: "asked for")
        case .software: return SceneBackendChoice(backend: .software, reason: "asked for")
        case .automatic: break
        }
        if let softwareGL, softwareGL != "0", softwareGL.lowercased() != "false" {
            return SceneBackendChoice(backend: .software, reason: "LIBGL_ALWAYS_SOFTWARE is set")
        }
        guard hasRenderNode else {
            return SceneBackendChoice(backend: .software, reason: "no GPU device in /dev/dri")
        }
        let flags = (debugFlags ?? "").split { $0 == "," || $0 == ":" || $0 == ";" || $0 == " " }
        if flags.contains("gl-disable") {
            return SceneBackendChoice(backend: .software, reason: "GDK_DEBUG disables OpenGL")
        }
        return SceneBackendChoice(backend: .openGL, reason: "a GPU device exists")
    }

    /// True if nothing rules out OpenGL on a GPU.
    public static func expectsGPU() -> Bool { beforeStart(.automatic).backend == .openGL }

    /// The choice once a context exists: a software OpenGL rasterizer is slower than our own.
    public func corrected(by context: GLContextDescription, request: SceneBackendRequest) -> SceneBackendChoice {
        guard backend == .openGL else { return self }
        if request == .automatic, context.isSoftware {
            return SceneBackendChoice(backend: .software, reason: "OpenGL is drawn by \(context.renderer)")
        }
        let drawing = "\(context.renderer), \(context.isEmbedded ? "" : "OpenGL ")\(context.version)"
        return SceneBackendChoice(
            backend: .openGL, reason: request == .automatic ? drawing : "asked for; drawn by \(drawing)")
    }

    /// The choice that a window would make, and the description of OpenGL if it was probed. Probing takes some tens of
    /// milliseconds; it is skipped if OpenGL is unlikely.
    public static func diagnosed(
        _ request: SceneBackendRequest
    ) -> (choice: SceneBackendChoice, context: GLContextDescription?) {
        let choice = beforeStart(request)
        guard choice.backend == .openGL else { return (choice, nil) }
        do throws(GLRendererError) {
            let context = try GLContextDescription.probe()
            return (choice.corrected(by: context, request: request), context)
        } catch {
            return (choice.failed(error.description), nil)
        }
    }

    /// The choice after OpenGL failed.
    public func failed(_ error: String) -> SceneBackendChoice {
        SceneBackendChoice(backend: .software, reason: "OpenGL failed: \(error)")
    }

    private static func hasRenderNode() -> Bool {
        (128..<144).contains { Environment.exists("/dev/dri/renderD\($0)") }
    }
}
