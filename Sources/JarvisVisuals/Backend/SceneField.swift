// SPDX-License-Identifier: GPL-3.0-or-later
// How much of the window the animated field fills: with a graphics processor all of it; without one a bounded square,
// because there every pixel is drawn and presented by the processor.

import JarvisPlatform

/// The part of a window that the face is drawn into; always centred.
public enum SceneField: String, Hashable, Sendable {
    case wholeWindow = "window"
    case square

    /// The field for a back end.
    /// - Parameters:
    ///   - context: what OpenGL is drawn by; nil while that is not known yet.
    ///   - hasGPU: true when a graphics processor can be expected.
    public static func field(
        for backend: SceneBackend, context: GLContextDescription?, hasGPU: Bool
    ) -> SceneField {
        guard backend == .openGL else { return .square }
        return context.map { !$0.isSoftware } ?? hasGPU ? .wholeWindow : .square
    }

    /// The request of a developer by `JARVIS_FIELD`, "window" or "square".
    public static func requested() -> SceneField? { Environment.value("JARVIS_FIELD").flatMap(SceneField.init) }

    /// The field's size in a window of this size, in logical pixels.
    public func size(windowWidth: Double, windowHeight: Double) -> SceneSize {
        switch self {
        case .wholeWindow: SceneSize(width: max(windowWidth, 16), height: max(windowHeight, 16))
        case .square: .softwareField(windowWidth: windowWidth, windowHeight: windowHeight)
        }
    }
}
