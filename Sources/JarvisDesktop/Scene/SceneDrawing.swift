// SPDX-License-Identifier: GPL-3.0-or-later
// What the window needs from whatever draws the face, so that software, OpenGL and the plain fallback can stand in
// for each other, also while the window is open.

import GtkKit
import JarvisCore

/// What one frame of the face depends on.
struct SceneInput {
    /// Monotonic seconds.
    var time: Double
    var phase: ConversationPhase
    /// True while an error banner is up.
    var hasError: Bool
    /// Level 0…1 of the microphone while recording, of the speech while speaking.
    var level: Float
    /// 64 bands 0…1 of what is being heard.
    var spectrum: [Float]
    var isMotionReduced: Bool
}

/// Draws the face into a widget of its own.
@MainActor
protocol SceneDrawing: AnyObject {
    /// The widget; the host sizes it to the field.
    var root: Widget { get }
    /// Takes the user's settings.
    func apply(_ settings: Settings)
    /// The visualizer's diameter in logical pixels, at most 400.
    func setVisualizerDiameter(_ diameter: Double)
    /// Advances to this input and asks for a redraw.
    func present(_ input: SceneInput)
    /// Called when it cannot draw any more: the host puts the next best in its place.
    var onFailure: (@MainActor (String) -> Void)? { get set }
}
